import Foundation
import Process
import Testing

/// SIGHUP and `loaderctl reload` read the configuration and the theme again without restarting the animation.
@Suite struct ReloadTests {
  private let folder = Folder()

  private func daemon(_ theme: String, settings: String = "", showing text: String? = nil) throws -> RunningDaemon {
    try replace("theme.conf", Array(theme.utf8))
    try configure(settings)
    return try RunningDaemon(showing: text, ["--config", folder["loaderd.conf"]], in: folder)
  }

  /// Replaces a file in one step, as editors do: the worker that reads the theme after the first frame sees no empty
  /// file.
  private func replace(_ name: String, _ bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(filePath: folder[name]), options: .atomic)
  }

  private func configure(_ settings: String) throws {
    try replace("loaderd.conf", Array("[Screen]\ntheme = \(folder.path)\n\(settings)".utf8))
  }

  @Test func hangupReadsTheThemeAndKeepsTheFrameTime() throws {
    let daemon = try daemon("[Theme]\nloader = shimmer\ntext = Before\n")
    #expect(try eventually { try daemon.call("GetState").number("frame.time") ?? 0 > 1 })
    try replace("theme.conf", Array("[Theme]\nloader = shimmer\ntext = After\n".utf8))
    daemon.child.signal(SIGHUP)
    #expect(try eventually { try daemon.call("GetState").text("text") == "After" })
    #expect(try daemon.call("GetState").number("frame.time") ?? 0 > 1, "the frame time continues")
    #expect(daemon.child.isRunning)
    #expect(try daemon.child.errors == "")
  }

  @Test func reloadReadsTheConfigurationAgain() throws {
    let daemon = try daemon("[Theme]\nloader = dots\n", settings: "scale = 1\n")
    try configure("scale = 2\n[Failure]\nshow = console\n")
    #expect(try daemon.control(["reload"]).status == 0)
    #expect(try daemon.call("GetState").number("output.scale") == 2)
    _ = try daemon.call("ReportFailure", #"{"unit":"x"}"#)
    #expect(try daemon.call("GetState").text("loader") == "console")
  }

  @Test func reloadOfInvalidFilesKeepsTheOldSettings() throws {
    let daemon = try daemon("[Theme]\nloader = dots\ntitle = Here\n", settings: "scale = 2\n")
    try replace("theme.conf", [0xFF, 0xFE, 0x0A, 0x80])
    let broken = try daemon.control(["reload"])
    #expect(broken.status == 1 && broken.errors.contains("theme.conf"))
    #expect(try daemon.child.errors.contains("theme.conf"))
    #expect(try daemon.call("GetState").text("title") == "Here")
    try FileManager.default.removeItem(atPath: folder["loaderd.conf"])
    let missing = try daemon.control(["reload"])
    #expect(missing.status == 1 && missing.errors.contains("loaderd.conf: No such file"))
    let state = try daemon.call("GetState")
    #expect(state.text("loader") == "dots" && state.number("output.scale") == 2)
  }

  /// As at a start without a theme, nothing is shown until a call.
  @Test(arguments: [nil, "dots"]) func loaderOfAThemeEndsWithIt(called: String?) throws {
    let daemon = try daemon("[Theme]\nloader = bar\nstatus = Here\n")
    #expect(try daemon.call("GetState").text("loader") == "bar")
    if let called { #expect(try daemon.call("Show", #"{"loader":"\#(called)"}"#).error == nil) }
    try replace("loaderd.conf", Array("[Screen]\n".utf8))
    for _ in 0..<2 {
      #expect(try daemon.control(["reload"]).status == 0)
      #expect(try daemon.call("GetState").text("loader") == called)
    }
    #expect(daemon.journalContains(called ?? #""calls":[]"#))
    daemon.child.signal(SIGKILL)
    _ = try daemon.child.finish()
    let next = try RunningDaemon(showing: nil, ["--config", folder["loaderd.conf"]], in: folder)
    #expect(try next.call("GetState").text("loader") == called)
    try configure("")
    #expect(try next.control(["reload"]).status == 0)
    #expect(try next.call("GetState").text("loader") == called ?? "bar")
  }

  /// The default loader, which is shown instead of a theme that cannot be read, is not kept in its place.
  @Test func themeThatWasMendedIsShownAfterARestart() throws {
    try replace("theme.conf", [0xFF, 0xFE, 0x0A, 0x80])
    try configure("")
    let daemon = try RunningDaemon(showing: nil, ["--config", folder["loaderd.conf"]], in: folder)
    #expect(try daemon.call("GetState").text("loader") == "shimmer")
    try replace("theme.conf", Array("[Theme]\nloader = bar\n".utf8))
    #expect(try daemon.control(["reload"]).status == 0)
    #expect(try daemon.call("GetState").text("loader") == "bar")
    daemon.child.signal(SIGKILL)
    _ = try daemon.child.finish()
    let next = try RunningDaemon(showing: nil, ["--config", folder["loaderd.conf"]], in: folder)
    #expect(try next.call("GetState").text("loader") == "bar")
  }

  @Test func settingsThatNeedARestartAreLogged() throws {
    let daemon = try daemon("[Theme]\nloader = dots\n")
    try configure("rotate = 90\n[Doors]\n")
    let outcome = try daemon.control(["reload"])
    #expect(outcome.status == 0 && outcome.errors.contains("rotate") && outcome.errors.contains("Compatibility"))
    #expect(try daemon.child.errors.contains("rotate"))
    #expect(try daemon.call("GetState").number("output.rotation") == 0)
    try configure("rotate = 90\nshow = bar\nleast-rate = 0\n")
    let notes = try daemon.control(["reload"]).errors.split(separator: "\n").filter { $0.contains(": restart ") }
    #expect(notes.count == 1 && notes[0].contains("[Screen] show"))
    #expect(!notes[0].contains("least-rate"), "it cannot be used")
  }

  @Test func numberOfLoggedLinesIsBounded() throws {
    let daemon = try daemon("[Theme]\nloader = dots\n" + String(repeating: "nonsense = 1\n", count: 3000))
    #expect(try daemon.call("Reload").error == nil)
    #expect(try daemon.child.errors.split(separator: "\n").count <= 100)
  }

  /// Any client may call Reload: its error lines must not fill the log.
  @Test(arguments: [1, 200]) func reloadLogsALineOnce(_ count: Int) throws {
    let wrong = String(repeating: "wrong\n", count: count)
    let daemon = try daemon("[Theme]\nloader = dots\n\(wrong)", settings: wrong)
    #expect(try daemon.control(["reload"]).status == 1)
    let before = try daemon.child.errors
    #expect(before.contains("the theme stays as it was"))
    for _ in 0..<3 { #expect(try daemon.control(["reload"]).status == 1) }
    #expect(try daemon.child.errors == before)
  }

  /// `loaderctl preview --watch` runs this script.
  @Test func aWatchedThemeIsReloadedAfterEachChange() throws {
    let theme = Folder()
    func write(_ text: String) throws {
      try Data(text.utf8).write(to: URL(filePath: theme["theme.conf"]), options: .atomic)
    }
    try write("[Theme]\nloader = dots\n")
    try replace("loaderd.conf", Array("[Screen]\ntheme = \(theme.path)\n".utf8))
    let daemon = try RunningDaemon(showing: nil, ["--config", folder["loaderd.conf"]], in: folder)
    _ = Program.loaderctl(in: folder)
    let script = Program(Peers.root.appendingPathComponent("studio/preview").path)
    let arguments = [theme.path, "--watch", daemon.socket].map { Array($0.utf8) }
    let watch = try Child(script, arguments, in: Folder(), environment: ["PROGRAMS": folder.path])
    var count = 0, titles: Set<String> = []
    #expect(
      try eventually {
        count += 1
        try write("[Theme]\nloader = dots\ntitle = After \(count)\n")
        if let title = try daemon.call("GetState").text("title"), title.hasPrefix("After ") { titles.insert(title) }
        return titles.count > 1  // one may come from the daemon's first reading
      })
    try write("[Theme]\nloader = dots\nlogo = gone.png\n")
    #expect(try eventually { try watch.errors.contains("theme.conf:3: logo: ") })
    #expect(try daemon.call("GetState").text("title")?.hasPrefix("After ") == true)
    #expect(try daemon.call("GetState").number("frame.time") ?? 0 > 0.2, "the frame time continues")
    watch.signal(SIGINT)
    #expect(try watch.finish().status == 0)
  }

  @Test func unitReloadsThroughTheSocket() throws {
    let unit = try String(contentsOf: Peers.root.appendingPathComponent("systemd/loaderd.service"), encoding: .utf8)
    #expect(unit.contains("\nExecReload=/usr/bin/loaderctl reload\n"))
  }

  @Test func unknownSectionsAreLogged() throws {
    try replace("loaderd.conf", Array("[Foo]\n[Scren]\nscale = 2\n[Access]\n".utf8))
    let daemon = try RunningDaemon(["--config", folder["loaderd.conf"]], in: folder)
    let errors = try daemon.child.errors
    #expect(errors.contains("loaderd.conf:1: section 'Foo'"))
    #expect(errors.contains("loaderd.conf:2: section 'Scren'") && errors.contains("did you mean 'Screen'"))
    #expect(!errors.contains("Access'"))
  }
}
