import Foundation
import Process
import Testing

/// The events of a boot (`GetTimeline`, the file beside the socket), with a headless output.
@Suite struct TimelineTests {
  private struct Event: Equatable {
    let name, detail: String
    let time: Double
    let process: Int
  }

  private func events(_ daemon: RunningDaemon) throws -> [Event] {
    events(try daemon.call("GetTimeline").list("events"))
  }

  private func events(_ list: [Any]?) -> [Event] {
    (list as? [[String: Any]] ?? []).map { event in
      Event(
        name: event["event"] as? String ?? "?", detail: event["detail"] as? String ?? "?",
        time: event["time"] as? Double ?? -1, process: event["process"] as? Int ?? -1)
    }
  }

  /// The events of the last record that `loaderctl timeline` prints.
  private func recorded(_ folder: Folder) throws -> [Event] {
    let outcome = try Program.loaderctl(in: folder).run(["--socket", folder["s"], "--json", "timeline"])
    let object = try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any]
    #expect(outcome.status == 0)
    return events(object?["events"] as? [Any])
  }

  @Test func startModeAndFirstPictureAreNoted() throws {
    let before = now
    let daemon = try RunningDaemon()
    #expect(try eventually { try events(daemon).contains { $0.name == "picture" } })
    let all = try events(daemon)
    #expect(all.map(\.name) == ["start", "mode", "picture"] && all.map(\.detail) == ["", "boot", "headless"])
    #expect(all.allSatisfy { $0.process == daemon.child.pid && (before...now).contains($0.time) })
    #expect(all[0].time == all[1].time && all[1].time < all[2].time)
    let first = try #require(try daemon.call("GetState").number("frame.first"))
    #expect(abs(all[2].time - all[0].time - first) < 0.1, "the same frame as in GetState")
    #expect(try daemon.keepsDrawing() && events(daemon) == all, "one entry, however many frames there are")
  }

  @Test func modesYieldAndResumeAreNoted() throws {
    let daemon = try RunningDaemon(["--mode", "update"])
    _ = try daemon.call("SetMode", #"{"mode":"update","title":"Other lines"}"#)
    _ = try daemon.call("SetMode", #"{"mode":"shutdown"}"#)
    _ = try daemon.call("Yield")
    _ = try daemon.call("Resume")
    #expect(try eventually { try events(daemon).last?.name == "resume" })
    let all = try events(daemon).filter { !["start", "picture"].contains($0.name) }
    #expect(all.map(\.name) == ["mode", "mode", "yield", "resume"])
    #expect(all.prefix(2).map(\.detail) == ["update", "shutdown"])
  }

  @Test func endIsReadAfterTheDaemonHasEnded() throws {
    let folder = Folder()
    let daemon = try RunningDaemon(in: folder)
    _ = try daemon.call("Quit")
    _ = try daemon.child.finish()
    let last = try #require(try recorded(folder).last)
    #expect(last.name == "end" && last.detail == "quit" && last.process == daemon.child.pid)
    #expect(try FileManager.default.attributesOfItem(atPath: folder["s.timeline"])[.posixPermissions] as? Int == 0o600)
  }

  @Test func signalIsTheReasonOfTheEnd() throws {
    let folder = Folder()
    let daemon = try RunningDaemon(in: folder)
    daemon.child.signal(SIGTERM)
    _ = try daemon.child.finish()
    #expect(try recorded(folder).last?.detail == "signal")
  }

  @Test func onceLeavesACompleteRecord() throws {
    let folder = Folder()
    let words = [
      "--output", "headless", "--size", "320x200", "--once", "--show", "text", "--text", "A", "--socket", folder["s"],
    ]
    #expect(try Program.loaderd.run(words).status == 0)
    #expect(try recorded(folder).map(\.name) == ["start", "mode", "picture", "end"])
  }

  @Test func processAfterACrashIsARestart() throws {
    let folder = Folder()
    let first = try RunningDaemon(in: folder)
    _ = try first.call("SetMode", #"{"mode":"update"}"#)
    #expect(first.journalContains("update"))
    #expect(try eventually { try recorded(folder).last?.detail == "update" })
    first.child.signal(SIGKILL)
    _ = try first.child.finish()
    let second = try RunningDaemon(in: folder)
    #expect(try eventually { try events(second).count(where: { $0.name == "picture" }) == 2 })
    let all = try events(second)
    #expect(all.map(\.name) == ["start", "mode", "picture", "mode", "restart", "picture"], "the mode goes on")
    #expect(all[4].process == second.child.pid && all[3].process == first.child.pid)
  }

  @Test func timeBetweenTwoProcessesIsNoted() throws {
    let folder = Folder()
    let first = try RunningDaemon(in: folder)
    _ = try first.call("Quit")
    _ = try first.child.finish()
    let second = try RunningDaemon(in: folder)
    #expect(try eventually { try events(second).count(where: { $0.name == "picture" }) == 2 })
    let all = try events(second).suffix(3)
    #expect(all.map(\.name) == ["end", "start", "picture"])
    let gap = try #require(all.last).time - (try #require(all.first)).time
    let noted = Double(try #require(all.last).detail.split(separator: " ").dropFirst().first ?? "")
    #expect(abs(try #require(noted) - gap) < 0.002)
  }

  @Test func handOverToASuccessorIsNoted() throws {
    let folder = Folder()
    let first = try RunningDaemon(in: folder)
    #expect(try eventually { try recorded(folder).count == 3 })
    let second = try RunningDaemon(["--replace"], in: folder)
    _ = try first.child.finish()
    #expect(try eventually { try events(second).count == 7 })
    let all = try events(second)
    let names = all.map { "\($0.name) \($0.process == first.child.pid ? 1 : 2)" }
    #expect(names.prefix(3) == ["start 1", "mode 1", "picture 1"] && names.contains("end 1"), "\(names)")
    let rest = names.dropFirst(3).filter { $0 != "end 1" }
    #expect(rest == ["start 2", "given 1", "picture 2"])
    #expect(all.first { $0.name == "end" }?.detail == "replaced by its successor")
    #expect(all.last { $0.name == "picture" }?.detail.contains("s after the predecessor") == true)
  }

  /// Bakes the standard look; returns the options with which loaderd-minimal shows it.
  private func baked(in folder: Folder) throws -> [String] {
    let result = try Program.loaderBake.run(["-o", folder["boot.baked"], "--size", "320x200"])
    try #require(result.status == 0, "\(result.errors)")
    return ["--file", folder["boot.baked"]]
  }

  private func minimal(in folder: Folder) throws -> RunningDaemon {
    try RunningDaemon(showing: nil, baked(in: folder), in: folder, as: .loaderdMinimal)
  }

  /// The timeline of a boot begins with loaderd-minimal, and goes on with loaderd.
  @Test func loaderdMinimalAndItsHandOverAreNoted() throws {
    let folder = Folder(), before = now
    let first = try minimal(in: folder)
    #expect(try eventually { try recorded(folder).map(\.name) == ["start", "mode", "picture"] })
    let alone = try events(first)
    #expect(alone.map(\.detail) == ["", "boot", "headless"])
    #expect(alone.allSatisfy { $0.process == first.child.pid && (before...now).contains($0.time) })
    let second = try RunningDaemon(["--replace"], in: folder)
    #expect(try first.child.finish().status == 0)
    #expect(try eventually { try events(second).count == 7 })
    let all = try events(second)
    #expect(all.prefix(3) == alone[...])
    let names = all.dropFirst(3).map { "\($0.name) \($0.process == first.child.pid ? 1 : 2)" }
    #expect(names.sorted() == ["end 1", "given 1", "picture 2", "start 2"])
    #expect(all.first { $0.name == "end" }?.detail == "replaced by its successor")
    #expect(all.last { $0.name == "picture" }?.detail.contains("s after the predecessor") == true)
  }

  @Test func modesAndTheEndOfLoaderdMinimalAreNoted() throws {
    let folder = Folder(), daemon = try minimal(in: folder)
    _ = try daemon.call("SetMode", #"{"mode":"update"}"#)
    _ = try daemon.call("Yield")
    _ = try daemon.call("Resume")
    #expect(try eventually { try recorded(folder).last?.name == "resume" })
    _ = try daemon.call("Quit")
    _ = try daemon.child.finish()
    let all = try recorded(folder)
    #expect(all.filter { $0.name == "mode" }.map(\.detail) == ["boot", "update"])
    #expect(all.suffix(3).map(\.name) == ["yield", "resume", "end"] && all.last?.detail == "quit")
  }

  @Test func loaderdMinimalWithOnceLeavesACompleteRecord() throws {
    let folder = Folder()
    let words = ["--output", "headless", "--size", "320x200", "--once", "--socket", folder["s"]]
    #expect(try Program.loaderdMinimal.run(words + baked(in: folder)).status == 0)
    #expect(try recorded(folder).map(\.name) == ["start", "mode", "picture", "end"])
  }

  /// Two daemons of one boot append to the same file, as those of an initramfs and of the root file system.
  @Test func recordOfASecondDaemonIsMerged() throws {
    let folder = Folder()
    let first = try RunningDaemon(in: folder)
    #expect(try eventually { try recorded(folder).count == 3 })
    try FileManager.default.removeItem(atPath: folder["s"])
    let second = try RunningDaemon(in: folder)
    #expect(try eventually { try recorded(folder).contains { $0.name == "picture" && $0.process == second.child.pid } })
    first.child.signal(SIGTERM)
    _ = try first.child.finish()
    // The second one looks whether another is at the hand-over socket.
    let all = try recorded(folder).filter { !["given", "resume"].contains($0.name) }
    #expect(all.map(\.name) == ["start", "mode", "picture", "start", "picture", "end"], "the first one still ran")
    #expect(second.child.isRunning)
    #expect(all.last?.process == Int(first.child.pid))
  }

  @Test(arguments: ["", "{", #"{"boot":"?"}"#, String(repeating: "x", count: 100_000)])
  func malformedRecordIsReplaced(_ text: String) throws {
    let folder = Folder()
    _ = try folder.write("s.timeline", Array(text.utf8))
    let daemon = try RunningDaemon(in: folder)
    #expect(try eventually { try events(daemon).map(\.name) == ["start", "mode", "picture"] })
  }

  @Test func recordIsBounded() throws {
    let daemon = try RunningDaemon()
    let client = try daemon.client()
    for _ in 0..<300 {
      _ = try client.call("io.loaderd.Screen.SetMode", #"{"mode":"update"}"#)
      _ = try client.call("io.loaderd.Screen.SetMode", #"{"mode":"reset"}"#)
    }
    let all = try events(daemon)
    #expect(all.count == 96 && all[0].name == "start" && all.last?.detail == "reset")
    #expect(try daemon.folder.data("s.timeline").count < 65536)
  }
}
