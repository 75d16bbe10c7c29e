import Foundation
import PNGReader
import Process
import Testing

/// `loaderctl render`.
@Suite struct RenderTests {
  private let folder = Folder()

  private func render(_ words: String..., text: String = "Thinking…") throws -> Outcome {
    try Program.loaderctl(in: folder).run(["render", "shimmer", text] + words)
  }

  private func picture(_ words: String..., text: String = "Thinking…") throws -> PNGReader {
    try picture(words: words, text: text)
  }

  private func picture(words: [String], text: String = "Thinking…") throws -> PNGReader {
    let outcome = try Program.loaderctl(in: folder).run(["render", "shimmer", text, "--at", "0.3", "-o", "-"] + words)
    try #require(outcome.status == 0, "\(outcome.errors)")
    return try PNGReader(outcome.output)
  }

  /// Another program may have made the pipe non-blocking, which holds for all who share it.
  @Test func optionsWithoutEffectAreNoted() throws {
    let loaderctl = Program.loaderctl(in: Folder())
    let notes = [
      (["parallax", "--background", "red"], "--background: parallax has its own: --set background=COLOUR"),
      (["bar", "Hello"], "text: bar draws none"),
    ]
    for (words, note) in notes {
      let outcome = try loaderctl.run(["render"] + words + ["--at", "0", "-o", "-"])
      #expect(outcome.status == 0 && outcome.errors == "loaderctl: \(note)\n", "\(outcome.errors)")
    }
  }

  @Test func pictureIsWholeInAPipeThatDoesNotBlock() throws {
    let script = """
      import os, subprocess, sys, time
      reading, writing = os.pipe()
      os.set_blocking(writing, False)
      child = subprocess.Popen(sys.argv[1:], stdout=writing)
      os.close(writing)
      time.sleep(0.5)
      with os.fdopen(reading, "rb") as pipe:
          sys.stdout.buffer.write(pipe.read())
      sys.exit(child.wait())
      """
    let command = ["render", "orb", "--size", "4000x3000", "--at", "1", "-o"]
    let loaderctl = Program.loaderctl(in: folder)
    let outcome = try Program("/usr/bin/python3", ["-c", script, loaderctl.path]).run(command + ["-"])
    #expect(outcome.status == 0 && outcome.errors == "")
    #expect(try loaderctl.run(command + [folder["a.png"]]).status == 0)
    #expect(try outcome.output == folder.data("a.png") && outcome.output.count > 65536)
  }

  @Test func standardOutputEqualsTheFile() throws {
    #expect(try render("--at", "0.3", "-o", folder["a.png"]).status == 0)
    let data = try folder.data("a.png")
    #expect(try render("--at", "0.3", "-o", "-").output == data)
    #expect(try render("--at", "0.3", "-o", folder["b.png"]).output.isEmpty)
    #expect(try folder.data("b.png") == data, "the same bytes again")
    #expect(try render("--at", "0.6", "-o", "-").output != data)
  }

