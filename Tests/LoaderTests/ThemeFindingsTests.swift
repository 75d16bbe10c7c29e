import Images
import Loaders
import Rendering
import Support
import Testing
import Text

/// What `loaderctl check` and the studio say of a theme whose texts and pictures do not fit.
@Suite struct ThemeFindingsTests {
  /// A picture for every name that ends in `.png`: `WIDTHxHEIGHT.png` has that size.
  private let files = Files { (path) throws(ParameterError) in
    guard let size = try? Extent(Bytes(path.utf8.dropLast(4)), option: "name") else {
      throw ParameterError("file", "\(path): No such file or directory")
    }
    let width = Int(size.width), height = Int(size.height)
    let pixels = [UInt32](repeating: 0xFFFF_FFFF, count: width * height)
    return PNG(PNG.Frame(width: width, height: height, pixels: pixels), hasAlpha: false).bytes
  }

  private func warnings(
    _ theme: Bytes, words: Bytes? = nil, on width: Int32, _ height: Int32, millimetres: (Int32, Int32) = (0, 0)
  ) throws -> [Bytes] {
    var findings = ThemeFindings(
      "theme.conf", on: [ThemeDisplay(width: width, height: height, millimetres: millimetres)])
    for language in ["", "de"] as [Bytes] {
      let text = try ThemeText(ThemeFolder("./x"), language: language) { path in
        path == "./x/theme.conf" ? theme.utf8 : words?.utf8
      }
      findings.examine(text, files, Typesetter())
      if words == nil { break }
    }
    #expect(findings.errors.map { $0.reason } == [])
    return findings.warnings
  }

  /// A later line of the same key may go: the line before it is used then.
  @Test func replacedLinesAreCheckedToo() throws {
    let theme: Bytes = """
      [Theme]
      loader = dot
      logo = nowhere.png
      loader = ring
      logo = 10x10.png
      title-size = large
      [update]
      title-size = huge
      title-size = 20
      title-size = 30
      [boot]
      title-size = 20
      """
    let modes: [Bytes] = ["shutdown", "reboot", "firmware", "reset"]
    let others = modes.map { "\n[\($0)]\ntitle-size = 20" as Bytes }.joined(by: "")
    let text = try ThemeText(ThemeFolder("./x"), language: "") { path in
      path == "./x/theme.conf" ? (theme + others).utf8 : nil
    }
    var findings = ThemeFindings("theme.conf", on: [])
    findings.examine(text, files, Typesetter())
    #expect(findings.errors.map { $0.line } == [2, 3, 6, 8], "\(findings.errors)")
  }

  @Test func nothingIsSaidOfWhatFits() throws {
    #expect(try warnings("[Theme]\nloader = ring\nlogo = 100x40.png\ntitle = Hello", on: 800, 480) == [])
  }

