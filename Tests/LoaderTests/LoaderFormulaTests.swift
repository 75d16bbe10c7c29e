import Foundation
import Images
import Loaders
import Raster
import Scene
import Support
import Testing
import Text

/// The loaders compared with the formulas of docs/loaders.md, implemented a second time here, at points away from
/// edges.
@Suite struct LoaderFormulaTests {
  static let scales = [1.0, 1.5, 2, 3]
  static let times = [0, 0.2, 0.43, 0.85, 1.0, 1.37, 1.9, 2.4, 3.999, 604_800.3]

  private func loader(_ name: Bytes, _ scale: Double, _ given: [(name: Bytes, text: Bytes)] = []) throws -> AnyLoader {
    try Catalog.loader(name, "", given + [("scale", "\(scale)")])
  }

  private func expect(
    _ sheet: Sheet, _ x: Double, _ y: Double, _ expected: [Double], _ description: String, _ scale: Double,
    at location: SourceLocation = #_sourceLocation
  ) {
    let seen = sheet[Int(x * scale), Int(y * scale)]
    let differs = zip(seen, expected).contains { abs($0 - $1) > 2 }
    #expect(!differs, "\(description) at \(x),\(y): \(seen), not \(expected)", sourceLocation: location)
  }

  /// Source-over compositing of colours with straight alpha.
  private func over(_ top: [Double], _ alpha: Double, _ below: [Double]) -> [Double] {
    zip(top, below).map { $0 * alpha + $1 * (1 - alpha) }
  }

  private func bezier(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ x: Double) -> Double {
    func curve(_ a: Double, _ b: Double, _ t: Double) -> Double {
      3 * pow(1 - t, 2) * t * a + 3 * (1 - t) * t * t * b + pow(t, 3)
    }
    var low = 0.0, high = 1.0
    for _ in 0..<60 {
      if curve(x1, x2, (low + high) / 2) < x { low = (low + high) / 2 } else { high = (low + high) / 2 }
    }
    return curve(y1, y2, low)
  }

  private func pingPong(_ time: Double, _ duration: Double) -> Double {
    let phase = (time / (2 * duration) - (time / (2 * duration)).rounded(.down)) * 2
    return phase <= 1 ? phase : 2 - phase
  }

  /// The round caps are part of the share, so that hardly any progress and nearly all of it look like that.
  @Test(arguments: [2.0, 3]) func ringShowsItsShareWithItsCaps(_ scale: Double) throws {
    let gutter = over([142, 142, 147], 64 / 255, [0, 0, 0])
    let cases: [(Bytes, covered: [Double], free: [Double])] = [
      ("0.0001", [], [0.01, 0.5, 0.99]), ("0.02", [0.01], [0.03, 0.5, 0.99]),
      ("0.5", [0.01, 0.25, 0.49], [0.51, 0.99]), ("0.98", [0.01, 0.5, 0.97], [0.99]), ("100%", [0.01, 0.5, 0.99], []),
    ]
    for (progress, covered, free) in cases {
      let sheet = Sheet(try loader("ring", scale, [("progress", progress)]), width: 48, height: 48, at: 5)
      for turn in covered + free {
        expect(
          sheet, 24 + 22 * sin(2 * .pi * turn), 24 - 22 * cos(2 * .pi * turn),
          covered.contains(turn) ? [10, 132, 255] : gutter, "ring at \(progress)", scale)
      }
    }
  }

  @Test(arguments: scales) func barMatchesItsFormula(_ scale: Double) throws {
    let loader = try loader("bar", scale)
    let gutter = over([142, 142, 147], 128 / 255, [0, 0, 0])
    for time in Self.times {
      let sheet = Sheet(loader, width: 200, height: 20, at: time)
      let center = bezier(0.6, 0, 0.4, 1, pingPong(time, 0.85)) * 200
      for x in stride(from: 1.0, to: 199, by: 3) where abs(abs(x + 0.2 - center) - 50) > 2 {
        expect(sheet, x, 10, abs(x - center) < 50 ? [10, 132, 255] : gutter, "bar at \(time) s", scale)
      }
      expect(sheet, 0.2, 0.2, [0, 0, 0], "the corner is cut", scale)
    }
    let filled = try self.loader("bar", scale, [("progress", "37%")])
    let sheet = Sheet(filled, width: 100, height: 10, at: 9)
    expect(sheet, 35, 5, [10, 132, 255], "filled", scale)
    expect(sheet, 39, 5, gutter, "not filled", scale)
  }

