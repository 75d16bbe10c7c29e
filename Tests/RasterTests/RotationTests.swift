import Raster
import SeededRandom
import Support
import Testing

/// Rotated pixels, rectangles and regions.
@Suite struct RotationTests {
  @Test func fourClockwiseRotationsAreTheIdentity() {
    let pixels = (0..<UInt32(15)).map { $0 }
    #expect(Rotation.clockwise.turned([1, 2, 3, 4, 5, 6], width: 3, height: 2) == [4, 1, 5, 2, 6, 3])
    let once = Rotation.clockwise.turned(pixels, width: 5, height: 3)
    let twice = Rotation.clockwise.turned(once, width: 3, height: 5)
    #expect(twice == Rotation.half.turned(pixels, width: 5, height: 3))
    #expect(Rotation.counterclockwise.turned(once, width: 3, height: 5) == pixels)
    #expect(Rotation.clockwise.turned(Rect(1, 0, 3, 1), width: 5, height: 3) == Rect(2, 1, 3, 3))
    var rect = Rect(1, 0, 3, 1), width: Int32 = 5, height: Int32 = 3
    for _ in 0..<4 {
      rect = Rotation.clockwise.turned(rect, width: width, height: height)
      swap(&width, &height)
    }
    #expect(rect == Rect(1, 0, 3, 1))
  }

  @Test(arguments: Rotation.allCases) func inverseRotationRestoresThePixels(rotation: Rotation) {
    let pixels = (0..<UInt32(77)).map { $0 }
    let (across, down) = rotation.isSideways ? (7, 11) : (11, 7)
    let turned = rotation.turned(pixels, width: 11, height: 7)
    #expect(rotation.inverse.turned(turned, width: across, height: down) == pixels)
  }

  /// A rotated region contains exactly the rotated pixels of the region.
  @Test(arguments: Rotation.allCases) func rotatedRegionContainsTheRotatedPixels(rotation: Rotation) {
    var random = SeededRandom(seed: 20)
    for _ in 0..<50 {
      var region = Region()
      for _ in 0..<random.roll(0...4) {
        let x = Int32(random.roll(0...130)), y = Int32(random.roll(0...90))
        region.add(Rect(x, y, x + Int32(random.roll(1...40)), y + Int32(random.roll(1...40))))
      }
      region = region.intersection(Rect(0, 0, 150, 110))
      let turned = region.turned(rotation, width: 150, height: 110)
      let (across, down) = rotation.isSideways ? (110, 150) : (150, 110)
      #expect(
        rotation.turned(marked(region, 150, 110), width: 150, height: 110) == marked(turned, across, down))
      #expect(turned.rects.count == region.rects.count)
    }
  }

  /// A picture whose pixels count the rectangles of a region over them.
  private func marked(_ region: Region, _ width: Int, _ height: Int) -> [UInt32] {
    var pixels = [UInt32](repeating: 0, count: width * height)
    for rect in region.rects {
      for y in rect.minY..<rect.maxY { for x in rect.minX..<rect.maxX { pixels[Int(y) * width + Int(x)] += 1 } }
    }
    return pixels
  }
}
