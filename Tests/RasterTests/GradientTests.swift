import SeededRandom
import Testing

@testable import Raster

/// Gradients compared with floating-point interpolation.
@Suite struct GradientTests {
  /// The reference: straight alpha interpolated in floating point, then multiplied by alpha.
  private func expected(_ stops: [(Double, Color)], _ location: Double) -> [Double] {
    func channels(_ c: Color) -> [Double] { [Double(c.alpha), Double(c.red), Double(c.green), Double(c.blue)] }
    var color = channels(stops[0].1)
    if location >= stops[stops.count - 1].0 { color = channels(stops[stops.count - 1].1) }
    for (a, b) in zip(stops, stops.dropFirst()) where location > a.0 && location < b.0 {
      let part = (location - a.0) / (b.0 - a.0)
      color = zip(channels(a.1), channels(b.1)).map { $0 + ($1 - $0) * part }
    }
    return [color[0]] + color.dropFirst().map { $0 * color[0] / 255 }
  }

  @Test(arguments: [(0.0, 0.0, 60.0, 0.0), (-33.4, 0, 101.7, 0), (50, 0, 10, 0), (5, 40, 45, 3), (0, 10, 0, 30)])
  func linearGradientAgreesWithTheReference(from fromX: Double, _ fromY: Double, to toX: Double, _ toY: Double) {
    let stops: [(Double, Color)] = [
      (0, Color(0x007AFF)), (0.25, Color(0xAF52DE, alpha: 100)), (0.6, Color(0xFF2D55, alpha: 0)), (1, Color(0x10FF20)),
    ]
    let gradient = Gradient(
      .line(fromX: Fixed(fromX), fromY: Fixed(fromY), toX: Fixed(toX), toY: Fixed(toY)),
      stops: stops.map { Gradient.Stop($0.0, $0.1) })
    var row = [UInt32](repeating: 0, count: 64)
    for y in 0..<48 {
      paint(gradient, row: y, &row)
      for x in 0..<64 {
        let dx = toX - fromX, dy = toY - fromY
        let location = ((Double(x) + 0.5 - fromX) * dx + (Double(y) + 0.5 - fromY) * dy) / (dx * dx + dy * dy)
        for (index, shift) in [24, 16, 8, 0].enumerated() {
          let value = Double(row[x] >> UInt32(shift) & 255)
          #expect(abs(value - expected(stops, location)[index]) <= 2, "at \(x),\(y)")
        }
      }
    }
  }

  /// The quotient of `GradientColors` is exact, whatever the distance of the stops.
  @Test func coloursAreThoseOfAnExactDivision() {
    var random = SeededRandom(seed: 7)
    for distance in [1, 2, 3, 255, 4095, 4097, 65535, 65536, 65537, 1 << 20, 1 << 30] {
      let start = Int32(random.roll(-1000...1000)), end = start + Int32(distance)
      let stops = [
        Gradient.Stop(raw: start, Color(red: 0, green: 255, blue: 3)),
        Gradient.Stop(raw: end, Color(red: 255, green: 0, blue: 250)),
      ]
      stops.withUnsafeBufferPointer {
        var colors = GradientColors($0)
        for _ in 0..<2000 {
          let location = start + Int32(random.roll(0...distance))
          let fraction = Int(location - start) * 4096 / distance
          func channel(_ from: Int, _ to: Int) -> UInt32 { UInt32((from * 4096 + 2048 + (to - from) * fraction) >> 12) }
          let expected = 0xFF00_0000 | channel(0, 255) << 16 | channel(255, 0) << 8 | channel(3, 250)
          #expect(colors.color(at: Int64(location)) == expected, "\(distance) \(location)")
        }
      }
    }
  }

  @Test func linearGradientWithoutLengthHasAnEndColor() {
    let gradient = Gradient(
      .line(fromX: Fixed(5), fromY: Fixed(5), toX: Fixed(5), toY: Fixed(5)),
      stops: [Gradient.Stop(0, .white), Gradient.Stop(1, .black)])
    var row = [UInt32](repeating: 7, count: 9)
    paint(gradient, row: 0, &row)
    #expect(row.allSatisfy { $0 == 0xFFFF_FFFF || $0 == 0xFF00_0000 })
  }

