import Foundation
import Process
import Testing

/// What is said of words that are nearly right, of times, and of what is not visible.
@Suite struct HintTests {
  let folder = Folder()
  var loaderctl: Program { Program.loaderctl(in: folder) }

  @Test(arguments: [
    ("shwo shimmer x", "'show'"), ("show shimer x", "'shimmer'"), ("show shimmer x --stile calm", "'style'"),
    ("show shimmer --stile grok", "'style'"), ("show shimmer x --style proccessing", "'processing'"),
    ("mode updat", "'update'"), ("hide --transition fad", "'fade'"), ("hide --transitoin fade", "'--transition'"),
    ("follow --format rsnc", "'rsync'"), ("loaders wrom", "'worm'"), ("help sate", "'state'"),
  ])
  func typosAreNamed(words: String, meant: String) throws {
    let outcome = try loaderctl.run(words.split(separator: " ").map(String.init))
    #expect(outcome.status == 2 && outcome.complaints.count == 1)
    #expect(outcome.errors.hasSuffix("did you mean \(meant)?\n"), "\(outcome.errors)")
  }

  @Test func daemonNamesTypos() throws {
    let outcome = try Program.loaderd.run(["--show", "shimer"])
    #expect(outcome.status == 2 && outcome.errors.hasSuffix("did you mean 'shimmer'?\n"), "\(outcome.errors)")
    let option = try Program.loaderd.run(["--ouput", "drm"])
    #expect(option.status == 2 && option.errors.hasSuffix("did you mean '--output'?\n"), "\(option.errors)")
  }

  @Test func aTypoComesBeforeTheMissingText() throws {
    let outcome = try loaderctl.run(["show", "shimmer", "--stile", "grok"])
    #expect(outcome.status == 2 && outcome.errors.hasPrefix("loaderctl: stile: unknown"), "\(outcome.errors)")
  }

  @Test func helpIsAVerbToo() throws {
    #expect(try loaderctl.run(["help"]).text == loaderctl.run(["--help"]).text)
    #expect(try loaderctl.run(["help", "show"]).text == loaderctl.run(["show", "--help"]).text)
    #expect(try loaderctl.run(["help", "show", "bar"]).text == loaderctl.run(["show", "bar", "--help"]).text)
    #expect(try loaderctl.run(["help"]).status == 0)
  }

  @Test(
    arguments: [
      ("message x --for 10s", 10.0), ("message x --for 1500ms", 1.5), ("message x --for 2min", 120),
      ("message x --for 2", 2),
      ("message x --for 1h", 3600),
    ] as [(String, Double)])
  func timesHaveUnits(words: String, seconds: Double) throws {
    let outcome = try loaderctl.run(["--socket", folder["none"]] + words.split(separator: " ").map(String.init))
    #expect(outcome.status == 3, "\(outcome.errors)")
  }

  @Test func timesOfLoaders() throws {
    func picture(_ duration: String, at time: String) throws -> Outcome {
      try loaderctl.run(["render", "shimmer", "x", "--at", time, "--set", "duration=\(duration)", "-o", "-"])
    }
    let plain = try picture("1.5", at: "0.7"), unit = try picture("1500ms", at: "700ms")
    #expect(plain.status == 0 && unit.status == 0 && plain.output == unit.output, "\(unit.errors)")
  }

  @Test(arguments: [
    ("message x --for soon", "--for: 'soon' is not a time: 10, 10s, 500ms or 2min"),
    ("key --timeout abc", "--timeout: 'abc' is not a time: "),
    ("key --timeout 10parsec", "--timeout: '10parsec' is not a time: "),
    ("message x --for 25h", "--for: '25h' is not within 0 to 86400 seconds"),
    ("render bar --at later -o -", "--at: 'later' is not a time: "),
    ("render bar --at 0 -o - --duration x", "--duration: 'x' is not a time: "),
    ("render bar --duration 1 --fps fast -o -", "--fps: 'fast' is not a number"),
  ])
  func timesThatAreNone(words: String, complaint: String) throws {
    let outcome = try loaderctl.run(words.split(separator: " ").map(String.init))
    #expect(outcome.status == 2 && outcome.errors.hasPrefix("loaderctl: \(complaint)"), "\(outcome.errors)")
  }

