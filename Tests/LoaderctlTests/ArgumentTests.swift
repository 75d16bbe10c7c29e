import Foundation
import Process
import Testing

/// Arguments with special handling: help, file names, themes, sockets, texts; the warning that nothing is visible.
@Suite struct ArgumentTests {
  let folder = Folder()
  var loaderctl: Program { Program.loaderctl(in: folder) }

  @Test(arguments: [
    ["quit", "--retain", "--handover"], ["quit", "--restart", "--retain"], ["message", "--clear", "--for", "5"],
    ["hide", "--fade", "--transition", "none"], ["key", "--cancel", "--keys", "a"],
    ["render", "ring", "--screen", "9x9", "--size", "9x9", "--at", "0", "-o", "-"],
  ])
  func optionsThatExcludeEachOtherAreRefused(words: [String]) throws {
    let daemon = try RunningDaemon(), names = words.filter { $0.hasPrefix("--") }
    let outcome = try daemon.control(words)
    #expect(
      outcome.status == 2 && outcome.errors == "loaderctl: \(names[0]) and \(names[1]): give one of them\n",
      "\(outcome.errors)")
  }

  @Test func helpIsAVerbAndAnOption() throws {
    #expect(try loaderctl.run(["help"]).text == loaderctl.run(["--help"]).text)
    #expect(try loaderctl.run(["help", "show"]).text == loaderctl.run(["show", "--help"]).text)
    #expect(try loaderctl.run(["help", "show", "bar"]).text == loaderctl.run(["show", "bar", "--help"]).text)
    #expect(try loaderctl.run(["help"]).status == 0)
    let unknown = try loaderctl.run(["help", "show", "sping"])
    #expect(
      unknown.status == 2 && unknown.errors.hasPrefix("loaderctl: no loader 'sping'; there are "), "\(unknown.errors)")
  }

  @Test(arguments: ["-h", "--help", "--version", "--json"]) func optionsOfACommandAreItsOwn(option: String) throws {
    let daemon = try RunningDaemon()
    let outcome = try daemon.control(["run", "printf", "%s", option])
    #expect(outcome.status == 0 && outcome.text == option, "\(outcome.text)")
    #expect(try daemon.control(["run", "--help"]).text == loaderctl.run(["help", "run"]).text)
    // The value of an option is no option.
    #expect(try daemon.control(["show", "shimmer", "--text", option]).status == 0)
    #expect(try daemon.call("GetState").text("text") == option)
  }

  @Test(arguments: [
    ["screenshot"], ["screenshot", "-o", "x.jpg"], ["screenshot", "-o", "x.apng"],
    ["render", "bar", "--at", "0", "-o", "a.gif"], ["render", "bar", "--duration", "1", "-o", "a.webp"],
  ])
  func unsupportedFileTypesAreRejected(words: [String]) throws {
    let daemon = try RunningDaemon()
    let outcome = try daemon.control(words)
    #expect(outcome.status == 2 && outcome.errors.hasPrefix("loaderctl: -o: ") && outcome.output.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: words.last ?? ""))
    #expect(try daemon.control(["screenshot", "-o", "-"]).output.starts(with: [0x89, 0x50]))
  }

  @Test func refusedScreenshotLeavesNoFile() throws {
    let daemon = try RunningDaemon(), path = daemon.folder["new.png"]
    #expect(try daemon.control(["screenshot", "-o", path, "--output", "HDMI-A-1"]).status == 1)
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(try daemon.control(["screenshot", "-o", path]).status == 0)
    #expect(try daemon.control(["screenshot", "-o", path, "--output", "HDMI-A-1"]).status == 1)
    #expect(FileManager.default.fileExists(atPath: path), "a file that was there before")
  }

  @Test(arguments: ["show bar", "status x", "message x", "mode update", "failure", "progress 5"])
  func changesAfterYieldPrintAWarning(words: String) throws {
    let daemon = try RunningDaemon()
    let words = words.split(separator: " ").map(String.init)
    #expect(try daemon.control(words).errors == "")
    #expect(try daemon.control(["yield"]).status == 0)
    let outcome = try daemon.control(words)
    #expect(outcome.status == 0 && outcome.errorLines.count == 1)
    #expect(outcome.errors.contains("nothing is visible until `loaderctl resume`"), "\(outcome.errors)")
    #expect(try daemon.control(["resume"]).status == 0)
    #expect(try daemon.control(words).errors == "")
  }

  @Test(arguments: [("ring", false), ("spinner", false), ("shimmer", true), ("live", true)])
  func textOfALoaderThatDrawsNoneIsReported(loader: String, drawsText: Bool) throws {
    let daemon = try RunningDaemon()
    let outcome = try daemon.control(["show", loader, "Copying"])
    let problem = "loaderctl: text: \(loader) draws none; loaderctl status sets the line under it\n"
    #expect(outcome.status == 0 && outcome.errors == (drawsText ? "" : problem), "\(outcome.errors)")
    #expect(try daemon.control(["show", loader, drawsText ? "x" : ""]).status == 0)
  }

  @Test func themesAreFoundByNameAndPath() throws {
    try folder.write("theme.conf", Array("[Theme]\ntitle = x\n".utf8))
    try folder.write("theme.txt", [])
    let shell = Program("/bin/sh", ["-c", "cd \"$0\" && exec \"$@\"", folder.path, loaderctl.path])
    for theme in [".", "./theme.conf", folder.path, folder["theme.conf"]] {
      let outcome = try shell.run(["check", theme])
      #expect(outcome.status == 0, "\(theme): \(outcome.errors)")
    }
    let file = try shell.run(["check", "./theme.txt"])
    #expect(file.status == 1 && file.errors.hasSuffix("; a theme is a folder\n"), "\(file.errors)")
    let missing = try shell.run(["check", "acme"])
    #expect(missing.status == 1 && missing.errors.contains("/usr/share/loaderd/themes/acme/theme.conf: "))
    try FileManager.default.createDirectory(atPath: folder["beside"], withIntermediateDirectories: true)
    try folder.write("beside/theme.conf", Array("[Theme]\n".utf8))
    let bake = Program("/bin/sh", ["-c", "cd \"$0\" && exec \"$@\"", folder.path, Program.loaderBake.path])
    for beside in [try shell.run(["check", "beside"]), try bake.run(["beside", "-o", "x"])] {
      #expect(
        beside.status == 1
          && beside.errors.hasSuffix(
            ": /usr/share/loaderd/themes/beside/theme.conf: No such file or directory; there is a folder ./beside\n"),
        "\(beside.errors)")
    }
    try folder.write("beside/theme.conf", [UInt8](repeating: 35, count: 65537))
    let large = try shell.run(["check", "./beside"])
    #expect(
      large.errors == "loaderctl: ./beside/theme.conf: larger than 64 KiB; make it smaller\n", "\(large.errors)")
  }

  /// Each error is one line, whatever is in the name that it is about.
  @Test(arguments: [["check", "x\nloaderctl: forged\u{1B}[2J"], ["loaders", "x\nloaderctl: forged\u{1B}[2J"]])
  func controlCharactersOfNamesAreNotPrinted(_ words: [String]) throws {
    let outcome = try loaderctl.run(words)
    #expect(outcome.status != 0 && outcome.errorLines.count == 1, "\(outcome.errors)")
    #expect(outcome.errors.contains("x loaderctl: forged[2J"), "\(outcome.errors)")
  }

  /// An error quotes at most 80 bytes of what somebody has given.
  @Test(arguments: [
    ["loaders", "%"], ["show", "%"], ["%"], ["--%"], ["status", "--%", "x"], ["show", "ring", "--size", "%"],
    ["show", "ring", "--%", "3"], ["mode", "%"], ["progress", "%"], ["render", "ring", "--fps", "%", "-o", "x.png"],
  ])
  func longArgumentsAreShortenedInErrors(_ words: [String]) throws {
    let long = String(repeating: "ä", count: 5000)
    let outcome = try loaderctl.run(words.map { $0.replacing("%", with: long) })
    #expect(outcome.status == 2 && outcome.errorLines.count == 1, "\(outcome.errors)")
    #expect(outcome.errors.utf8.count < 1000 && outcome.errors.contains("ä…"), "\(outcome.errors)")
  }

  @Test func emptyAndMissingPathsAreRejected() throws {
    let empty = try loaderctl.run(["--socket", "", "state"])
    #expect(empty.status == 2 && empty.errors == "loaderctl: --socket: a path is needed\n", "\(empty.errors)")
    let daemon = try Program.loaderd.run(["--output", "headless", "--frames", "/nonexistent/dir", "--once"])
    #expect(
      daemon.status == 2 && daemon.errors.hasPrefix("loaderd: --frames: /nonexistent: No such file"), "\(daemon.errors)"
    )
  }

  @Test func newlinesInTextsAreReplaced() throws {
    let daemon = try RunningDaemon()
    #expect(try daemon.control(["status", "one\nmode: forged"]).status == 0)
    let state = try daemon.control(["state"]).text
    #expect(state.contains("status: one mode: forged\n") && !state.contains("\nmode: forged"))
  }

  @Test func textIsAWordOrAnOption() throws {
    let daemon = try RunningDaemon()
    #expect(try daemon.control(["show", "shimmer", "--text", "Foo"]).status == 0)
    #expect(try daemon.call("GetState").text("text") == "Foo")
    #expect(try daemon.control(["show", "shimmer", "Bar", "--text", "Foo"]).status == 2)
  }
}
