import Foundation
import PNGReader
import Process
import Progress
import Support
import Testing

/// What a successor, or the next daemon at the same socket, has of the one before.
@Suite struct SuccessorStateTests {
  private func successor(of daemon: RunningDaemon, _ options: [String] = []) throws -> RunningDaemon {
    let next = try RunningDaemon(showing: nil, ["--replace"] + options, in: daemon.folder)
    #expect(try daemon.child.finish().status == 0)
    return next
  }

  /// Where somebody has removed the socket's file, another loaderd may start.
  @Test func filesOfAnotherDaemonStay() throws {
    let first = try RunningDaemon(), folder = first.folder
    try FileManager.default.removeItem(atPath: folder["s"])
    let second = try RunningDaemon(showing: "Second", in: folder)
    first.child.signal(SIGTERM)
    #expect(try first.child.finish().status == 0)
    #expect(try second.keepsDrawing() && folder.exists("s") && !folder.exists("s.ended"))
  }

  /// An old `loaderctl run` would change the loader of another one.
  @Test func idsAreNotUsedAgainAfterQuit() throws {
    let first = try RunningDaemon(showing: nil), folder = first.folder
    let lease = #"{"loader":"ring","lease":true}"#
    let client = try first.client()
    let before = try #require(try client.call("io.loaderd.Screen.Show", lease).number("id"))
    #expect(try first.control(["quit"]).status == 0 && first.child.finish().status == 0)
    let second = try RunningDaemon(showing: nil, in: folder), next = try second.client()
    #expect(try #require(try next.call("io.loaderd.Screen.Show", lease).number("id")) > before)
  }

