import Foundation
import Testing

@testable import Raster

/// The blurred circle, compared with a sum over the circle's area.
@Suite struct BlurredCircleTests {
  @Test(arguments: [(20.0, 4.0), (20, 10), (12, 12)]) func blurredCircleAgreesWithTheConvolution(
    _ radius: Double, _ sigma: Double
  ) {
    var bitmap = Bitmap(120, 120)
    let circle = BlurredCircle(centerX: Fixed(60), centerY: Fixed(60), radius: Fixed(radius), sigma: Fixed(sigma))
    bitmap.paint([DrawOp(.blurredCircle(circle), .color(.white))])
    for x in stride(from: 60, to: 118, by: 3) {
      var sum = 0.0
      let step = 0.5
      for sy in stride(from: -radius, through: radius, by: step) {
        for sx in stride(from: -radius, through: radius, by: step) where sx * sx + sy * sy <= radius * radius {
          let away = pow(Double(x) + 0.5 - 60 - sx, 2) + pow(0.5 - sy, 2)
          sum += exp(-away / (2 * sigma * sigma)) / (2 * .pi * sigma * sigma) * step * step
        }
      }
      #expect(abs(Double(bitmap[x, 60]) - sum * 255) <= 3, "at \(x)")
    }
  }

  /// With the centre on an edge or in the middle of a pixel, one half of a row mirrors the other.
  @Test(arguments: [60.0, 60.5, 60.25, 3, 117.5, -8, 130]) func rowsEqualSeparatePixels(_ x: Double) {
    var whole = Bitmap(120, 90), parts = Bitmap(120, 90)
    let circle = BlurredCircle(centerX: Fixed(x), centerY: Fixed(41.3), radius: Fixed(20), sigma: Fixed(6))
    let op = DrawOp(.blurredCircle(circle), .color(.white))
    whole.paint([op])
    parts.paintInPieces([op])
    #expect(whole.pixels == parts.pixels)
  }

  @Test func nothingIsLeftOutAtTheEdge() {
    let circle = BlurredCircle(centerX: Fixed(60), centerY: Fixed(60), radius: Fixed(20), sigma: Fixed(10))
    let profile = BlurProfile(blur: BlurProfile.blur(of: circle))
    var bitmap = Bitmap(120, 120)
    bitmap.paint([DrawOp(.blurredCircle(circle), .color(.white))])
    for y in 0..<120 {
      for x in 0..<120 {
        let dx = Double(x) + 0.5 - 60, dy = Double(y) + 0.5 - 60
        let step = (dx * dx + dy * dy) / (55 * 55) * Double(BlurProfile.steps)
        #expect(bitmap[x, y] == Int(profile.values[min(BlurProfile.steps, Int(step))]), "at \(x),\(y)")
      }
    }
  }
}