  /// Between two rows of pixels, a bar stands on whole ones, and one that is lower than a pixel has a row.
  @Test(arguments: [("3", 4, 3), ("1", 2, 1), ("3", 9, 3)]) func barHasWholeRows(
    _ height: Bytes, _ display: Int, _ rows: Int
  ) throws {
    let given: [(name: Bytes, text: Bytes)] = [("height", height), ("gutter", "white"), ("width", "40")]
    let bar = Sheet(
      try loader("bar", 1, given), width: 40, height: Double(display), at: 0, framing: Size(40, Double(rows)))
    let column = (0..<display).map { bar[20, $0][0] }
    #expect(column.filter { $0 == 255 }.count == rows && column.filter { $0 == 0 }.count == display - rows, "\(column)")
  }

  @Test func barOfTheScreenHasWholeRows() throws {
    for height in 100...110 as ClosedRange<Int32> {
      var screen = Screen(background: .color(.black), scheme: .dark)
      screen.progress = ProgressAnimation(from: 1, to: 1, since: .zero)
      let drawOps = screen.drawOps(
        at: Moment(Time(seconds: 4)), width: 200, height: height, Context(Typesetter(), scale: 0.75))
      var sheet = Sheet(200, Int(height))
      sheet.paint(drawOps, over: .black, in: Region(Rect(0, 0, 200, height)))
      let column = (0..<Int(height)).map { sheet[100, $0][0] }
      #expect(column.filter { $0 == 255 }.count == 3 && column.filter { $0 != 0 }.count == 3)
    }
  }

  @Test(arguments: scales) func wormMatchesItsFormula(_ scale: Double) throws {
    for (scheme, background) in [("dark", 0.0), ("light", 255.0)] {
      let loader = try loader("worm", scale, [("scheme", Bytes(Array(scheme.utf8)))])
      for time in Self.times {
        let sheet = Sheet(loader, width: 25, height: 25, at: time)
        let cycle = 9 * 0.16 + 0.4
        let place = time - (time / cycle).rounded(.down) * cycle
        let head = place < 9 * 0.16 ? place / 0.16 : nil
        for (index, serial) in [3, 2, 1, 9, 8, 7, 4, 5, 6].enumerated() {
          let behind = (head ?? -9) - Double(serial - 1)
          let light = behind >= 0 && behind <= 2.8 ? pow(1 - behind / 2.8, 1.2) : 0
          let base = over([199, 199, 199], scheme == "dark" ? 0.35 : 1, [background, background, background])
          let expected = over(scheme == "dark" ? [255, 255, 255] : [0, 0, 0], light, base)
          expect(
            sheet, Double(index % 3) * 10 + 2.5, Double(index / 3) * 10 + 2.5, expected, "dot \(serial) at \(time) s",
            scale)
        }
      }
    }
  }

  @Test(arguments: scales) func skeletonMatchesItsFormula(_ scale: Double) throws {
    let palettes: [(String, [Double], [[Double]])] = [
      ("dark", [28, 28, 30], [[44, 44, 46], [58, 58, 60], [72, 72, 74]]),
      ("light", [255, 255, 255], [[246, 247, 248], [238, 238, 238], [221, 221, 221]]),
    ]
    for (scheme, card, light) in palettes {
      let loader = try loader("skeleton", scale, [("scheme", Bytes(Array(scheme.utf8))), ("cards", "2")])
      for time in Self.times {
        let sheet = Sheet(loader, width: 320, height: 188, at: time)
        let phase = time / 0.85 - (time / 0.85).rounded(.down)
        let g = 0.17
        let q = 0.10
        let stops = zip([g - 1, g - 1, 0, g, 1 + g], [0, 1, 1, 1 + (g - q), 1 + g]).map { $0 + ($1 - $0) * phase }
        let colors = [light[0], light[1], light[2], light[1], light[0]]
        func color(_ x: Double) -> [Double] {
          let place = ((x + 0.5 / scale) / 320 - (g - 1)) / 2
          if place <= stops[0] { return colors[0] }
          for index in 0..<4 where place <= stops[index + 1] {
            let part = (place - stops[index]) / max(1e-9, stops[index + 1] - stops[index])
            return zip(colors[index], colors[index + 1]).map { $0 + ($1 - $0) * part }
          }
          return colors[4]
        }
        for top in [0.0, 100] {
          for x in stride(from: 16.0, to: 304, by: 8) {
            let column = (x * scale).rounded(.down) / scale
            expect(sheet, x, top + 70, color(column), "\(scheme) line at \(time) s", scale)
            expect(sheet, x, top + 80, card, "card", scale)
          }
          expect(sheet, 12.6, top + 12.6, color((12.6 * scale).rounded(.down) / scale), "square corners", scale)
          expect(sheet, 32, top + 32, color((32 * scale).rounded(.down) / scale), "avatar", scale)
          expect(
            sheet, 64 + 0.6 * 244 - 8, top + 20, color(((64 + 0.6 * 244 - 8) * scale).rounded(.down) / scale), "first",
            scale)
          expect(sheet, 64 + 0.6 * 244 + 2, top + 20, card, "after the first", scale)
          expect(sheet, 64 + 0.4 * 244 + 2, top + 40, card, "after the second", scale)
        }
        expect(sheet, 100, 94, scheme == "dark" ? [0, 0, 0] : [255, 255, 255], "gap", scale)
      }
    }
  }