  @Test func wordsHaveAsManyNumbersAsTheOriginals() throws {
    let words: Bytes = """
      [Words]
      part = Teil
      minutes = Noch % Minuten %
      minute = Noch eine Minute
      seconds = Noch % Sekunden
      moment = Gleich
      stall =
      failure = Fehler
      cancel = Abbruch
      """
    #expect(
      try warnings("[Theme]\nloader = ring", words: words, on: 800, 480) == [
        "./x/words/de.conf: not in section Words, or not with as many %: part, minutes"
      ])
  }

  @Test func textThatIsTooLongIsShortened() throws {
    let long: Bytes = [Bytes](repeating: "and the very long name of a product", count: 6).joined(by: " ")
    #expect(
      try warnings("[Theme]\nloader = ring\n[boot]\ntitle = \(long)", on: 480, 272) == [
        "theme.conf: on 480x272 in boot: the title is shortened with an ellipsis",
        "theme.conf: on 480x272 in boot: the title is drawn at 70% of its size",
      ])
    let found = try warnings(
      "[Theme]\nloader = text\n[boot]\ntext = \([Bytes](repeating: long, count: 9).joined(by: " "))", on: 320, 240)
    #expect(found.contains("theme.conf: on 320x240 in boot: the loader is shortened with an ellipsis"), "\(found)")
  }

  @Test(arguments: [60, 100, 240, 512]) func largeTextIsMadeAsSmallAsItTakes(_ size: Int) throws {
    let found = try warnings(
      "[Theme]\nloader = text\n[boot]\ntext = Please wait a moment\n[text]\nfont-size = \(size)", on: 320, 240)
    // A shortened text and a divided word have other lines.
    #expect(!found.isEmpty && found.allSatisfy { $0.hasSuffix("% of its size") }, "\(found)")
  }

  @Test func textIsMadeSmallerBeforeItIsShortened() throws {
    let title: Bytes = "Updating the firmware of the long named device in the middle of the big room"
    #expect(
      try warnings("[Theme]\nloader = ring\n[boot]\ntitle = \(title)", on: 320, 480) == [
        "theme.conf: on 320x480 in boot: the title is drawn at 85% of its size"
      ])
  }

  /// A loader is made smaller before a word of it is divided between two lines.
  @Test func noWordIsDividedThatHasRoom() throws {
    let theme: Bytes = "[Theme]\nloader = text\n[boot]\ntext = Wiederherstellungsvorgang\n[text]\nfont-size ="
    #expect(
      try warnings("\(theme) 26", on: 240, 135).contains {
        $0.hasPrefix("theme.conf: on 240x135 in boot: the loader is drawn at ")
      })
    #expect(
      try warnings("\(theme) 13", on: 240, 135).allSatisfy {
        !$0.hasPrefix("theme.conf: on 240x135 in boot: the loader")
      })
  }

  @Test func textThatIsALittleTooLongIsMadeSmaller() throws {
    let found = try warnings(
      "[Theme]\nloader = ring\ntitle = The product with a name of some length\n[update]\ntitle =", on: 320, 240)
    #expect(
      found == [
        "theme.conf: on 320x240 in boot, shutdown, reboot, firmware, reset: the title is drawn at 89% of its size"
      ])
  }

  @Test func whatHasNoRoomIsLeftOut() throws {
    let theme: Bytes =
      "[Theme]\nloader = ring\nwatermark = 60x30.png\n[ring]\nsize = 90\n[boot]\ntitle = Title\nstatus = Starting"
    let found = try warnings(theme, on: 128, 64)
    #expect(
      found.contains(
        "theme.conf: on 128x64 in boot, update, firmware, reset: the watermark is left out, because there is no room"))
    #expect(try warnings(theme, on: 480, 272) == [])
  }

  @Test func logoIsMadeSmaller() throws {
    let found = try warnings("[Theme]\nloader = ring\nlogo = 1200x300.png", on: 800, 480)
    #expect(
      found == [
        "theme.conf: on 800x480 in boot, shutdown, reboot, update, firmware, reset, failure: the logo is drawn at 63% of its size"
      ])
  }

  @Test func largeLogoIsMadeSmallerBeforeAnythingIsLeftOut() throws {
    for place: Bytes in ["loader", "top", "bottom"] {
      let large = "[Theme]\nloader = ring\nlogo = 600x400.png\nlogo-place = " + place
      #expect(
        try !warnings(large, on: 800, 480).contains { String(decoding: $0.utf8, as: UTF8.self).contains("left out") },
        "\(place)")
    }
  }

  @Test func edgeHasRoomForOne() throws {
    let theme: Bytes = "[Theme]\nloader = ring\nwatermark = 60x30.png\nlogo = 100x40.png\nlogo-place = bottom"
    #expect(
      try warnings(theme, on: 800, 480) == [
        "theme.conf: on 800x480 in boot, shutdown, reboot, update, firmware, reset, failure: the logo cannot stand at its edge, because the watermark does"
      ])
    #expect(
      try warnings(theme + "\n[boot]\nlogo-place = top", on: 800, 480).contains {
        $0.hasPrefix("theme.conf: on 800x480 in shutdown, ")
      })
  }

  /// A translation repeats nothing, and names its own file.
  @Test func translationIsLaidOutToo() throws {
    let long: Bytes = [Bytes](repeating: "Aktualisierung", count: 20).joined(by: " ")
    let texts = Strings.keys.map { "\($0) = \(Strings()[$0] ?? "")" as Bytes }
    let words: Bytes = "[update]\ntitle = \(long)\n[Words]\n\(texts.joined(by: "\n"))"
    let found = try warnings("[Theme]\nloader = ring\nlogo = 1200x300.png", words: words, on: 800, 480)
    #expect(found.count == 4)  // the subtitle follows the title
    #expect(found.contains("./x/words/de.conf: on 800x480 in update: the title is shortened with an ellipsis"))
  }

  /// The scale follows the size in millimetres: on a dense display there is less room.
  @Test func physicalSizeCounts() throws {
    let theme: Bytes = "[Theme]\nloader = ring\nlogo = 500x60.png"
    #expect(try warnings(theme, on: 800, 480) == [])
    #expect(try warnings(theme, on: 800, 480, millimetres: (62, 37)).count == 1)
  }
}
