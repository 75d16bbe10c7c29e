import Foundation
import Images
import PNGReader
import Process
import Testing

/// Animations and pictures of other boot screens, imported by packaging/import-bootanimation, import-psplash and
/// import-frames.
@Suite struct AnimationImportTests {
  private static let scripts = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../packaging").standardized.path
  private let folder = Folder()

  private func run(_ kind: String, _ source: String) throws -> Outcome {
    try Program("\(AnimationImportTests.scripts)/import-\(kind)").run([source, folder["result"]])
  }

  /// The imported theme's lines and what the script has printed. loaderctl has no problem about the theme.
  private func imported(_ kind: String, _ source: String) throws -> (lines: [String], text: String) {
    let outcome = try run(kind, source)
    #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
    let check = try Program.loaderctl(in: folder).run(["check", folder["result"]])
    #expect(check.status == 0, "\(check.errors)")
    let file = try String(contentsOfFile: folder["result/theme.conf"], encoding: .utf8)
    return (file.split(separator: "\n").map(String.init), outcome.text)
  }

  /// A transparent picture with a filled rectangle.
  private func picture(_ width: Int, _ height: Int, filled x: Range<Int>, _ y: Range<Int>, _ color: UInt32) -> [UInt8] {
    let pixels = (0..<width * height).map { x.contains($0 % width) && y.contains($0 / width) ? color : 0 }
    return PNG(PNG.Frame(width: width, height: height, pixels: pixels), hasAlpha: true).bytes
  }

  /// An archive; the names are those in the archive.
  private func archive(_ files: [(name: String, content: [UInt8])]) throws -> String {
    var arguments = [folder["boot.zip"]]
    for (index, file) in files.enumerated() {
      let isSame = index > 0 && file.content.count > 1 << 20 && file.content == files[index - 1].content
      let path = isSame ? arguments[arguments.count - 1] : try folder.write("part-\(index)", file.content)
      arguments += [file.name, path]
    }
    let code = """
      import sys, zipfile
      archive = zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED)
      for name, path in zip(sys.argv[2::2], sys.argv[3::2]): archive.writestr(name, open(path, "rb").read())
      archive.close()
      """
    let outcome = try Program("/usr/bin/python3").run(["-c", code] + arguments)
    #expect(outcome.status == 0, "\(outcome.errors)")
    return folder["boot.zip"]
  }

  private func frames(_ part: String, _ count: Int) -> [(name: String, content: [UInt8])] {
    (0..<count).map {
      let color = 0xFF00_0000 | UInt32($0) * 20
      return ("\(part)/\($0).png", picture(100, 60, filled: 40 + $0..<50 + $0, 20..<30, color | 0x40_0000))
    }
  }

  @Test func partsOfABootAnimationBecomeAnIntroALoopAndAnOutro() throws {
    let description =
      "100 60 20\np 2 3 part0 #102030\nf 0 1 part1 5 #102030\np 1 0 part2\nc 2 1 part3\nc 0 0 part4\n$SYSTEM\n"
    let files = [("desc.txt", Array(description.utf8)), ("part1/audio.wav", [1])]
    let loop = frames("part0", 4) + frames("part1", 6) + frames("part2", 1)
    let source = try archive(files + loop + frames("part3", 2) + frames("part4", 1))
    let (lines, text) = try imported("bootanimation", source)
    // The frames are cropped evenly at both sides; they are above the middle.
    for line in ["background = #102030", "align = 42%", "loader = frames", "fps = 20", "intro = 11", "outro = 6"] {
      #expect(lines.contains(line), "\(line)")
    }
    let pictures =
      "pictures = frame-{0001..0004}.png, frame-{0001..0004}.png, frame-0004.png, frame-0004.png, "
      + "frame-{0004..0010}.png, frame-{0010..0012}.png, frame-{0011..0012}.png, "
      + "frame-{0012..0013}.png"
    #expect(lines.contains(pictures), "\(lines)")
    for words in ["part1/audio.wav", "'$SYSTEM'", "the fading of a part", "part2: Android leaves it out"] {
      #expect(text.contains(words), "\(words)")
    }
    let frame = try PNGReader(folder.data("result/frame-0001.png"))
    #expect(frame.width == 20 && frame.height == 10)
  }

  @Test func trimmedFramesStandWhereTheyBelong() throws {
    let trimmed = (0..<2).map { ("a/\($0).png", picture(10, 10, filled: 0..<10, 0..<10, 0xFFFF_FFFF)) }
    let files = [
      ("desc.txt", Array("100 60 20\nc 0 0 a\n".utf8)), ("a/trim.txt", Array("10x10+0+40\n10x10+90+50\n".utf8)),
    ]
    let (lines, _) = try imported("bootanimation", try archive(files + trimmed))
    #expect(lines.contains("align = 83%") && lines.contains("pictures = frame-{0001..0002}.png"), "\(lines)")
    let second = try PNGReader(folder.data("result/frame-0002.png"))
    #expect(second.width == 100 && second.height == 20)
    #expect(second[95, 15].0 == 255 && second[95, 15].3 == 255 && second[5, 5].3 == 0)
  }