  @Test(arguments: ["stall-after = 45s", "stall-after = 1500ms", "stall-after = 2min"])
  func timesOfTheConfiguration(line: String) throws {
    try folder.write("conf", Array("[Progress]\n\(line)\n[Input]\nlong-press = 2000ms\n".utf8))
    let daemon = try RunningDaemon(["--config", folder["conf"]])
    #expect(try daemon.child.errors == "")
  }

  @Test(arguments: [
    ["screenshot"], ["screenshot", "-o", "x.jpg"], ["screenshot", "-o", "x.apng"],
    ["render", "bar", "--at", "0", "-o", "a.gif"], ["render", "bar", "--duration", "1", "-o", "a.webp"],
  ])
  func picturesOfAnotherKindAreRefused(words: [String]) throws {
    let daemon = try RunningDaemon()
    let outcome = try daemon.control(words)
    #expect(outcome.status == 2 && outcome.errors.hasPrefix("loaderctl: -o: ") && outcome.output.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: words.last ?? ""))
    #expect(try daemon.control(["screenshot", "-o", "-"]).output.starts(with: [0x89, 0x50]))
  }

  @Test(arguments: ["show bar", "status x", "message x", "mode update", "failure", "progress 5"])
  func afterYieldNothingIsVisible(words: String) throws {
    let daemon = try RunningDaemon()
    let words = words.split(separator: " ").map(String.init)
    #expect(try daemon.control(words).errors == "")
    #expect(try daemon.control(["yield"]).status == 0)
    let outcome = try daemon.control(words)
    #expect(outcome.status == 0 && outcome.complaints.count == 1)
    #expect(outcome.errors.contains("nothing is visible until `loaderctl resume`"), "\(outcome.errors)")
    #expect(try daemon.control(["resume"]).status == 0)
    #expect(try daemon.control(words).errors == "")
  }

  @Test func themesLieWhereTheDaemonLooks() throws {
    try folder.write("theme.conf", Array("[Theme]\ntitle = x\n".utf8))
    let shell = Program("/bin/sh", ["-c", "cd \"$0\" && exec \"$@\"", folder.path, loaderctl.path])
    for theme in [".", "./theme.conf", folder.path, folder["theme.conf"]] {
      let outcome = try shell.run(["check", theme])
      #expect(outcome.status == 0, "\(theme): \(outcome.errors)")
    }
    let missing = try shell.run(["check", "acme"])
    #expect(missing.status == 1 && missing.errors.contains("/usr/share/loaderd/themes/acme/theme.conf: "))
  }

  @Test func socketsThatCannotBe() throws {
    let empty = try loaderctl.run(["--socket", "", "state"])
    #expect(empty.status == 2 && empty.errors == "loaderctl: --socket: a path is needed\n", "\(empty.errors)")
    let daemon = try Program.loaderd.run(["--output", "headless", "--frames", "/nonexistent/dir", "--once"])
    #expect(
      daemon.status == 2 && daemon.errors.hasPrefix("loaderd: --frames: /nonexistent: No such file"), "\(daemon.errors)"
    )
  }

  @Test func linesStayLines() throws {
    let daemon = try RunningDaemon()
    #expect(try daemon.control(["status", "one\nmode: forged"]).status == 0)
    let state = try daemon.control(["state"]).text
    #expect(state.contains("status: one mode: forged\n") && !state.contains("\nmode: forged"))
  }

  @Test func textIsAnOptionToo() throws {
    let daemon = try RunningDaemon()
    #expect(try daemon.control(["show", "shimmer", "--text", "Foo"]).status == 0)
    #expect(try daemon.call("GetState").text("text") == "Foo")
    #expect(try daemon.control(["show", "shimmer", "Bar", "--text", "Foo"]).status == 2)
  }
}
