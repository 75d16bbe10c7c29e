import Foundation
import Testing

@testable import Raster

/// The blurred disc, compared with a sum over the disc's area, and the gradient by squares that shows one.
@Suite struct BlurredDiscTests {
  @Test(arguments: [0.02, 0.05, 0.2, 0.5, 1, 3]) func blurredDiscAgreesWithTheConvolution(_ sigma: Double) {
    let step = min(0.05, sigma / 4)
    for distance in stride(from: 0.0, through: 1 + 4 * sigma, by: 0.1) {
      var sum = 0.0
      for y in stride(from: -1 + step / 2, to: 1, by: step) {
        for x in stride(from: -1 + step / 2, to: 1, by: step) where x * x + y * y <= 1 {
          let away = pow(distance - x, 2) + y * y
          sum += exp(-away / (2 * sigma * sigma)) / (2 * .pi * sigma * sigma) * step * step
        }
      }
      #expect(abs(BlurredDisc.coverage(at: distance, sigma: sigma) - sum) <= 0.012, "at \(distance)")
    }
  }

  private func gradient(_ x: Double, _ y: Double) -> DrawOp {
    let stops = [Gradient.Stop(0, .white), Gradient.Stop(0.25, Color(0x808080)), Gradient.Stop(1, .black)]
    return DrawOp(
      .box(Box(0, 0, 120, 90), radius: Fixed(0)),
      .gradient(Gradient(.squares(x: Fixed(x), y: Fixed(y), radius: Fixed(40)), stops: stops)))
  }

  @Test(arguments: [60.0, 60.3, 3, 130]) func squaresAgreeWithTheFormula(_ centerX: Double) {
    var bitmap = Bitmap(120, 90)
    bitmap.paint([gradient(centerX, 41.3)])
    for y in 0..<90 {
      for x in 0..<120 {
        let dx = Double(x) + 0.5 - centerX, dy = Double(y) + 0.5 - 41.3, place = min(1, (dx * dx + dy * dy) / 1600)
        let expected = place < 0.25 ? 255 - 127 * place * 4 : 128 * (1 - place) / 0.75
        #expect(abs(Double(bitmap[x, y]) - expected) <= 1.5, "at \(x),\(y)")
      }
    }
  }

  /// With the centre on an edge or in the middle of a pixel, one half of a row mirrors the other.
  @Test(arguments: [60.0, 60.5, 60.25, 3, 117.5, -8, 130]) func rowsEqualSeparatePixels(_ x: Double) {
    var whole = Bitmap(120, 90), parts = Bitmap(120, 90)
    let op = gradient(x, 41.3)
    whole.paint([op])
    parts.paintInPieces([op])
    #expect(whole.pixels == parts.pixels)
  }
}
