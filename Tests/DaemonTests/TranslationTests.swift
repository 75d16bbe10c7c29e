import Foundation
import Process
import Support
import Testing

/// A theme with translations: `words/LANG.conf` in its folder.
@Suite struct TranslationTests {
  private let folder = Folder()

  init() throws {
    try folder.write(
      "theme.conf", Array("[Theme]\nloader = shimmer\ntext = Starting…\n[update]\ntext = Updating…\n".utf8))
    try FileManager.default.createDirectory(atPath: folder["words"], withIntermediateDirectories: false)
    let german = "[Theme]\ntext = Wird gestartet…\n[update]\ntext = Wird aktualisiert…\n[Words]\nfailure = Fehler\n"
    try folder.write("words/de.conf", Array(german.utf8))
    try folder.write("words/de_AT.conf", Array("[Theme]\ntext = Servus…\n[Words]\nnonesuch = 1\n".utf8))
  }

  private func configure(_ lang: String) throws {
    try folder.write("loaderd.conf", Array("[Screen]\ntheme = \(folder.path)\nlang = \(lang)\n".utf8))
  }

  @Test func textsAreThoseOfTheLanguage() throws {
    try folder.write("words/de_AT.conf", Array("[Theme]\ntext = Servus…\n".utf8))
    try configure("de_DE.UTF-8")
    let daemon = try RunningDaemon(showing: nil, ["--config", folder["loaderd.conf"]], in: folder)
    #expect(try daemon.call("GetState").text("text") == "Wird gestartet…")
    #expect(try daemon.call("SetMode", #"{"mode":"update"}"#).error == nil)
    #expect(try daemon.call("GetState").text("text") == "Wird aktualisiert…")
    #expect(try daemon.call("SetMode", #"{"mode":"boot"}"#).error == nil)
    for (lang, text) in [("de_AT", "Servus…"), ("fr_FR", "Starting…"), ("../words/de", "Starting…"), ("", "Starting…")]
    {
      try configure(lang)
      #expect(try daemon.call("Reload").error == nil)
      #expect(try daemon.call("GetState").text("text") == text, "\(lang)")
    }
    try folder.write("words/de_AT.conf", Array("[Theme]\ntext = Other\n[Words]\nnonesuch = 1\n".utf8))
    try configure("de_AT")
    #expect(try daemon.control(["reload"]).errors.contains("words/de_AT.conf:4: 'nonesuch': "))
    #expect(try daemon.call("GetState").text("text") == "Starting…", "a theme with an error leaves the old one")
  }

  /// One that cannot be read costs the translation, and nothing else.
  @Test func damagedTranslationsAreLogged() throws {
    try folder.write("words/fr.conf", [UInt8](repeating: 0x80, count: 100_000))
    try configure("fr")
    let daemon = try RunningDaemon(showing: nil, ["--config", folder["loaderd.conf"]], in: folder)
    #expect(try daemon.call("GetState").text("text") == "Starting…")
    #expect(try daemon.child.errors.contains("words/fr.conf:1: "))
  }

  @Test func checkReadsEachTranslation() throws {
    let check = try Program.loaderctl(in: folder).run(["check", folder.path])
    #expect(check.status == 1)
    #expect(check.errors.contains("words/de_AT.conf:4: 'nonesuch': "))
    #expect(check.errors.contains("words/de.conf: not in section Words, or not with as many %: part, minutes, "))
  }

  /// The machine's language counts where the configuration names none.
  @Test(arguments: [("etc/locale.conf", "LANG=de_DE.UTF-8\n"), ("etc/default/locale", "LC_TIME=C\nLANG=\"de_AT\"\n")])
  func filesOfTheLocaleBelongToAnInitramfs(path: String, content: String) throws {
    let root = Folder()
    for name in ["usr/bin", "etc/default", "words"] {
      try FileManager.default.createDirectory(atPath: root[name], withIntermediateDirectories: true)
    }
    try root.write("usr/bin/loaderd", [])
    try root.write(path, Array(content.utf8))
    try root.write("etc/loaderd.conf", Array("[Screen]\ntheme = /\n".utf8))
    try root.write("theme.conf", Array("[Theme]\nloader = shimmer\n".utf8))
    try root.write("words/de.conf", Array("[Theme]\ntext = Hallo\n".utf8))
    let lines = try Program.loaderctl(in: folder).run(["files", "--root", root.path]).text.split(separator: "\n")
    #expect(lines.contains("/\(path)") && lines.contains { $0.hasSuffix("/words/de.conf") }, "\(lines)")
  }
}