  @Test(arguments: scales) func liveMatchesItsFormula(_ scale: Double) throws {
    let loader = try loader("live", scale)
    let lightest = [255, 203, 198.0], light = [255, 110, 101.0], red = [255, 69, 58.0]
    let orders = [[lightest, light, red], [red, lightest, light], [light, red, lightest]]
    for time in [0, 0.999, 1, 1.5, 2, 2.999, 3, 604_800.2] {
      let size = loader.size(.unlimited, Context(Typesetter(), scale: scale))
      let sheet = Sheet(loader, width: size.width, height: size.height, at: time)
      for dot in 0..<3 {
        expect(
          sheet, Double(dot) * 13 + 5, size.height / 2, orders[Int(time) % 3][dot], "dot \(dot) at \(time) s", scale)
      }
    }
  }

  @Test(arguments: scales) func orbMatchesItsFormula(_ scale: Double) throws {
    // Without the glow, which is over the rings.
    let loader = try loader("orb", scale, [("glow", "0")])
    let blue = [10, 132, 255.0]
    let purple = [191, 90, 242.0]
    let pink = [255, 55, 95.0]
    for time in [0, 0.4, 0.8, 1.6, 1.9, 2.4, 3.1, 604_800.7] {
      let sheet = Sheet(loader, width: 300, height: 300, at: time)
      let grown = 0.94 + 0.12 * bezier(0.42, 0, 0.58, 1, pingPong(time, 1.6))
      // Along the diagonal through the centre of the highlight, inside the ball.
      for step in stride(from: -50.0, through: 50, by: 10) {
        let x = 150 + step
        let y = 150 + step
        let column = ((x * scale).rounded(.down) + 0.5) / scale, row = ((y * scale).rounded(.down) + 0.5) / scale
        let dx = (column - 150) / grown + 70 - 49
        let dy = (row - 150) / grown + 70 - 42
        let place = (hypot(dx, dy) - 4) / (98 - 4)
        // White to blue (90 % opaque) to purple.
        let part = max(0, min(1, place)) * 2
        let color: [Double], alpha: Double
        if part < 1 {
          color = zip([255, 255, 255], blue).map { $0 + ($1 - $0) * part }
          alpha = 1 - 0.1 * part
        } else {
          color = zip(blue, purple).map { $0 + ($1 - $0) * (part - 1) }
          alpha = 0.9 + 0.1 * (part - 1)
        }
        if hypot(column - 150, row - 150) > 45 { continue }  // rings are seen through the ball
        expect(sheet, x, y, over(color, alpha, [0, 0, 0]), "ball at \(time) s", scale)
      }
      // The rings where they cross the horizontal centre line, on the right.
      for ring in 0..<3 {
        let age = time - 0.8 * Double(ring)
        if age < 0 { continue }
        let e = bezier(0, 0, 0.58, 1, age / 2.4 - (age / 2.4).rounded(.down))
        let factor = 0.75 + 0.85 * e, radius = 70 * factor
        // Only rings outside the ball that are wide enough for a whole pixel.
        if radius < 70 * 1.06 + 30 || 2 * factor * scale < 3.5 { continue }
        let column = ((150 + radius) * scale).rounded(.down)
        let x = (column + 0.5) / scale
        if abs(x - 150 - radius) > factor - 0.75 / scale { continue }
        let place = ((x - 150) / (2 * radius) + 0.5 + 0.5) / 2
        let mixed =
          place < 0.5
          ? zip(blue, purple).map { $0 + ($1 - $0) * place * 2 }
          : zip(purple, pink).map { $0 + ($1 - $0) * (place * 2 - 1) }
        let seen = sheet[Int(column), Int(150 * scale)]
        let expected = mixed.map { $0 * 0.7 * (1 - e) }
        #expect(
          zip(seen, expected).allSatisfy { abs($0 - $1) <= 2 }, "ring \(ring) at \(time) s: \(seen), not \(expected)")
      }
    }
  }

  /// Plain pictures replace the artwork, so that edges can be located.
  @Test(arguments: scales) func parallaxMatchesItsFormula(_ scale: Double) throws {
    let red = PNG(
      PNG.Frame(width: 91, height: 30, pixels: (0..<2730).map { $0 % 91 < 46 ? 0xFF80_0000 : 0xFFFF_0000 }),
      hasAlpha: true)
    let green = PNG(
      PNG.Frame(width: 15, height: 15, pixels: [UInt32](repeating: 0xFF00_FF00, count: 225)), hasAlpha: true)
    let steps = (1...4).map { step in
      PNG(
        PNG.Frame(width: 10, height: 10, pixels: [UInt32](repeating: 0xFF00_0000 | UInt32(step * 60), count: 100)),
        hasAlpha: true)
    }
    let entry = try #require(Catalog.entry(named: "parallax"))
    let given: [(name: Bytes, text: Bytes)] = [
      ("city", "c"), ("tree", "t"), ("walker", "1,2,3,4"), ("scale", "\(scale)"),
    ]
    let files = Files { (path) throws(ParameterError) in
      switch path {
      case "c": red.bytes
      case "t": green.bytes
      default: steps[Int(path.utf8[0] - UInt8(ascii: "1"))].bytes
      }
    }
    let loader = try entry.loader("", given, files)
    #expect(loader.problems.isEmpty)
    for time in [0.5, 1.1, 3.3, 4.9, 7.99, 604_800.9] {
      let sheet = Sheet(loader, width: 1200, height: 500, at: time)
      let phase = time / 8 - (time / 8).rounded(.down)
      for x in stride(from: 3.0, to: 1197, by: 11) {
        let strip = (x + 910 * phase).truncatingRemainder(dividingBy: 910)
        if [0, 460, 910].contains(where: { abs(strip - $0) < 12 }) { continue }  // scaling blurs the edge
        expect(sheet, x, 150, strip < 460 ? [128, 0, 0] : [255, 0, 0], "city at \(time) s", scale)
        expect(sheet, x, 97, [238, 240, 238], "above the strip", scale)
        expect(sheet, x, 403, [238, 240, 238], "below the strip", scale)
      }
      let tree = 1275 - 1350 * phase  // from the right of the screen to its left
      for (x, isTree) in [(tree - 73, true), (tree + 73, true), (tree - 77, false), (tree + 77, false)]
      where x > 1 && x < 1199 {
        #expect((sheet[Int(x * scale), Int(300 * scale)][1] == 255) == isTree, "tree at \(time) s")
      }
      let step = Int(time / 0.125) % 4 + 1
      expect(sheet, 600, 390, [0, 0, Double(step * 60)], "walker at \(time) s", scale)
      expect(
        sheet, 600, 302,
        tree - 75 < 600 && tree + 75 > 600 ? [0, 255, 0] : Array(sheet[Int(600 * scale), Int(280 * scale)]), "above it",
        scale)
    }
    // The pictures fade in, each by itself; the background stands.
    let shown = Sheet(loader, width: 1200, height: 500, at: 0.5),
      fading = Sheet(loader, width: 1200, height: 500, at: 0.2)
    let part = bezier(0, 0, 0.58, 1, 0.4)
    expect(fading, 20, 20, shown[20, 20], "background", scale)
    expect(fading, 20, 300, over([128, 0, 0], part, [238, 240, 238]), "city", scale)
  }

  @Test func fifthRootMatchesPow() {
    for x in stride(from: 0.0, through: 1, by: 0.013) { #expect(abs(fifthRoot(x) - pow(x, 0.2)) < 1e-12) }
  }

  @Test func angleSineAndCosineMatchLibm() {
    for turn in stride(from: -2.0, through: 2, by: 0.0173) {
      #expect(abs(Angle(turn).sine - sin(turn * 2 * .pi)) < 1e-12)
      #expect(abs(Angle(turn).cosine - cos(turn * 2 * .pi)) < 1e-12)
    }
  }
}
