import Foundation
import PNGReader
import Process
import System
import Testing

/// Start, idle state and end of the daemon, with a headless output.
@Suite struct LifecycleTests {
  @Test(arguments: [SIGTERM, SIGINT, SIGQUIT]) func signalsEndTheDaemonWithStatusZero(number: Int32) throws {
    let daemon = try RunningDaemon()
    daemon.child.signal(number)
    let outcome = try daemon.child.finish()
    #expect(outcome.status == 0 && outcome.errors == "" && outcome.output.isEmpty)
  }

  /// The number of wake-ups in a second.
  private func wakeups(_ daemon: RunningDaemon) throws -> Int {
    let before = try daemon.child.figure("voluntary_ctxt_switches")
    pause(1)
    return try daemon.child.figure("voluntary_ctxt_switches") - before
  }

  /// Whether the daemon stops waking up, now or when the running fades have ended.
  private func sleeps(_ daemon: RunningDaemon) throws -> Bool { try eventually { try wakeups(daemon) == 0 } }

  @Test func stillPictureCausesNoWakeups() throws {
    let daemon = try RunningDaemon()
    #expect(try eventually { try wakeups(daemon) > 20 }, "shimmer moves")
    _ = try daemon.call("Hide")
    #expect(try sleeps(daemon))
    _ = try daemon.call("SetProgress", #"{"value":0.2,"label":"Still"}"#)
    _ = try daemon.call("SetProgress", #"{"value":0.8}"#)
    #expect(try sleeps(daemon))
    let client = try daemon.client()
    #expect(try client.call("io.loaderd.Screen.GetState").error == nil)
    #expect(try sleeps(daemon), "an idle client causes no wake-ups")
  }

  @Test func onceWritesOneFrame() throws {
    let folder = Folder()
    let outcome = try Program.loaderd.run([
      "--output", "headless", "--size", "320x200", "--once", "--show", "text", "--text", "Once", "--socket",
      folder["s"], "--frames", folder["frames"],
    ])
    #expect(outcome.status == 0 && outcome.errors == "")
    #expect(
      try PNGReader(folder.data("frames/000000.png")) == LifecycleTests.render("text", "Once", at: "0", in: folder))
    #expect(!folder.exists("frames/000001.png"))
  }

  @Test func onceWithoutADisplayLeavesNoSocket() throws {
    let folder = Folder()
    let outcome = try Program.loaderd.run([
      "--output", "drm", "--device", "/nonexistent", "--once", "--socket", folder["s"],
    ])
    #expect(
      outcome.status == 1 && outcome.errors.hasSuffix("loaderd: no display: connect one, or use --output headless\n"))
    #expect(!folder.exists("s") && !folder.exists("s.handover"))
  }

  /// A display that is stood in for: its physical size, and its pixel format.
  @Test func headlessOutputShowsWhatADisplayShows() throws {
    let folder = Folder(), display = ["--millimetres", "40x25", "--format", "r2"]
    let outcome = try Program.loaderd.run(
      [
        "--output", "headless", "--size", "320x200", "--once", "--show", "text", "--text", "Once", "--socket",
        folder["s"], "--frames", folder["frames"],
      ] + display)
    #expect(outcome.status == 0 && outcome.errors == "")
    let words = ["render", "text", "Once", "--screen", "320x200", "--at", "0", "-o", "-"]
    let frame = try PNGReader(folder.data("frames/000000.png"))
    #expect(try frame == PNGReader(Program.loaderctl(in: folder).run(words + display).output))
    #expect(try frame != LifecycleTests.render("text", "Once", at: "0", in: folder))
    #expect(Set(frame.rgba) == [0, 85, 170, 255])
  }