  /// Paints the pixels of row `y` from column 0 on.
  private func paint(_ gradient: Gradient, row y: Int, _ row: inout [UInt32]) {
    let width = row.count
    row.withUnsafeMutableBufferPointer { pixels in
      guard let start = pixels.baseAddress else { return }
      // A surface whose rows all lie at the same place, so that the row has its own number.
      let surface = Surface(start, width: Int32(width), height: Int32(y) + 1, stride: 0)
      let bounds = Rect(0, Int32(y), Int32(width), Int32(y) + 1)
      let shape = Shape.box(Box(0, Double(y), Double(width), 1), radius: Fixed(0))
      Renderer().paint([DrawOp(shape, .gradient(gradient))], over: .clear, in: Region(bounds), of: surface)
    }
  }

  /// A gradient over the height of a large display: the mean of eight rows is that of the gradient in each channel,
  /// although a level is up to 180 pixels high. Rounding alone would be wrong by up to half a level.
  @Test(arguments: [true, false]) func slowGradientIsDithered(_ isOpaque: Bool) {
    let translucent = [Color(0x203040, alpha: 200), Color(0x26304A, alpha: 210)]
    let colors = isOpaque ? [Color(0x000000), Color(0x060C18)] : translucent
    let gradient = Gradient(
      .line(fromX: Fixed(0), fromY: Fixed(0), toX: Fixed(0), toY: Fixed(1080)),
      stops: [Gradient.Stop(0, colors[0]), Gradient.Stop(1, colors[1])])
    var row = [UInt32](repeating: 0, count: 64)
    for block in 0..<135 {
      var sums = [0.0, 0, 0, 0]
      for y in block * 8..<block * 8 + 8 {
        paint(gradient, row: y, &row)
        for pixel in row {
          let channels = [24, 16, 8, 0].map { pixel >> UInt32($0) & 255 }
          for index in 0..<4 { sums[index] += Double(channels[index]) / 512 }
          if channels.contains(where: { $0 > channels[0] }) { Issue.record("not premultiplied: \(channels)") }
        }
      }
      let means = expected([(0, colors[0]), (1, colors[1])], Double(block * 8 + 4) / 1080)
      #expect(zip(sums, means).allSatisfy { abs($0 - $1) < 0.15 }, "rows from \(block * 8): \(sums), not \(means)")
    }
  }

  /// A gradient that is steep in one part and slow in another is dithered.
  @Test func gradientWithASteepPartIsDitheredInItsSlowPart() {
    let stops: [(Double, Color)] = [(0, Color(0xFFD9A0)), (0.5, Color(0x160B2B)), (1, Color(0x0A0614))]
    let gradient = Gradient(
      .line(fromX: Fixed(0), fromY: Fixed(0), toX: Fixed(0), toY: Fixed(480)),
      stops: stops.map { Gradient.Stop($0.0, $0.1) })
    var row = [UInt32](repeating: 0, count: 64)
    for block in 32..<60 {
      var sums = [0.0, 0, 0]
      for y in block * 8..<block * 8 + 8 {
        paint(gradient, row: y, &row)
        for pixel in row { for index in 0..<3 { sums[index] += Double(pixel >> UInt32(16 - 8 * index) & 255) / 512 } }
      }
      let means = expected(stops, Double(block * 8 + 4) / 480).dropFirst()
      #expect(zip(sums, means).allSatisfy { abs($0 - $1) < 0.15 }, "rows from \(block * 8): \(sums), not \(means)")
    }
  }

