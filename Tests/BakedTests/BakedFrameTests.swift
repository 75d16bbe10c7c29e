import Baked
import Loaders
import Raster
import Support
import Testing

/// Baked frames are those that the theme draws.
@Suite struct BakedFrameTests {
  private static let loaders: [Bytes] = Catalog.names.filter { $0 != "frames" && $0 != "logo" }

  /// Each frame at its time, over two periods, without and with a progress.
  @Test(arguments: loaders) func framesAreThoseOfTheTheme(_ loader: Bytes) throws {
    let theme = try BakedTheme(
      """
      [Theme]
      loader = \(loader)
      text = Loading…
      title = Title
      background = #102030, #405060
      """)
    let isStill = !theme.warnings.isEmpty
    // The worm repeats after 1.84 s, which is no whole number of frames: after that its frames are a part of one later.
    for step in 0..<24 where loader != "worm" || step < 4 {
      // The start of a frame, and a time within it.
      let frame = Int64(step * 29), start = (frame * 1_000_000_000 + 59) / 60
      for progress in [nil, 0, 37, 100] as [Int?] where !isStill || progress == nil && step == 0 {
        let expected = theme.drawn(at: isStill ? 4000 : (frame * 1_000_000 / 60 + 999) / 1000, progress: progress)
        let isSame = try theme.baked(at: start + 999, progress: progress) == expected
        #expect(
          isSame,
          "frame \(frame), progress \(progress ?? -1), \(theme.warnings.map { String(decoding: $0.utf8, as: UTF8.self) })"
        )
      }
    }
  }

  @Test func aPeriodNeedsNotBeAWholeNumberOfFrames() throws {
    let theme = try BakedTheme("[Theme]\nloader = worm\n")
    for frame in 0..<110 as Range<Int64> {
      let start = (frame * 1_000_000_000 + 59) / 60
      let isSame =
        try theme.baked(at: 1_840_000_000 + start + 999, progress: nil) == theme.baked(at: start + 999, progress: nil)
      #expect(isSame, "frame \(frame)")
    }
  }

  /// What the catalog draws moves in a file, too: only these stand still.
  @Test func loadersThatStandStill() throws {
    var still: [Bytes] = []
    for loader in BakedFrameTests.loaders {
      let theme = try BakedTheme("[Theme]\nloader = \(loader)\ntext = Loading…\n")
      if !theme.warnings.isEmpty { still.append(loader) }
    }
    #expect(still == [])
  }

  @Test func modesHaveTheirTitles() throws {
    let boot = try BakedTheme("[Theme]\nloader = ring\n"),
      update = try BakedTheme("[Theme]\nloader = ring\n", mode: "update")
    let failure = try BakedTheme("[Theme]\nloader = ring\n", mode: "failure")
    for theme in [boot, update, failure] {
      let isSame = try theme.baked(at: 999, progress: nil) == theme.drawn(at: 0, progress: nil)
      #expect(isSame)
    }
    let first = try boot.baked(at: 0, progress: nil)
    let (second, third) = (try update.baked(at: 0, progress: nil), try failure.baked(at: 0, progress: nil))
    let differ = first != second && first != third && second != third
    #expect(differ)
  }

  /// A frame is drawn at the time that the frame before gives, and never earlier.
  @Test(arguments: ["spinner", "worm", "shimmer", "ring"]) func theNextChangeIsTheNextFrame(_ loader: Bytes) throws {
    let theme = try BakedTheme("[Theme]\nloader = \(loader)\n", rate: 30), screen = theme.file.screens[0]
    var time: Int64 = 0, count = 0
    while count < 200 {
      let frame = try #require(
        screen.frame(of: theme.file, at: time, progress: nil, width: theme.width, height: theme.height))
      let next = try #require(frame.nextChange)
      #expect(next > time && next - time < 1_000_000_000)
      let before = try #require(
        screen.frame(of: theme.file, at: next - 1000, progress: nil, width: theme.width, height: theme.height))
      let after = try #require(
        screen.frame(of: theme.file, at: next, progress: nil, width: theme.width, height: theme.height))
      #expect(before.drawOps == frame.drawOps && after.drawOps != frame.drawOps)
      time = next
      count += 1
    }
  }

  @Test func aStillPictureHasNoNextChange() throws {
    let still = try BakedTheme("[Theme]\nloader = none\ntitle = Off\n")
    let frame = try #require(
      still.file.screens[0].frame(of: still.file, at: 5, progress: nil, width: still.width, height: still.height))
    #expect(frame.nextChange == nil)
  }

  /// Pictures keep the memory of their file, but not the object, which keeps them.
  @Test func aFileIsReleasedAfterItsPicturesWereDrawn() throws {
    weak var file: BakedFile?
    var drawOps: [DrawOp] = []
    do {
      let theme = try BakedTheme("[Theme]\nloader = parallax\n", width: 96, height: 64, rate: 5)
      file = theme.file
      let frame = theme.file.screens[0].frame(of: theme.file, at: 2_000_000_000, progress: nil, width: 96, height: 64)
      drawOps = try #require(frame).drawOps
    }
    #expect(file == nil && drawOps.contains { if case .color = $0.paint { false } else { true } })
    #expect(BakedTheme.pixels(drawOps, .black, 96, 64).count == 6144)
  }

  /// A larger display shows the picture in its middle.
  @Test func aSmallerScreenIsInTheMiddle() throws {
    let theme = try BakedTheme("[Theme]\nloader = ring\nbackground = #336699\n"), screen = theme.file.screens[0]
    let frame = try #require(screen.frame(of: theme.file, at: 0, progress: nil, width: 420, height: 300))
    let pixels = BakedTheme.pixels(frame.drawOps, frame.background, 420, 300),
      expected = theme.drawn(at: 0, progress: nil)
    for y in 0..<300 {
      for x in 0..<420 {
        let isInside = (50..<370).contains(x) && (30..<270).contains(y)
        let pixel = isInside ? expected[(y - 30) * 320 + x - 50] : 0xFF33_6699
        if pixels[y * 420 + x] != pixel {
          Issue.record("\(x), \(y)")
          return
        }
      }
    }
  }

  @Test func aScreenIsChosenBySizeRotationAndMode() throws {
    var writer = BakedWriter(rate: 60, source: 1)
    let look = BakedWriter.Look(background: .black)
    for (width, height, rotation, mode) in [
      (800, 600, 0, "boot"), (800, 600, 90, "boot"), (800, 600, 0, "update"), (1920, 1080, 0, "boot"),
    ] as [(Int32, Int32, Int, Bytes)] {
      writer.add(width: width, height: height, rotation: rotation, mode: mode, call: nil, look, withProgress: nil)
    }
    let file = try #require(BakedFile(writer.bytes))
    func chosen(_ width: Int32, _ height: Int32, _ rotation: Int, _ mode: Bytes) -> [Int]? {
      file.screen(width: width, height: height, rotation: rotation, modes: [mode, "boot"]).map {
        [Int($0.width), $0.rotation, $0.mode == "boot" ? 0 : 1]
      }
    }
    #expect(chosen(800, 600, 0, "boot") == [800, 0, 0])
    #expect(chosen(800, 600, 90, "boot") == [800, 90, 0])
    #expect(chosen(800, 600, 0, "update") == [800, 0, 1])
    #expect(chosen(1024, 768, 0, "reset") == [800, 0, 0])
    #expect(chosen(3840, 2160, 0, "boot") == [1920, 0, 0])
    #expect(chosen(640, 480, 0, "boot") == nil)
  }
}
