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
}
