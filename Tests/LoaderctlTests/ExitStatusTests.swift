import Foundation
import Process
import Testing

/// Exit statuses, and errors of one line.
@Suite struct ExitStatusTests {
  @Test(arguments: [["hide"], ["quit"], ["state"], ["status", "x"], ["progress", "1"], ["show", "shimmer", "x"]])
  func aMissingDaemonIsStatus3(words: [String]) throws {
    let folder = Folder()
    let loaderctl = Program.loaderctl(in: folder)
    let outcome = try loaderctl.run(["--socket", folder["s"]] + words)
    #expect(
      outcome.status == 3
        && outcome.errorLines == ["loaderctl: no loaderd answers at \(folder["s"]); start it, or name its --socket"])
    for words in [
      ["--if-running", "--socket", folder["s"]] + words, words + ["--socket", folder["s"], "--if-running"],
    ] {
      let fine = try loaderctl.run(words)
      #expect(fine.status == 0 && fine.errors == "", "\(words)")
    }
  }

  @Test(arguments: ["state", "monitor", "loaders", "--help"]) func fullDiskIsAnError(verb: String) throws {
    let daemon = try RunningDaemon(), folder = Folder(), loaderctl = Program.loaderctl(in: folder).path
    let words = ["-c", "exec \"$@\" >/dev/full", "sh", loaderctl, "--socket", daemon.socket, verb]
    let outcome = try Program("/bin/sh", words).run([])
    #expect(outcome.status == 1 && outcome.errors == "loaderctl: standard output: No space left on device\n")
  }
  @Test func aMissingDaemonIsStatus3ForProgressFromInput() throws {
    let folder = Folder()
    let loaderctl = Program.loaderctl(in: folder)
    #expect(try loaderctl.run(["--socket", folder["s"], "progress", "-"], input: "1\n").status == 3)
    #expect(try loaderctl.run(["--if-running", "--socket", folder["s"], "progress", "-"], input: "1\n").status == 0)
    #expect(try loaderctl.run(["--socket", folder["s"], "progress", "-", "--if-running"], input: "1\n").status == 0)
  }

  @Test(arguments: [
    ([], "which verb?"), (["explode"], "'explode': no such verb"), (["--bogus", "hide"], "--bogus: unknown option"),
    (["hide", "now"], "'now': too many arguments"), (["hide", "--volume", "1"], "--volume: unknown option"),
    (["status"], "an argument is missing"),
    (["status", "a", "b"], "'b': too many arguments"), (["progress"], "an argument is missing"),
    (["--socket"], "--socket: needs a value"),
    (["show"], "which loader?"), (["show", "nonesuch", "x"], "no loader 'nonesuch'; there are "),
    (["show", "shimmer", "a", "b"], "'b': too many arguments"), (["show", "shimmer"], "text: empty"),
    (["show", "shimmer", ""], "text: empty"),
    (["show", "shimmer", String(repeating: "x", count: 10000)], "text: 10000 bytes; at most 4096"),
    (
      ["show", "shimmer", "x", "--style", "disco"],
      "style: 'disco' is not one of gradient, flow, sweep, calm, processing"
    ),
    (["show", "shimmer", "x", "--highlight", "greenish"], "highlight: 'greenish' is not a colour"),
    (["show", "shimmer", "x", "--duration", "-1"], "duration: '-1' is not within 0.05 to 3600"),
    (["show", "shimmer", "x", "--duration", "inf"], "duration: 'inf' is not a time"),
    (["show", "skeleton", "--cards", "3.5"], "cards: '3.5' is not a whole number\n"),
    (["show", "shimmer", "x", "--volume", "11"], "--volume: unknown option; shimmer takes --scheme, "),
    (["status", "--x", "hi"], "--x: unknown option"), (["status", "-x", "hi"], "-x: unknown option"),
    (["--x"], "--x: unknown option"), (["render", "ring", "--o", "x.png"], "--o: unknown option"),
    (["progress", "101"], "'101' is not a progress up to 100 %: 42, "),
    (["progress", "8", "--max", "7"], "'8' is not a progress up to 7: 42, "),
    (["mode", "update", "--title", String(repeating: "x", count: 5000)], "title: 5000 bytes; at most 4096"),
    (["progress", "5", "--task", String(repeating: "x", count: 5000)], "task: 5000 bytes; at most 4096"),
    (["show", "skeleton", "--colors", "red,blue,green,red"], "colors: more than 3 in the list"),
    (["show", "bar", "--color", "x"], "color: 'x' is not a colour: #RGB, #RRGGBB, #RRGGBBAA, transparent, "),
    (["show", "shimmer", "x", "--style"], "--style: needs a value"),
    (["show", "shimmer", "x", "--style", "grok", "--style", "calm"], "style: given twice"),
    (["show", "shimmer", "x", "--font", "/nonexistent.ttf"], "font: /nonexistent.ttf: No such file or directory"),
    (["show", "shimmer", "x", "--font", "/etc/passwd"], "font: '/etc/passwd' is not a TrueType or OpenType font"),
    (["show", "shimmer", "x", "--font", "/"], "font: /: Is a directory"),
  ])
  func wrongUsageIsStatus2(words: [String], problem: String) throws {
    let folder = Folder()
    let outcome = try Program.loaderctl(in: folder).run(words)
    #expect(outcome.status == 2 && outcome.errorLines.count == 1 && outcome.output.isEmpty, "\(outcome.errors)")
    #expect(outcome.errors.hasPrefix("loaderctl: \(problem)"), "\(outcome.errors)")
  }

  @Test(arguments: ["show shimmer", "status", "progress 5 --label"]) func invalidUTF8IsStatus2(words: String) throws {
    let daemon = try RunningDaemon()
    let before = try daemon.call("GetState").textWithoutFrame
    let words = ["--socket", daemon.socket] + words.split(separator: " ").map(String.init)
    let outcome = try Program.loaderctl(in: daemon.folder).run(bytes: words.map { Array($0.utf8) } + [[0x61, 0xFF]])
    #expect(outcome.status == 2 && outcome.errorLines.count == 1 && outcome.errors.contains("not UTF-8"))
    #expect(try daemon.call("GetState").textWithoutFrame == before)
  }

  @Test(arguments: [["--help"], ["-h"], ["show", "--help"], ["render", "--help"], ["state", "--help"]])
  func helpIsStatus0(
    words: [String]
  ) throws {
    let outcome = try Program.loaderctl(in: Folder()).run(words)
    #expect(outcome.status == 0 && outcome.text.hasPrefix("loaderctl [--socket PATH]") && outcome.errors == "")
  }

  @Test(arguments: [["--version"], ["hide", "--version"]]) func versionIsStatus0(words: [String]) throws {
    let outcome = try Program.loaderctl(in: Folder()).run(words)
    #expect(
      outcome.status == 0 && outcome.text.wholeMatch(of: /loaderctl \d+\.\d+\.\d+\n/) != nil && outcome.errors == "")
  }

  @Test func tooManyClientsAreStatus1() throws {
    let daemon = try RunningDaemon()
    let crowd = try (0..<64).map { _ in try daemon.client() }
    for client in crowd { #expect(try client.call("io.loaderd.Screen.GetState").error == nil) }
    for _ in 0..<5 {
      let outcome = try daemon.control(["state"])
      #expect(outcome.status == 1 && outcome.errorLines == ["loaderctl: too many clients at once; try again"])
    }
  }

  @Test func aClosedConnectionIsStatus1() throws {
    let folder = Folder()
    let server = try Child.server(in: folder, "server.accept()[0].close()")
    let outcome = try Program.loaderctl(in: folder).run(["--socket", folder["s"], "hide"])
    #expect(
      outcome.status == 1 && outcome.errorLines.count == 1 && outcome.errors.hasPrefix("loaderctl: \(folder["s"]): "))
    _ = try server.finish()
  }
}
