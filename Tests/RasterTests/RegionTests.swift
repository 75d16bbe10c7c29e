import SeededRandom
import Testing

@testable import Raster

/// Merging of rectangles in a region.
@Suite struct RegionTests {
  @Test func regionCoversAllAddedRectanglesWithoutOverlap() {
    var random = SeededRandom(seed: 2)
    for _ in 0..<300 {
      var region = Region()
      var added: [Rect] = []
      for _ in 0..<Int.random(in: 1...30, using: &random) {
        let x = Int32.random(in: -50...900, using: &random), y = Int32.random(in: -50...700, using: &random)
        let rect = Rect(
          x, y, x + Int32.random(in: 0...200, using: &random), y + Int32.random(in: 0...200, using: &random))
        region.add(rect)
        added.append(rect)
      }
      #expect(region.rects.count <= Region.limit)
      for rect in added where !rect.isEmpty {
        let covered = region.rects.reduce(0) {
          $0 + max(0, $1.intersection(rect).isEmpty ? 0 : $1.intersection(rect).area)
        }
        #expect(covered == rect.area)
      }
      for (index, rect) in region.rects.enumerated() {
        for other in region.rects[(index + 1)...] { #expect(rect.intersection(other).isEmpty) }
      }
    }
  }

  @Test func distantRectanglesAreNotMerged() {
    var region = Region(Rect(0, 0, 100, 100))
    region.add(Rect(800, 600, 900, 700))
    #expect(region.rects.count == 2)
  }
}