  @Test func archivesThatReachOutsideOrUnpackTooMuchAreRefused() throws {
    let description = ("desc.txt", Array("4 4 1\np 0 0 a\n".utf8))
    let zeros = [UInt8](repeating: 0, count: 33 << 20)
    for (files, words) in [
      ([description, ("../evil.png", [1])], "'../evil.png' is outside"),
      ([description, ("/etc/evil", [1])], "'/etc/evil' is outside"),
      ([description, ("a\\..\\..\\evil", [1])], "is outside"),
      ([description, ("a/0.png", zeros)], "larger than 32 MB"),
      ((0..<17).map { ("a/\($0).png", zeros) }, "larger than 512 MB"), ([("a/0.png", [1])], "no desc.txt"),
      ([description, ("a/0.png", [1, 2, 3])], "a/0.png: not a picture"),
      ([("desc.txt", Array("4 4\n".utf8))], "the first line is not WIDTH HEIGHT FPS"),
      ([("desc.txt", Array("99999 4 1\np 0 0 a\n".utf8))], "cannot be shown"), ([description], "no frames"),
    ] as [([(name: String, content: [UInt8])], String)] {
      let outcome = try run("bootanimation", try archive(files))
      #expect(outcome.status == 1 && outcome.errors.contains(words), "\(words): \(outcome.errors)")
      #expect(outcome.errors.split(separator: "\n").count == 1, "a sentence: \(outcome.errors)")
      #expect(!folder.exists("result"))
    }
    let names = [("desc.txt", Array("4 4 1\np 0 0 a\u{1B}[2J\n".utf8)), ("a\u{1B}[2J/0.png", [1])]
    let escape = try run("bootanimation", try archive(names))
    #expect(escape.errors.contains("a?[2J/0.png: not a picture"), "\(escape.errors)")
    let text = try folder.write("text", Array("no archive".utf8))
    #expect(try run("bootanimation", text).errors.contains("not a zip archive"))
  }

  /// A header as gdk-pixbuf-csource writes it: 3 pixels that are repeated, 2 that follow, 4 that are repeated.
  private static let header = #"""
    #define POKY_IMG_ROWSTRIDE (12)
    #define POKY_IMG_WIDTH (3)
    #define POKY_IMG_HEIGHT (3)
    #define POKY_IMG_BYTES_PER_PIXEL (4) /* 3:RGB, 4:RGBA */
    #define POKY_IMG_RLE_PIXEL_DATA ((uint8*) \
      "\203mmp\377\2\377\0\0\377" \
      "\1\2\3\204\204\\\"\n\377")
    """#

  @Test func pictureAndColoursOfPsplashAreCarriedOver() throws {
    let source = try folder.write("psplash-poky-img.h", Array(AnimationImportTests.header.utf8))
    let colors = "#define PSPLASH_BACKGROUND_COLOR 0xec,0xec,0xe1\n#define PSPLASH_BAR_COLOR 1, 2,3\n"
    try folder.write("psplash-colors.h", Array(colors.utf8))
    let (lines, text) = try imported("psplash", source)
    for line in ["background = #ecece1", "scheme = light", "bar-color = #010203", "logo = logo.png", "loader = none"] {
      #expect(lines.contains(line), "\(line)")
    }
    #expect(text.contains("psplash-bar-img.h"))
    let logo = try PNGReader(folder.data("result/logo.png"))
    #expect(logo[0, 0] == (109, 109, 112, 255) && logo[0, 1] == (255, 0, 0, 255))
    #expect(logo[1, 1] == (1, 2, 3, 132) && logo[2, 1] == (92, 34, 10, 255) && logo[2, 2] == (92, 34, 10, 255))
  }

  @Test func damagedHeadersAreRefused() throws {
    let good = AnimationImportTests.header
    for (text, words) in [
      (
        good.replacingOccurrences(of: "(3)\n#define POKY_IMG_HEIGHT (3)", with: "(3)\n#define POKY_IMG_HEIGHT (9)"),
        "are there"
      ),
      (good.replacingOccurrences(of: "(12)", with: "(400000000)"), "too many"),
      (good.replacingOccurrences(of: "PIXEL_DATA", with: "DATA"), "not a picture"), ("", "not a picture"),
    ] {
      let outcome = try run("psplash", try folder.write("bad.h", Array(text.utf8)))
      #expect(outcome.status == 1 && outcome.errors.contains(words), "\(words): \(outcome.errors)")
    }
  }

  @Test(arguments: [10, 24, 60]) func animatedPNGBecomesFrames(rate: Int) throws {
    let rendered = folder["spin.apng"]
    let drawn = try Program.loaderctl(in: folder).run([
      "render", "spinner", "--duration", "1", "--fps", "\(rate)", "--background", "transparent", "-o", rendered,
    ])
    #expect(drawn.status == 0, "\(drawn.errors)")
    let (lines, _) = try imported("frames", rendered)
    #expect(lines.contains("pictures = frame-{0001..00\(rate)}.png") && lines.contains("fps = \(rate)"), "\(lines)")
    #expect(!lines.contains("loop = off"), "an APNG of loaderctl is repeated")
  }

  @Test func folderOfPicturesBecomesFramesInTheOrderOfTheirNumbers() throws {
    try FileManager.default.createDirectory(atPath: folder["spin"], withIntermediateDirectories: true)
    for number in [2, 10, 1] {
      try folder.write("spin/s\(number).png", picture(30, 30, filled: 5..<25, 5..<10 + number, 0xFF00_FF00))
    }
    let (lines, text) = try imported("frames", folder["spin"])
    #expect(lines.contains("pictures = frame-{0001..0003}.png") && text.contains("fps is 30"))
    let last = try PNGReader(folder.data("result/frame-0003.png"))
    #expect(last.width == 20 && last.height == 15 && last[0, 14].3 == 255)
    let empty = Folder()
    let refused = try Program("\(AnimationImportTests.scripts)/import-frames").run([empty.path, folder["none"]])
    #expect(refused.status == 1 && refused.errors.contains("no PNG files"))
  }
}
