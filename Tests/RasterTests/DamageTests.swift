import Dice
import Testing

@testable import Raster

/// Repainting only the damage gives the same picture as repainting all.
@Suite struct DamageTests {
  @Test func ofRandomFrames() {
    var random = Dice(seed: 3)
    var partial = Sheet(160, 120)
    var shown: [Mark] = []
    partial.paint([])
    for step in 0..<400 {
      var marks = shown
      switch Int.random(in: 0..<5, using: &random) {
      case 0: marks.insert(Self.mark(&random), at: Int.random(in: 0...marks.count, using: &random))
      case 1 where !marks.isEmpty: marks.remove(at: Int.random(in: 0..<marks.count, using: &random))
      case 3 where marks.count > 1:
        marks = [
          Mark(.group(marks.filter { if case .group = $0.shape { false } else { true } }), .color(.clear), opacity: 90)
        ]
      case 2 where !marks.isEmpty: marks[Int.random(in: 0..<marks.count, using: &random)] = Self.mark(&random)
      default: marks = (0..<Int.random(in: 0...6, using: &random)).map { _ in Self.mark(&random) }
      }
      partial.paint(marks, in: Region(from: shown, to: marks))
      shown = marks
      var whole = Sheet(160, 120)
      whole.paint(marks)
      #expect(partial.pixels == whole.pixels, "frame \(step)")
    }
  }

  /// Half of a group is half of what the group is, whatever lies on what in it.
  @Test func aGroupFadesAsOne() {
    let red = Mark(.box(Box(2, 2, 20, 20), radius: Fixed(3)), .color(Color(0xFF0000)))
    let blue = Mark(.box(Box(10, 10, 20, 20), radius: Fixed(0)), .color(Color(0x0000FF, alpha: 128)))
    var whole = Sheet(40, 40), half = Sheet(40, 40), below = Sheet(40, 40)
    below.paint([], over: Color(0x406080))
    whole.paint([red, blue], over: Color(0x406080))
    half.paint([Mark(.group([red, blue]), .color(.clear), opacity: 100)], over: Color(0x406080))
    for index in half.pixels.indices {
      for shift in [0, 8, 16] as [UInt32] {
        let (a, b) = (Double(whole.pixels[index] >> shift & 255), Double(below.pixels[index] >> shift & 255))
        #expect(abs(Double(half.pixels[index] >> shift & 255) - (a * 100 + b * 155) / 255) <= 1)
      }
    }
  }

  static func mark(_ random: inout Dice) -> Mark {
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
    let turned = Arc.Direction(x: 0.6, y: 0.8)
    let round: [Shape] = [
      .arc(
        Arc(
          centerX: box.minX, centerY: box.minY, radius: Fixed(number(1...40)), width: Fixed(number(1...8)),
          from: Arc.Direction(x: 0, y: -1), to: turned, isLarge: Bool.random(using: &random))),
      .softDisc(SoftDisc(centerX: box.minX, centerY: box.minY, radius: Fixed(number(2...20)), sigma: Fixed(5))),
    ]
    let stops = [Gradient.Stop(0, color), Gradient.Stop(1, .white)]
    let paints: [Paint] = [
      .color(color),
      .gradient(Gradient(.line(fromX: box.minX, fromY: box.minY, toX: box.maxX, toY: box.maxY), stops: stops)),
      .gradient(
        Gradient(.circles(x: box.minX, y: box.minY, fromRadius: Fixed(3), toRadius: Fixed(50)), stops: stops)),
      .picture(
        Picture(width: 30, height: 20, pixels: (0..<600).map { 0xFF00_0000 | UInt32($0) }), x: box.minX.floor,
        y: box.minY.floor),
    ]
    return Mark(
      (shapes + round)[Int.random(in: 0..<shapes.count + round.count, using: &random)],
      paints[Int.random(in: 0..<paints.count, using: &random)],
      opacity: UInt8.random(in: 0...255, using: &random), blend: Bool.random(using: &random) ? .over : .plus,
      clips: Bool.random(using: &random) ? [] : [Clip(Box(20, 20, 90.5, 70.25), radius: Fixed(9))])
  }
}
