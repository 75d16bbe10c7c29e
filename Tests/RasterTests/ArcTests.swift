import Foundation
import Testing

@testable import Raster

/// The coverage of arcs, compared with counting 16×16 sample points in each pixel.
@Suite struct ArcTests {
  @Test(arguments: [(0.0, 0.25), (0.1, 0.85), (0.9, 1.4), (0, 0.5), (0.3, 1.29)])
  func coverageAgreesWithSupersampling(_ from: Double, _ to: Double) {
    func direction(_ turn: Double) -> (x: Double, y: Double) { (sin(turn * 2 * .pi), -cos(turn * 2 * .pi)) }
    let start = direction(from), end = direction(to)
    var bitmap = Bitmap(48, 48)
    let arc = Arc(
      centerX: Fixed(24.3), centerY: Fixed(23.6), radius: Fixed(16), width: Fixed(5),
      from: Arc.Direction(x: start.x, y: start.y), to: Arc.Direction(x: end.x, y: end.y), isLarge: to - from > 0.5)
    bitmap.paint([DrawOp(.arc(arc), .color(.white))])
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
        #expect(abs(Double(bitmap[x, y]) - Double(inside) * 255 / 256) <= 26, "at \(x),\(y)")
      }
    }
  }

  @Test(arguments: [2.0, 5, 40]) func rowsEqualSeparatePixels(_ width: Double) {
    var whole = Bitmap(120, 120), parts = Bitmap(120, 120)
    let arc = Arc(
      centerX: Fixed(60.2), centerY: Fixed(59.6), radius: Fixed(30), width: Fixed(width),
      from: Arc.Direction(x: 0.6, y: -0.8), to: Arc.Direction(x: -0.8, y: -0.6), isLarge: true)
    whole.paint([DrawOp(.arc(arc), .color(.white))])
    parts.paintInPieces([DrawOp(.arc(arc), .color(.white))])
    #expect(whole.pixels == parts.pixels)
  }
}