  @Test func severalTimesMakeSeveralFiles() throws {
    #expect(try render("--at", "0.3,1.25,0", "-o", folder["frame-%d.png"]).status == 0)
    for (number, moment) in ["0.3", "1.25", "0"].enumerated() {
      #expect(try render("--at", moment, "-o", "-").output == folder.data("frame-\(number).png"))
    }
    #expect(try render("--at", "0.3", "-o", folder["%d.png"]).status == 0)
    #expect(
      try folder.data("%d.png") == folder.data("frame-0.png"), "one time makes one file, also with %d in its name")
  }

  @Test func naturalSizeFollowsTextAndScale() throws {
    let one = try picture(), wide = try picture(text: "Thinking… for long"), large = try picture("--scale", "2")
    #expect((40...200).contains(one.width) && (12...40).contains(one.height))
    #expect(wide.width > one.width && wide.height == one.height)
    #expect((2 * one.width - 2...2 * one.width).contains(large.width))
    #expect((2 * one.height - 2...2 * one.height).contains(large.height))
    #expect(one.rgba.contains { $0 > 20 && $0 < 255 }, "something is drawn")
  }

  @Test(arguments: [
    ("100x50", "1", 100, 50), ("100x50", "1.5", 150, 75), ("10.5x10.2", "1", 11, 11), ("1x1", "1", 1, 1),
  ])
  func sizeIsInPoints(size: String, scale: String, width: Int, height: Int) throws {
    let picture = try picture("--size", size, "--scale", scale)
    #expect(picture.width == width && picture.height == height)
  }

  @Test func screenIsInPixels() throws {
    let picture = try picture("--screen", "640x480", "--scale", "2")
    #expect(picture.width == 640 && picture.height == 480)
    let lit = picture.rgba.indices.filter { $0 % 4 == 0 && picture.rgba[$0] > 40 }.map { ($0 / 4 % 640, $0 / 4 / 640) }
    let x = (lit.map(\.0).min() ?? 0) + (lit.map(\.0).max() ?? 0),
      y = (lit.map(\.1).min() ?? 0) + (lit.map(\.1).max() ?? 0)
    #expect(abs(x - 640) < 10 && abs(y - 480) < 20, "in the middle")
  }

  /// 62 mm for 800 pixels are two pixels a point.
  @Test func scaleFollowsTheSizeInMillimetres() throws {
    let dense = try picture("--screen", "800x480", "--millimetres", "62x37")
    #expect(try dense == picture("--screen", "800x480", "--scale", "2"))
    #expect(try dense != picture("--screen", "800x480"))
  }

  @Test func backgroundsAreDrawn() throws {
    let clear = try picture("--size", "120x40", "--background", "transparent")
    #expect(clear[0, 0].alpha == 0 && clear.rgba.indices.contains { $0 % 4 == 3 && clear.rgba[$0] > 100 })
    let red = try picture("--size", "120x40", "--background", "#f00")
    #expect(red[0, 0] == (255, 0, 0, 255))
    let half = try picture("--size", "120x40", "--background", "#00FF0080")
    #expect(half[0, 0] == (0, 255, 0, 128))
    #expect(try picture("--size", "120x40")[0, 0] == (0, 0, 0, 255))
    #expect(try picture("--size", "120x40", "--scheme", "light")[0, 0] == (255, 255, 255, 255))
  }

  private static let formats = [
    "xrgb8888", "xbgr8888", "argb8888", "abgr8888", "rgb565", "bgr565", "rgb888", "bgr888", "xrgb2101010", "r8", "r1",
    "d1", "r2", "l2",
  ]

  /// Pixels are converted to the format after rotation.
  @Test(arguments: formats) func formatsLimitTheColors(name: String) throws {
    let words = ["--size", "150x40", "--background", "#204060"], turned = ["--rotate", "90"]
    let whole = try picture(words: words + turned), shown = try picture(words: words + turned + ["--format", name])
    #expect((shown.width, shown.height) == (40, 150))
    let levels = Set(shown.rgba.indices.filter { $0 % 4 != 3 }.map { shown.rgba[$0] })
    switch name {
    case "rgb565", "bgr565": #expect(shown != whole && levels.count <= 64 + 32)
    case "r8": #expect(shown.rgba.indices.allSatisfy { $0 % 4 == 3 || shown.rgba[$0] == shown.rgba[$0 & ~3] })
    case "r1", "d1": #expect(levels == [0, 255])
    case "r2", "l2": #expect(levels.count > 2 && levels.isSubset(of: [0, 85, 170, 255]))
    default: #expect(shown == whole)
    }
  }

  @Test func helpListsTheFormats() throws {
    let help = try Program.loaderctl(in: folder).run(["--help"])
    let text = String(decoding: help.output, as: UTF8.self)
    for name in Self.formats { #expect(text.contains(name)) }
  }

  @Test func animationsHaveAllFrames() throws {
    let path = folder["a.apng"]
    #expect(try render("--duration", "0.5", "--fps", "10", "-o", path).status == 0)
    let animation = try PNGReader(folder.data("a.apng"))
    #expect(animation.frameCount == 5)
    #expect(
      try animation.rgba == PNGReader(render("--at", "0", "-o", "-").output).rgba,
      "its first frame is the default picture")
    #expect(try render("--duration", "0.5", "--fps", "10", "-o", "-").output == folder.data("a.apng"))
  }

  /// Without `--at`, `--duration` is the length of the animation; the loader's parameter needs `--set`.
  @Test func durationIsAParameterWithAtOrSet() throws {
    let standard = try picture(), slow = try picture("--duration", "4")
    #expect(standard != slow)
    #expect(try picture("--set", "duration=4") == slow)
  }

  @Test(arguments: [
    (["--at", "0"], "-o: say which file to write"), (["-o", "x.png"], "--at or --duration: "),
    (["--at", "0", "-o", "x.apng"], "--at: a .apng is an animation"),
    (["--at", "0", "-o", "x.APNG"], "--at: a .apng is an animation"),
    (["--duration", "1", "-o", "x.PNG"], "--duration: a .png is one frame"),
    (["--duration", "1", "-o", "x.png"], "--duration: a .png is one frame"),
    (["--at", "-1", "-o", "-"], "--at: '-1' is not within"),
    (["--at", "nan", "-o", "-"], "--at: 'nan' is not a time"), (["--at", "1e10", "-o", "-"], "--at: "),
    (["--duration", "0", "-o", "-"], "--duration: '0' is not within"),
    (["--duration", "3600", "--fps", "240", "-o", "-"], "--duration: more than 36000 frames"),
    (["--duration", "1", "--fps", "0", "-o", "-"], "--fps: "),
    (["--duration", "1", "--fps", "29.97", "-o", "-"], "--fps: a whole number"),
    (["--at", "0", "-o", "-", "--size", "0x0"], "--size: 0x0 is not within"),
    (["--at", "0", "-o", "-", "--size", "20000x20000"], "--size: 20000x20000 is not within"),
    (["--at", "0", "-o", "-", "--screen", "0x0"], "--screen: 0x0 is not within"),
    (["--at", "0", "-o", "-", "--screen", "20000x20000"], "--screen: 20000x20000 is not within"),
    (["--at", "0", "-o", "-", "--size", "big"], "--size: 'big' is not a size"),
    (["--at", "0", "-o", "-", "--size", "8000x8000", "--scale", "8"], "the picture would be larger"),
    (["--at", "0", "-o", "-", "--size", "1x1", "--screen", "1x1"], "--size and --screen: give one"),
    (["--at", "0", "-o", "-", "--millimetres", "62x37"], "--millimetres: of a display; give --screen too"),
    (["--at", "0", "-o", "-", "--screen", "9x9", "--millimetres", "5\""], "--millimetres: '5\"' is not a size"),
    (
      ["--at", "0", "-o", "-", "--screen", "9x9", "--millimetres", "0x0"],
      "--millimetres: 0x0 is not within 1x1 and 16384x16384, with an area of at most 67108864\n"
    ),
    (["--at", "0", "-o", "-", "--background", "plaid"], "--background: 'plaid' is not a colour"),
    (["--at", "0", "--at", "1", "-o", "-"], "--at: given twice"),
    (["--at", "0,1", "-o", "a.png"], "-o: several moments"), (["--at", "0,1", "-o", "-"], "-o: several moments"),
    (["--at", "0,x", "-o", "%d.png"], "--at: 'x' is not a time"), (["--at", "", "-o", "-"], "--at: "),
    (
      ["--at", "0", "-o", "-", "--format", "rgb332"],
      "--format: 'rgb332' is not one of " + formats.joined(separator: ", ")
    ), (["--at", "0", "-o", "-", "--set", "style"], "--set: 'style' is not NAME=VALUE"),
    (["--at", "0", "-o", "-", "--style", "disco"], "style: 'disco' is not one of"),
  ])
  func wrongUsageIsReported(words: [String], problem: String) throws {
    let outcome = try Program.loaderctl(in: folder).run(["render", "shimmer", "x"] + words)
    #expect(outcome.status == 2 && outcome.errorLines.count == 1 && outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("loaderctl: \(problem)"), "\(outcome.errors)")
  }

  @Test(arguments: ["/nonexistent/x.png", "/", "/dev/full"]) func unwritablePathsAreReported(path: String) throws {
    let outcome = try render("--at", "0", "-o", path)
    #expect(outcome.status == 1 && outcome.errorLines.count == 1 && outcome.errors.hasPrefix("loaderctl: \(path): "))
  }
}
