import Foundation
import Testing

@testable import Raster

/// Arcs and blurred discs against slower sums.
@Suite struct RoundTests {
  @Test(arguments: [(0.0, 0.25), (0.1, 0.85), (0.9, 1.4), (0, 0.5), (0.3, 1.29)])
  func anArcIsItsPoints(_ from: Double, _ to: Double) {
    func direction(_ turn: Double) -> (x: Double, y: Double) { (sin(turn * 2 * .pi), -cos(turn * 2 * .pi)) }
    let (start, end) = (direction(from), direction(to))
    var sheet = Sheet(48, 48)
    let arc = Arc(
      centerX: Fixed(24.3), centerY: Fixed(23.6), radius: Fixed(16), width: Fixed(5),
      from: Arc.Direction(x: start.x, y: start.y), to: Arc.Direction(x: end.x, y: end.y), isLarge: to - from > 0.5)
    sheet.paint([Mark(.arc(arc), .color(.white))])
    for y in 0..<48 {
      for x in 0..<48 {
        var inside = 0
        for sub in 0..<256 {
          let px = Double(x) + (Double(sub % 16) + 0.5) / 16 - 24.3,
            py = Double(y) + (Double(sub / 16) + 0.5) / 16 - 23.6
          var turn = atan2(px, -py) / (2 * .pi)
          while turn < from { turn += 1 }
          let nearest = [start, end].map { hypot(px - 16 * $0.x, py - 16 * $0.y) }.min() ?? 0
          if (turn <= to ? abs(hypot(px, py) - 16) : nearest) <= 2.5 { inside += 1 }
        }
        #expect(abs(Double(sheet[x, y]) - Double(inside) * 255 / 256) <= 26, "at \(x),\(y)")
      }
    }
  }

  @Test(arguments: [(20.0, 4.0), (20, 10), (12, 12)]) func aSoftDiscIsAConvolution(_ radius: Double, _ sigma: Double) {
    var sheet = Sheet(120, 120)
    let disc = SoftDisc(centerX: Fixed(60), centerY: Fixed(60), radius: Fixed(radius), sigma: Fixed(sigma))
    sheet.paint([Mark(.softDisc(disc), .color(.white))])
    for x in stride(from: 60, to: 118, by: 3) {
      var sum = 0.0
      let step = 0.5
      for sy in stride(from: -radius, through: radius, by: step) {
        for sx in stride(from: -radius, through: radius, by: step) where sx * sx + sy * sy <= radius * radius {
          let away = pow(Double(x) + 0.5 - 60 - sx, 2) + pow(0.5 - sy, 2)
          sum += exp(-away / (2 * sigma * sigma)) / (2 * .pi * sigma * sigma) * step * step
        }
      }
      #expect(abs(Double(sheet[x, 60]) - sum * 255) <= 3, "at \(x)")
    }
  }

  @Test func functionsAgreeWithTheLibrary() {
    for x in stride(from: 0.0, to: 30, by: 0.37) {
      #expect(abs(exponential(-x) - exp(-x)) <= 1e-12 * exp(-x))
      #expect(abs(errorFunction(x) - erf(x)) < 2e-7)
    }
  }
}