  /// The same across the width of a large display: eight columns and eight rows have the mean of the gradient.
  @Test(arguments: [true, false]) func slowHorizontalGradientIsDithered(_ isOpaque: Bool) {
    let translucent = [Color(0x203040, alpha: 200), Color(0x26304A, alpha: 210)]
    let colors = isOpaque ? [Color(0x000000), Color(0x060C18)] : translucent
    let gradient = Gradient(
      .line(fromX: Fixed(0), fromY: Fixed(0), toX: Fixed(2000), toY: Fixed(0)),
      stops: [Gradient.Stop(0, colors[0]), Gradient.Stop(1, colors[1])])
    var rows: [[UInt32]] = []
    for y in 40..<48 {
      rows.append([UInt32](repeating: 0, count: 2000))
      paint(gradient, row: y, &rows[y - 40])
    }
    for block in 0..<250 {
      var sums = [0.0, 0, 0, 0]
      for pixel in rows.flatMap({ $0[block * 8..<block * 8 + 8] }) {
        let channels = [24, 16, 8, 0].map { pixel >> UInt32($0) & 255 }
        for index in 0..<4 { sums[index] += Double(channels[index]) / 64 }
        if channels.contains(where: { $0 > channels[0] }) { Issue.record("not premultiplied: \(channels)") }
      }
      let means = expected([(0, colors[0]), (1, colors[1])], Double(block * 8 + 4) / 2000)
      #expect(zip(sums, means).allSatisfy { abs($0 - $1) < 0.15 }, "columns from \(block * 8): \(sums), not \(means)")
    }
  }

  @Test func radialGradientAgreesWithTheReference() {
    let stops: [(Double, Color)] = [(0, .white), (0.5, Color(0x007AFF, alpha: 230)), (1, Color(0xAF52DE))]
    let axis = Gradient.Axis.circles(x: Fixed(30.5), y: Fixed(20.25), fromRadius: Fixed(4), toRadius: Fixed(25))
    let gradient = Gradient(axis, stops: stops.map { Gradient.Stop($0.0, $0.1) })
    var row = [UInt32](repeating: 0, count: 64)
    for y in 0..<48 {
      paint(gradient, row: y, &row)
      for x in 0..<64 {
        let dx = Double(x) + 0.5 - 30.5, dy = Double(y) + 0.5 - 20.25
        let location = ((dx * dx + dy * dy).squareRoot() - 4) / 21
        for (index, shift) in [24, 16, 8, 0].enumerated() {
          let value = Double(row[x] >> UInt32(shift) & 255)
          #expect(abs(value - expected(stops, location)[index]) <= 2, "at \(x),\(y)")
        }
      }
    }
  }

  /// The colours of a gradient are kept for the next operation, which may need other columns or another opacity.
  @Test func operationsThatShareAGradientEqualSeparateOnes() {
    let stops = [
      Gradient.Stop(0, .white), Gradient.Stop(0.4, Color(0x007AFF)), Gradient.Stop(1, Color(0xAF52DE, alpha: 90)),
    ]
    let line = Gradient(
      .line(fromX: Fixed(100), fromY: Fixed(0), toX: Fixed(7.5), toY: Fixed(0)), stops: stops)
    let other = Gradient(.line(fromX: Fixed(0), fromY: Fixed(0), toX: Fixed(9), toY: Fixed(0)), stops: stops)
    let slow = Gradient(.line(fromX: Fixed(0), fromY: Fixed(0), toX: Fixed(9000), toY: Fixed(0)), stops: stops)
    let slanted = Gradient(.line(fromX: Fixed(0), fromY: Fixed(0), toX: Fixed(90), toY: Fixed(50)), stops: stops)
    func op(_ x: Double, _ y: Double, _ width: Double, _ gradient: Gradient, _ opacity: UInt8 = 255) -> DrawOp {
      DrawOp(.box(Box(x, y, width, 9), radius: Fixed(3)), .gradient(gradient), opacity: opacity)
    }
    let drawOps = [
      op(40, 0, 20, line), op(50, 10, 60, line), op(0, 20, 30, line), op(3, 30, 50, line, 128), op(9, 40, 9, other),
      op(20, 50, 80, line), op(5, 60, 80, slanted), op(5, 70, 80, slanted, 77), op(0, 80, 120, line),
      op(40, 90, 30, slow), op(3, 100, 90, slow), op(9, 110, 90, slow, 40),
    ]
    var together = Bitmap(120, 120), separate = Bitmap(120, 120)
    together.paint(drawOps)
    for (index, op) in drawOps.enumerated() {
      separate.paint([op], in: Region(Rect(0, Int32(index) * 10, 120, Int32(index) * 10 + 10)))
    }
    #expect(together.pixels == separate.pixels)
  }
}
