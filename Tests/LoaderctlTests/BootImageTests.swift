import Foundation
import PNGReader
import Process
import Testing

/// `loaderctl render --boot-image`, which packaging/boot-image carries out.
@Suite struct BootImageTests {
  private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../packaging/boot-image").standardized.path
  private let folder = Folder()

  private func theme(_ name: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../systemd/themes/\(name)").standardized.path
  }

  private func run(_ theme: String, _ kind: String, _ size: String = "320x240") throws -> Outcome {
    try Program(BootImageTests.script).assigning("LOADERD=\(Program.loaderd.path)")
      .run([theme, kind, folder[kind], size])
  }

  /// A picture file as Pillow reads it: its pixels, and what identifies its format.
  private func read(_ kind: String) throws -> (width: Int, height: Int, pixels: [UInt8]) {
    let code = """
      import sys
      from PIL import Image
      picture = Image.open(sys.argv[1]).convert("RGB")
      sys.stdout.buffer.write(b"%d %d " % picture.size + picture.tobytes())
      """
    let outcome = try Program("/usr/bin/python3").run(["-c", code, folder[kind]])
    try #require(outcome.status == 0, "\(outcome.errors)")
    let parts = outcome.output.split(separator: UInt8(ascii: " "), maxSplits: 2)
    let size = parts.prefix(2).compactMap { Int(String(decoding: $0, as: UTF8.self)) }
    return (size[0], size[1], Array(parts[2]))
  }

  /// The first frame of loaderd, red, green and blue.
  private func firstFrame(_ theme: String) throws -> [UInt8] {
    let config = try folder.write("c", Array("[Screen]\ntheme = \(theme)\n".utf8))
    let outcome = try Program.loaderd.run([
      "--output", "headless", "--size", "320x240", "--config", config, "--socket", folder["s"], "--frames",
      folder["frames"], "--once",
    ])
    try #require(outcome.status == 0, "\(outcome.errors)")
    let picture = try PNGReader(folder.data("frames/000000.png"))
    return picture.rgba.indices.filter { $0 % 4 < 3 }.map { picture.rgba[$0] }
  }

  @Test(arguments: ["bmp", "u-boot"]) func wholeScreenIsTheFirstFrame(_ kind: String) throws {
    let theme = theme("dawn"), outcome = try run(theme, kind)
    try #require(outcome.status == 0, "\(outcome.errors)")
    let data = try folder.data(kind)
    #expect(data.prefix(2) == Data("BM".utf8) && data[28] == 24 && data[30] == 0, "24 bits a pixel, not compressed")
    let picture = try read(kind), frame = try firstFrame(theme)
    #expect(picture.width == 320 && picture.height == 240 && picture.pixels == frame)
  }

  @Test func runLengthsAreTheFirstFrame() throws {
    let theme = theme("line"), outcome = try run(theme, "u-boot-rle8")
    try #require(outcome.status == 0, "\(outcome.errors)")
    let data = try folder.data("u-boot-rle8")
    #expect(data[28] == 8 && data[30] == 1, "8 bits a pixel, BI_RLE8")
    let picture = try read("u-boot-rle8"), frame = try firstFrame(theme)
    #expect(picture.width == 320 && picture.height == 240 && picture.pixels == frame)
    #expect(data.count < 20_000)
  }

  /// A cropped picture on a black screen, with the middle of one in the middle of the other, is the first frame.
  @Test(arguments: ["bgrt", "kernel-logo"]) func croppedPictureIsInTheMiddle(_ kind: String) throws {
    let theme = theme("mono"), outcome = try run(theme, kind)
    try #require(outcome.status == 0, "\(outcome.errors)")
    let picture = try read(kind), frame = try firstFrame(theme)
    #expect(picture.width < 320 && picture.height < 240 && picture.width % 2 == 0 && picture.height % 2 == 0)
    var screen = [UInt8](repeating: 0, count: frame.count)
    let left = (320 - picture.width) / 2, top = (240 - picture.height) / 2
    for y in 0..<picture.height {
      for x in 0..<picture.width * 3 {
        screen[((top + y) * 320 + left) * 3 + x] = picture.pixels[y * picture.width * 3 + x]
      }
    }
    #expect(BootImageTests.colors(frame) <= 224 && screen == frame)
    if kind == "kernel-logo" {
      #expect(try folder.data(kind).prefix(3) == Data("P3\n".utf8), "pnmtologo reads no binary PPM")
      #expect(BootImageTests.colors(picture.pixels) <= 224)
    }
  }

  private static func colors(_ pixels: [UInt8]) -> Int {
    Set(stride(from: 0, to: pixels.count, by: 3).map { Array(pixels[$0..<$0 + 3]) }).count
  }

  /// More colours than the kernel's logo can have become those that are near them.
  @Test func manyColorsAreReduced() throws {
    let theme = theme("dawn"), outcome = try run(theme, "kernel-logo")
    try #require(outcome.status == 0, "\(outcome.errors)")
    let picture = try read("kernel-logo"), frame = try firstFrame(theme)
    #expect(BootImageTests.colors(frame) > 224 && BootImageTests.colors(picture.pixels) <= 224)
    try #require(picture.pixels.count == frame.count, "nothing is cropped on a screen that is not black")
    let error = zip(picture.pixels, frame).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    #expect(Double(error) / Double(frame.count) < 4)
  }

  @Test(
    arguments: [
      ["-o", "-"], ["-o", "x", "--rotate", "90"], ["-o", "x", "--size", "9x9"], ["-o", "x", "--bogus", "3"],
      ["-o", "x", "--text", "a"],
    ])
  func optionsWithoutEffectAreRejected(_ words: [String]) throws {
    let outcome = try Program.loaderctl(in: folder).run(
      ["render", "--theme", theme("line"), "--boot-image", "bmp"] + words)
    #expect(outcome.status == 2 && outcome.errors.contains("--boot-image"), "\(outcome)")
  }

  @Test func mistakesAreExplained() throws {
    #expect(try run(theme("line"), "gif").status == 2)
    let program = Program.loaderctl(in: folder)
    let missing = try program.run(["render", "--boot-image", "bmp", "-o", folder["x"]])
    #expect(missing.status == 2 && missing.errors.contains("or --theme and --boot-image"))
    let both = try program.run(["render", "bar", "--theme", theme("line"), "--boot-image", "bmp", "-o", folder["x"]])
    #expect(both.status == 2 && both.errors.contains("or --theme and --boot-image"))
    let none = try run(folder["none"], "bmp")
    #expect(none.status == 1 && none.errors.contains("No such file"), "\(none.errors)")
    _ = try folder.write("theme.conf", Array("[Theme]\nloader = square\n".utf8))
    let wrong = try run(folder["theme.conf"], "bmp")
    #expect(wrong.status == 1 && wrong.errors.contains("no loader 'square'"), "\(wrong.errors)")
    let empty = try program.run(["render", "--at", "0", "-o", folder["x.png"]])
    #expect(empty.status == 2 && empty.errors.contains("LOADER"), "\(empty.errors)")
  }
}
