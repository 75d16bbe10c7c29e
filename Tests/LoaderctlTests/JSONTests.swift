import Foundation
import Process
import Testing

/// Output with `--json`.
@Suite struct JSONTests {
  private let daemon: RunningDaemon

  init() throws { daemon = try RunningDaemon() }

  private func object(_ outcome: Outcome) throws -> [String: Any] {
    try #require(
      try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any], "\(outcome.text) \(outcome.errors)")
  }

  @Test(arguments: [
    "show bar", "status x", "message x", "progress 4", "progress -", "follow", "mode boot", "hide", "failure", "yield",
    "resume", "state", "outputs", "loaders", "loaders bar", "screenshot -o /dev/null",
    "render bar --at 0 -o /dev/null", "check", "doctor", "key --cancel --timeout 0", "quit",
  ])
  func everyVerbPrintsAnObject(words: String) throws {
    let outcome = try daemon.control(["--json"] + words.split(separator: " ").map(String.init))
    let answer = try object(outcome)
    #expect(answer["error"] == nil, "\(answer)")
    #expect(outcome.text.hasSuffix("}\n") && outcome.errors == "", "\(outcome.errors)")
  }

  @Test func errorsAreObjects() throws {
    for (words, name, status) in [
      ("show nonesuch", "WrongUsage", 2), ("explode", "WrongUsage", 2), ("status", "WrongUsage", 2),
      ("screenshot -o /dev/null --output HDMI-7", "io.loaderd.Screen.InvalidParameter", 1),
      ("screenshot -o /nonexistent/x.png", "Failed", 1), ("check /nonexistent/theme", "Failed", 1),
    ] as [(String, String, Int32)] {
      let outcome = try daemon.control(["--json"] + words.split(separator: " ").map(String.init))
      let answer = try object(outcome)
      #expect(outcome.status == status && answer["error"] as? String == name, "\(words): \(answer)")
      #expect((answer["message"] as? String)?.isEmpty == false && outcome.errors == "")
    }
    let absent = try Program.loaderctl(in: Folder()).run(["hide", "--json", "--socket", "/nonexistent/s"])
    let answer = try object(absent)
    #expect(absent.status == 3 && answer["error"] as? String == "NoDaemon")
    let fine = try Program.loaderctl(in: Folder()).run(["hide", "--json", "--if-running", "--socket", "/nonexistent/s"])
    #expect(try fine.status == 0 && object(fine).isEmpty)
  }

  @Test func warningThatNothingIsVisibleIsAnObject() throws {
    #expect(try daemon.control(["yield"]).status == 0)
    let outcome = try daemon.control(["--json", "status", "x"]), answer = try object(outcome)
    #expect(outcome.status == 0 && outcome.errors == "" && Array(answer.keys) == ["warning"], "\(outcome)")
    #expect((answer["warning"] as? String)?.hasPrefix("the display was given up: nothing is visible") == true)
    #expect(try daemon.control(["resume"]).status == 0)
    #expect(try object(daemon.control(["--json", "status", "x"])).isEmpty)
  }

  @Test func errorsOfAThemeAreListed() throws {
    let folder = Folder()
    try folder.write("theme.conf", Array("[Theme]\nlogoo = x\n".utf8))
    let outcome = try Program.loaderctl(in: folder).run(["--json", "check", folder.path])
    let answer = try object(outcome)
    let findings = try #require(answer["findings"] as? [[String: Any]])
    #expect(outcome.status == 1 && findings.count == 1 && findings[0]["line"] as? Int == 2)
    #expect((findings[0]["text"] as? String)?.contains("did you mean 'logo'?") == true, "\(findings)")
    #expect(answer["theme"] as? String == folder["theme.conf"])
    try folder.write("theme.conf", Array("[Theme]\ntitle = x\n".utf8))
    let clean = try Program.loaderctl(in: folder).run(["--json", "check", folder.path])
    #expect(try clean.status == 0 && (object(clean)["findings"] as? [Any])?.isEmpty == true)
  }

  @Test func faintTextsOfAThemeAreWarnings() throws {
    let folder = Folder()
    try folder.write("theme.conf", Array("[Theme]\ntitle-color = #555555\n".utf8))
    let program = Program.loaderctl(in: folder), words = "title has a contrast of 2.8:1 to the background"
    let plain = try program.run(["check", folder.path])
    #expect(plain.status == 0 && plain.errors.contains(words) && plain.errors.contains("4.5:1"), "\(plain.errors)")
    let outcome = try program.run(["--json", "check", folder.path]), answer = try object(outcome)
    let warnings = try #require(answer["warnings"] as? [String])
    #expect(outcome.status == 0 && warnings.count == 1 && warnings[0].contains(words))
    #expect((answer["findings"] as? [Any])?.isEmpty == true)
  }

  @Test func charactersThatNoFontHasAreNamedForEachTranslation() throws {
    let folder = Folder()
    try folder.write("theme.conf", Array("[Theme]\ntitle = Start\n".utf8))
    try FileManager.default.createDirectory(atPath: folder["words"], withIntermediateDirectories: false)
    try folder.write("words/de.conf", Array("[Theme]\ntitle = Ger\u{e4}t l\u{e4}dt\u{ad}\n".utf8))
    try folder.write("words/ja.conf", Array("[Theme]\ntitle = \u{8d77}\u{52d5}\u{4e2d}\u{8d77}\n".utf8))
    let outcome = try Program.loaderctl(in: folder).run(["check", folder.path])
    let lines = outcome.errors.split(separator: "\n").filter { $0.contains("no font has") }
    #expect(outcome.status == 0 && lines.count == 1, "\(outcome.errors)")
    #expect(lines.first?.contains("words/ja.conf: no font has: \u{8d77} \u{52d5} \u{4e2d};") == true, "\(lines)")
  }

  @Test func monitorPrintsChangesOnly() throws {
    let folder = Folder()
    let words = ["--socket", daemon.socket, "--json", "monitor"]
    let monitor = try Child(Program.loaderctl(in: folder), words.map { Array($0.utf8) }, in: folder)
    #expect(try eventually { try !folder.data("out").isEmpty })
    let observer = try daemon.client()
    observer.send("{\"method\":\"io.loaderd.Screen.Monitor\",\"more\":true}")
    for _ in 0..<3 { _ = try observer.reply() }  // the daemon has sent frame statistics
    #expect(try daemon.control(["status", "new"]).status == 0)
    #expect(try eventually { String(decoding: try folder.data("out"), as: UTF8.self).contains("new") })
    #expect(try daemon.control(["quit"]).status == 0)
    let lines = try monitor.finish().text.split(separator: "\n")
    #expect(lines.count == 2, "\(lines)")
  }
}