  /// The lease that covered the failure has ended it; its connection is not in the journal.
  @Test func failureThatALeaseHasEndedDoesNotComeBack() throws {
    let daemon = try RunningDaemon()
    _ = try daemon.call("ReportFailure", #"{"unit":"data.mount"}"#)
    do {
      let client = try daemon.client()
      #expect(try client.call("io.loaderd.Screen.Show", #"{"loader":"ring","lease":true}"#).error == nil)
    }
    #expect(try daemon.call("GetState").isNull("failure"))
    #expect(try successor(of: daemon).call("GetState").isNull("failure"))
  }

  /// The loader of the command line has ended with its mode. Where the theme has no loader, nothing is shown.
  @Test(arguments: [("Theme", "bar"), ("update", nil)])
  func loaderOfTheCommandLineDoesNotComeBack(section: String, loader: String?) throws {
    let folder = Folder()
    try FileManager.default.createDirectory(atPath: folder["theme"], withIntermediateDirectories: true)
    try folder.write("theme/theme.conf", Array("[\(section)]\nloader = bar\n".utf8))
    try folder.write("conf", Array("[Screen]\ntheme = \(folder["theme"])\n".utf8))
    let options = ["--config", folder["conf"], "--show", "ring"]
    let daemon = try RunningDaemon(showing: nil, options, in: folder)
    #expect(try daemon.call("GetState").text("loader") == "ring")
    for mode in ["update", "boot"] { _ = try daemon.call("SetMode", #"{"mode":"\#(mode)"}"#) }
    #expect(try daemon.call("GetState").text("loader") == loader)
    #expect(try successor(of: daemon, options).call("GetState").text("loader") == loader)
  }

  @Test func modeOfTheCommandLineIsHandedOver() throws {
    let daemon = try RunningDaemon(showing: nil, ["--mode", "update"])
    let next = try successor(of: daemon)
    #expect(try next.call("GetState").text("mode") == "update")
    _ = try next.call("SetMode", #"{"mode":"boot"}"#)
    #expect(try successor(of: next).call("GetState").text("mode") == "boot")
  }

  private func picture(of daemon: RunningDaemon) throws -> PNGReader {
    #expect(try daemon.control(["screenshot", "-o", daemon.folder["shot.png"]]).status == 0)
    return try PNGReader(daemon.folder.data("shot.png"))
  }

  /// Its first frame is the last one of its predecessor: no bar vanishes and fades in again.
  /// Without a loader, the call journal is empty.
  @Test(arguments: ["text", "bar", nil]) func progressStaysOnTheScreen(loader: String?) throws {
    let folder = Folder()
    try FileManager.default.createDirectory(atPath: folder["theme"], withIntermediateDirectories: true)
    try folder.write("theme/theme.conf", Array("[Theme]\nloader = none\n".utf8))
    try folder.write("conf", Array("[Screen]\ntheme = \(folder["theme"])\n".utf8))
    let options = ["--config", folder["conf"]]
    let daemon = try RunningDaemon(showing: nil, options, in: folder)
    if let loader {
      _ = try daemon.call("Show", #"{"loader":"\#(loader)","text":"Still","transition":"none"}"#)
    }
    _ = try daemon.call("SetProgress", #"{"value":0.5}"#)
    var last = 0
    let isStill = try eventually {
      defer { last = (try? daemon.shown) ?? 0 }
      usleep(100_000)  // six frames
      return try daemon.shown == last && last > 10
    }
    #expect(isStill)
    let before = try picture(of: daemon)
    let next = try successor(of: daemon, options + ["--frames", folder["frames"]])
    #expect(try next.call("GetState").number("progress") == 0.5)
    #expect(try PNGReader(folder.data("frames/000000.png")) == before)
  }

  /// Milestones tell how fast this run is. The bar of the estimate goes on from where it was.
  @Test(arguments: [true, false]) func estimateGoesOn(isKilled: Bool) throws {
    let folder = Folder()
    var known = DurationHistory(), run = BootMilestones("shutdown")
    // In minutes, so that the bar moves slowly: by 3 % of its width in a second.
    for number in 1...6 { run.recordMilestone("u\(number).service", at: Double(60 * number)) }
    run.length = 420
    known.learn(run)
    try FileManager.default.createDirectory(atPath: folder["history"], withIntermediateDirectories: true)
    try folder.write("history/experience", known.text.utf8)
    try folder.write("conf", Array("[Progress]\nhistory = \(folder["history"])\nestimate = yes\n".utf8))
    let options = ["--config", folder["conf"], "--mode", "shutdown"]
    let daemon = try RunningDaemon(showing: nil, options, in: folder)
    #expect(try eventually { try !daemon.call("GetState").isNull("progress") })
    for number in 1...3 { _ = try daemon.call("SetProgress", #"{"milestone":"u\#(number).service"}"#) }
    #expect(try eventually { try daemon.call("GetState").number("progress") ?? 0 > 0.05 })
    let before = try #require(try daemon.call("GetState").number("progress"))
    let next: RunningDaemon
    if isKilled {
      let isSaved = eventually {
        let state = (try? folder.data("s.state")).map { String(decoding: $0, as: UTF8.self) } ?? ""
        return state.contains(/"duration":[0-9]/)
      }
      #expect(isSaved)
      daemon.child.signal(SIGKILL)
      _ = try daemon.child.finish()
      next = try RunningDaemon(showing: nil, options, in: folder)
    } else {
      next = try successor(of: daemon, options)
    }
    let states = try (0..<20).map { _ in try #require(try next.call("GetState").number("progress")) }
    #expect(states.allSatisfy { $0 >= before - 0.001 && $0 < before + 0.3 }, "\(before), \(states)")
    if !isKilled { #expect(try next.call("GetState").text("milestone") == "u3.service") }
  }

  /// The persistent file has it, or has had it, when the successor reads that.
  @Test func partThatWasHiddenDoesNotComeBack() throws {
    let folder = Folder()
    try FileManager.default.createDirectory(atPath: folder["history"], withIntermediateDirectories: true)
    try folder.write("conf", Array("[Progress]\nhistory = \(folder["history"])\n".utf8))
    let options = ["--config", folder["conf"]]
    let daemon = try RunningDaemon(showing: nil, options, in: folder)
    _ = try daemon.call("SetProgress", #"{"value":0.5,"part":2,"parts":3}"#)
    #expect(eventually { folder.exists("history/experience") })
    _ = try daemon.call("Hide")
    let next = try successor(of: daemon, options)
    _ = try next.call("Reload")  // after the history was read
    #expect(try next.call("GetState").isNull("part"))
  }

  /// The failure that is not shown takes no message away.
  @Test func messageStaysBesideAFailureThatIsNotShown() throws {
    let folder = Folder()
    try folder.write("conf", Array("[Failure]\nshow = nothing\n".utf8))
    let daemon = try RunningDaemon(["--config", folder["conf"]], in: folder)
    _ = try daemon.call("SetMessage", #"{"text":"Hello"}"#)
    _ = try daemon.call("ReportFailure", #"{"unit":"data.mount"}"#)
    #expect(try successor(of: daemon, ["--config", folder["conf"]]).call("GetState").text("message") == "Hello")
  }

  /// `Hide` hides the title; the same mode with another one shows it.
  @Test func titleThatCameAfterHideStays() throws {
    let daemon = try RunningDaemon()
    _ = try daemon.call("SetMode", #"{"mode":"update"}"#)
    _ = try daemon.call("Hide")
    _ = try daemon.call("SetStatus", #"{"text":"Still here"}"#)
    _ = try daemon.call("SetMode", #"{"mode":"update","title":"Again"}"#)
    #expect(try daemon.call("GetState").text("title") == "Again")
    let state = try successor(of: daemon).call("GetState")
    #expect(try state.text("title") == "Again" && state.text("status") == "Still here")
  }

  /// It would end the successor, whose configuration may let it.
  @Test func ignoredQuitIsNotHandedOver() throws {
    let folder = Folder()
    try folder.write("conf", Array("[Handover]\nuntil = quit\n".utf8))
    let daemon = try RunningDaemon(["--config", folder["conf"]], in: folder)
    #expect(try daemon.control(["quit", "--handover"]).status == 0)
    #expect(try successor(of: daemon).keepsDrawing())
  }
}
