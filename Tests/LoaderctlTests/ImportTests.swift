import Foundation
import Images
import Process
import Testing

/// Themes of other boot screens, imported by packaging/import-KIND.
@Suite struct ImportTests {
  private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../packaging/import-plymouth").standardized.path
  private let folder = Folder()
  private let picture = PNG(
    PNG.Frame(width: 2, height: 2, pixels: [UInt32](repeating: 0xFFFF_FFFF, count: 4)), hasAlpha: true)

  /// Writes a theme of Plymouth with the plugin two-step.
  private func theme(_ settings: String, pictures: [String] = [], module: String = "two-step") throws -> String {
    let path = folder["acme"]
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let text = "[Plymouth Theme]\nName=Acme\nModuleName=\(module)\n\n[\(module)]\n\(settings)\n"
    try folder.write("acme/acme.plymouth", Array(text.utf8))
    for name in pictures { try folder.write("acme/\(name)", picture.bytes) }
    return path
  }

  /// The imported theme's lines and what the script has printed.
  private func imported(_ source: String) throws -> (lines: [String], text: String) {
    let result = folder["result"]
    let outcome = try Program(ImportTests.script).run([source, result])
    #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
    let check = try Program.loaderctl(in: folder).run(["check", result])
    #expect(check.status == 0, "\(check.errors)")
    let file = try String(contentsOfFile: result + "/theme.conf", encoding: .utf8)
    return (file.split(separator: "\n").map(String.init), outcome.text)
  }

  @Test func settingsAndPicturesAreCarriedOver() throws {
    let settings = """
      BackgroundStartColor=0x0073b3
      BackgroundEndColor = 457e
      VerticalAlignment=.7
      WatermarkVerticalAlignment=.96
      ProgressBarForegroundColor=0xffffff80
      ProgressBarWidth=99999
      ProgressBarHeight=08
      ProgressBarVerticalAlignment=1.0
      TitleFont=Cantarell Light 30

      [boot-up]
      UseProgressBar=true

      [reboot]
      UseProgressBar=true

      [updates]
      UseProgressBar=true
      Title=Installing…
      SubTitle=Do not\\sturn off \\\\
      ProgressBarShowPercentComplete=true
      """
    let (lines, text) = try imported(
      try theme(settings, pictures: ["watermark.png", "header-image.png", "throbber-0001.png", "throbber-0002.png"]))
    for line in [
      "background = #0073b3, #00457e", "align = 70%", "watermark = watermark.png", "logo = header-image.png",
      "bar-color = #ffffff80", "bar-width = 4000", "bar-height = 8", "bar-place = bottom", "title-size = 30",
      "loader = frames", "[frames]", "pictures = throbber-{0001..0002}.png", "fps = 1", "[update]",
      "title = Installing…", "subtitle = Do not turn off", "percent = yes",
    ] {
      #expect(lines.contains(line), "\(line)")
    }
    #expect(!text.contains("throbber") && text.contains("TitleFont 'Cantarell Light 30'"))
    #expect(text.contains("UseProgressBar: estimate = yes in section [Progress] of loaderd.conf"))
    #expect(text.contains("UseProgressBar in [reboot]") && !text.contains("UseProgressBar in [updates]"))
    #expect(FileManager.default.fileExists(atPath: folder["result/watermark.png"]))
  }

  /// Plymouth shows a throbber in 2 s, whatever its frames are called.
  @Test func animationsBecomeFrames() throws {
    let many = (1...34).map { "throbber-\($0).png" }
    let (lines, text) = try imported(try theme("", pictures: many + ["animation-1.png", "progress-00.png"]))
    #expect(lines.contains("pictures = throbber-{0001..0034}.png") && lines.contains("fps = 17"))
    #expect(text.contains("animation-*.png (1)") && text.contains("progress-*.png (1)"))
  }

  @Test func animationWithoutAThrobberIsShown() throws {
    let (lines, text) = try imported(try theme("", pictures: ["animation-0001.png", "animation-0002.png"]))
    #expect(lines.contains("pictures = animation-{0001..0002}.png") && lines.contains("fps = 30"))
    #expect(text.contains("Plymouth shows it at the end"))
  }

  @Test func framesOfDifferentSizesAreLeftOut() throws {
    let path = try theme("", pictures: ["throbber-0001.png", "throbber-0002.png"])
    let wide = PNG(PNG.Frame(width: 3, height: 2, pixels: [UInt32](repeating: 0, count: 6)), hasAlpha: true)
    try folder.write("acme/throbber-0002.png", wide.bytes)
    let (lines, text) = try imported(path)
    #expect(lines.contains("loader = spinner") && !lines.contains("[frames]"))
    #expect(text.contains("throbber-*.png (2): more than 600, or not all of one size"))
  }

  @Test func foreignWordsNeverBecomeSettings() throws {
    let settings = "BackgroundStartColor=red; rm -rf /\nVerticalAlignment=$(touch x)\nProgressBarWidth=-1\nFont=`id` 7x"
    let (lines, _) = try imported(try theme(settings))
    #expect(lines.contains("background = black"))
    #expect(!lines.contains { $0.hasPrefix("align") || $0.hasPrefix("bar-") || $0.hasPrefix("status-size") })
  }

  @Test func controlCharactersAreLeftOut() throws {
    let (lines, text) = try imported(try theme("Font=Sans\u{1B}]0;forged\u{7} 12\n\n[boot-up]\nTitle=One\u{1B}[2J"))
    #expect(lines.contains("title = One[2J") && text.contains("Font 'Sans]0;forged 12'"))
  }

  @Test func themesThatCannotBeImportedAreRefused() throws {
    for (module, words) in [("script", "is a program"), ("details", "is text only"), ("acme", "is not known")] {
      let outcome = try Program(ImportTests.script).run([try theme("", module: module), folder["none"]])
      #expect(outcome.status == 1 && outcome.errors.contains(words), "\(outcome.errors)")
    }
    #expect(try Program(ImportTests.script).run([folder["nowhere"]]).errors.contains("not a folder"))
    let existing = try Program(ImportTests.script).run([try theme(""), folder.path])
    #expect(existing.status == 1 && existing.errors.contains("exists already"))
    for kind in ["plymoth", "../../../bin/sh", ""] {
      let unknown = try Program.loaderctl(in: folder).run(["import", kind, folder.path])
      #expect(unknown.status == 2 && unknown.errors.contains("'\(kind)' is not one of plymouth"))
      #expect(unknown.errors.contains("did you mean") == (kind == "plymoth"), "\(unknown.errors)")
    }
  }
}
