import Foundation
import SeededRandom
import Testing

@testable import Raster

/// Repainting only the damage of a frame gives the same picture as repainting everything.
@Suite struct DamageTests {
  @Test func repaintingTheDamageOfRandomFramesEqualsAFullRepaint() {
    var random = SeededRandom(seed: 3)
    var partial = Bitmap(160, 120)
    var shown: [DrawOp] = []
    partial.paint([])
    for step in 0..<400 {
      var drawOps = shown
      switch Int.random(in: 0..<5, using: &random) {
      case 0: drawOps.insert(Self.randomOp(&random), at: Int.random(in: 0...drawOps.count, using: &random))
      case 1 where !drawOps.isEmpty: drawOps.remove(at: Int.random(in: 0..<drawOps.count, using: &random))
      case 3 where drawOps.count > 1:
        drawOps = [
          DrawOp(
            .group(drawOps.filter { if case .group = $0.shape { false } else { true } }), .color(.clear), opacity: 90)
        ]
      case 2 where !drawOps.isEmpty: drawOps[Int.random(in: 0..<drawOps.count, using: &random)] = Self.randomOp(&random)
      default: drawOps = (0..<Int.random(in: 0...6, using: &random)).map { _ in Self.randomOp(&random) }
      }
      partial.paint(drawOps, in: Region(from: shown, to: drawOps))
      shown = drawOps
      var whole = Bitmap(160, 120)
      whole.paint(drawOps)
      #expect(partial.pixels == whole.pixels, "frame \(step)")
    }
  }

  /// The ends of an arc move, by little or by much, and meet.
  @Test func repaintingTheChangesOfAnArcEqualsAFullRepaint() {
    var random = SeededRandom(seed: 5)
    for _ in 0..<60 {
      let radius = Double.random(in: 0.2...60, using: &random), width = Double.random(in: 0.3...20, using: &random)
      let x = Double.random(in: 40...120, using: &random), y = Double.random(in: 30...90, using: &random)
      let color = Color(0x40C0FF, alpha: .random(in: 100...255, using: &random))
      var start = Double.random(in: 0...1, using: &random), length = Double.random(in: 0.001...0.999, using: &random)
      var partial = Bitmap(160, 120), shown: [DrawOp] = []
      partial.paint([])
      for step in 0..<30 {
        let reach = [0.001, 0.02, 0.12, 0.6].randomElement(using: &random)!
        start += .random(in: -reach...reach, using: &random)
        length = min(0.9999, max(0.00001, length + .random(in: -reach...reach, using: &random)))
        let ends = (start * 2 * .pi, (start + length) * 2 * .pi)
        let arc = Arc(
          centerX: Fixed(x), centerY: Fixed(y), radius: Fixed(radius), width: Fixed(width),
          from: Arc.Direction(x: cos(ends.0), y: sin(ends.0)), to: Arc.Direction(x: cos(ends.1), y: sin(ends.1)),
          isLarge: length > 0.5)
        let drawOps = [DrawOp(.arc(arc), .color(color))]
        partial.paint(drawOps, in: Region(from: shown, to: drawOps))
        shown = drawOps
        var whole = Bitmap(160, 120)
        whole.paint(drawOps)
        #expect(partial.pixels == whole.pixels, "radius \(radius), width \(width), step \(step)")
      }
    }
  }

  /// A group with an opacity is mixed with the background as a whole, also where its operations overlap.
  @Test func groupOpacityAppliesToTheCompositedGroup() {
    let red = DrawOp(.box(Box(2, 2, 20, 20), radius: Fixed(3)), .color(Color(0xFF0000)))
    let blue = DrawOp(.box(Box(10, 10, 20, 20), radius: Fixed(0)), .color(Color(0x0000FF, alpha: 128)))
    var whole = Bitmap(40, 40), half = Bitmap(40, 40), below = Bitmap(40, 40)
    below.paint([], over: Color(0x406080))
    whole.paint([red, blue], over: Color(0x406080))
    half.paint([DrawOp(.group([red, blue]), .color(.clear), opacity: 100)], over: Color(0x406080))
    for index in half.pixels.indices {
      for shift in [0, 8, 16] as [UInt32] {
        let opaque = Double(whole.pixels[index] >> shift & 255), under = Double(below.pixels[index] >> shift & 255)
        #expect(abs(Double(half.pixels[index] >> shift & 255) - (opaque * 100 + under * 155) / 255) <= 1)
      }
    }
  }

  /// A random operation: any shape, paint, opacity, blend mode and clip.
  static func randomOp(_ random: inout SeededRandom) -> DrawOp {
    func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
    let box = Box(number(-20...150), number(-20...110), number(0...70), number(0...60))
    let color = Color(UInt32.random(in: 0...0xFFFFFF, using: &random), alpha: UInt8.random(in: 0...255, using: &random))
    let shapes: [Shape] = [
      .box(box, radius: Fixed(number(0...20))),
      .outline(box, radius: Fixed(number(0...20)), width: Fixed(number(0.5...6))),
      .mask(
        Mask(width: 9, height: 7, coverage: (0..<63).map { UInt8($0 * 4) }), x: Int32(number(-9...160)),
        y: Int32(number(-7...120))),
    ]
    let end = Arc.Direction(x: 0.6, y: 0.8)
    let round: [Shape] = [
      .arc(
        Arc(
          centerX: box.minX, centerY: box.minY, radius: Fixed(number(1...40)), width: Fixed(number(1...8)),
          from: Arc.Direction(x: 0, y: -1), to: end, isLarge: Bool.random(using: &random)))
    ]
    let stops = [Gradient.Stop(0, color), Gradient.Stop(1, .white)]
    let paints: [Paint] = [
      .color(color),
      .gradient(Gradient(.line(fromX: box.minX, fromY: box.minY, toX: box.maxX, toY: box.maxY), stops: stops)),
      .gradient(
        Gradient(
          .line(
            fromX: box.minX, fromY: box.minY, toX: Fixed(raw: box.minX.raw + 9000),
            toY: Fixed(raw: box.minY.raw + 9000)), stops: stops)),
      .gradient(
        Gradient(.circles(x: box.minX, y: box.minY, fromRadius: Fixed(3), toRadius: Fixed(50)), stops: stops)),
      .gradient(Gradient(.squares(x: box.minX, y: box.minY, radius: Fixed(50)), stops: stops)),
      .movingPicture(
        Picture(width: 30, height: 20, pixels: (0..<600).map { 0xFF00_0000 | UInt32($0 * 77) }), x: box.minX.floor,
        y: box.minY.floor, shift: UInt8.random(in: 1...255, using: &random),
        repeats: Bool.random(using: &random)),
      .picture(
        Picture(width: 30, height: 20, pixels: (0..<600).map { 0xFF00_0000 | UInt32($0) }), x: box.minX.floor,
        y: box.minY.floor),
    ]
    return DrawOp(
      (shapes + round)[Int.random(in: 0..<shapes.count + round.count, using: &random)],
      paints[Int.random(in: 0..<paints.count, using: &random)],
      opacity: UInt8.random(in: 0...255, using: &random), blend: Bool.random(using: &random) ? .over : .plus,
      clips: Bool.random(using: &random) ? [] : [Clip(Box(20, 20, 90.5, 70.25), radius: Fixed(9))])
  }
}