  @Test func writableLimitsTheFoldersInWhichFilesAreChanged() throws {
    let folder = Folder(), frames = Folder()
    func run(_ writable: String) throws -> Outcome {
      try Program.loaderd.run([
        "--output", "headless", "--once", "--show", "text", "--text", "Once", "--socket", folder["s"], "--frames",
        frames["frames"], "--writable", writable,
      ])
    }
    let refused = try run(folder.path)
    // A kernel without Landlock is reported in the log.
    if !refused.errors.contains("--writable has no effect") {
      #expect(refused.status == 1 && refused.errors == "loaderd: headless: mkdir: Permission denied\n")
      #expect(!frames.exists("frames"))
    }
    #expect(try run("/nonesuch:\(folder.path):\(frames.path)").status == 0)
    #expect(frames.exists("frames/000000.png"))
  }

  /// A kernel without pressure stall information is asked first.
  @Test(.enabled(if: (try? CPUPressure(share: 0.5)) != nil))
  func cpuPressureIsWatchedWithTheWritableFoldersOfTheUnit() throws {
    let unit = try String(contentsOf: Peers.root.appendingPathComponent("systemd/loaderd.service"), encoding: .utf8)
    let words = try #require(unit.split(separator: "\n").first { $0.hasPrefix("ExecStart=") }).split(separator: " ")
    let writable = try #require(words.last), folder = Folder()
    let daemon = try RunningDaemon(["--writable", "\(writable):\(folder.path)"], in: folder)
    #expect(try eventually { try daemon.child.openFiles.contains("/proc/pressure/cpu") })
  }

  @Test func everyFrameEqualsItsRendering() throws {
    let folder = Folder()
    let daemon = try RunningDaemon(showing: "Running", ["--frames", folder["frames"]], in: folder)
    #expect(try daemon.keepsDrawing(20))
    let state = try daemon.call("GetState")
    let shown = Int(try #require(state.number("frame.shown"))), time = try #require(state.number("frame.time"))
    #expect(time > 0)
    daemon.child.signal(SIGTERM)
    _ = try daemon.child.finish()
    let name = String(repeating: "0", count: 6 - "\(shown - 1)".count) + "\(shown - 1)"
    #expect(
      try PNGReader(folder.data("frames/\(name).png"))
        == LifecycleTests.render("shimmer", "Running", at: "\(time)", in: folder))
  }

  private static func render(_ loader: String, _ text: String, at time: String, in folder: Folder) throws -> PNGReader {
    try PNGReader(
      Program.loaderctl(in: folder).run(["render", loader, text, "--screen", "320x200", "--at", time, "-o", "-"])
        .output)
  }

  @Test(arguments: [
    (["--output", "hologram"], "--output: 'hologram' is not one of"),
    (["--mode", "party"], "--mode: 'party' is not one of"),
    (["--size", "0x0"], "--size: "), (["--size", "20000x20000"], "--size: "), (["--fps", "0"], "--fps: "),
    (["--millimetres", "7inch"], "--millimetres: "), (["--format", "r3"], "--format: 'r3' is not one of"),
    (["--fps", "nan"], "--fps: "),
    (["--bogus", "1"], "--bogus: unknown option"), (["word"], "'word': not an option"),
    (["--socket"], "--socket: needs a value"),
    (["--show", "nonesuch"], "--show: no loader 'nonesuch'; there are "),
    (["--show", "shimmer", "--text", ""], "--text: empty"),
    (["--show", "shimmer", "--text", String(repeating: "x", count: 10000)], "--text: 10000 bytes; at most 4096"),
  ])
  func invalidArgumentsAreRefused(arguments: [String], problem: String) throws {
    let outcome = try Program.loaderd.run(arguments)
    #expect(outcome.status == 2 && outcome.errorLines.count == 1)
    #expect(outcome.errors.hasPrefix("loaderd: \(problem)"))
  }

  @Test func helpAndVersionArePrinted() throws {
    let help = try Program.loaderd.run(["--help"]), version = try Program.loaderd.run(["--version"])
    #expect(try Program.loaderd.run(["--once", "--help"]).output == help.output, "at any position")
    #expect(help.status == 0 && help.text.hasPrefix("loaderd [--output") && help.errors == "")
    #expect(version.status == 0 && version.text.hasPrefix("loaderd ") && version.errors == "")
  }
}
