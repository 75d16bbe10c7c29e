import SeededRandom
import Testing

@testable import Raster

/// Shapes whose coverage a renderer has stored look as those of a new renderer do.
@Suite struct CoverageCacheTests {
  @Test func storedShapesLookLikeNewOnes() {
    var random = SeededRandom(seed: 3)
    let renderer = Renderer()
    // More places than fit, some of them outside of the surface.
    let boxes = (0..<40).map { _ in
      let width = Double.random(in: 0.5...50, using: &random), height = Double.random(in: 0.5...50, using: &random)
      return Box(
        Double.random(in: -30...70, using: &random), Double.random(in: -30...70, using: &random), width, height)
    }
    for round in 0..<60 {
      // A few shapes come again and again.
      let drawOps = (0..<6).map { _ in
        let index = round < 30 ? Int.random(in: 0..<8, using: &random) : Int.random(in: 0..<40, using: &random)
        let radius = Fixed(Double(index % 5) * 6)
        // Of strokes with these widths, the halves are equal and the pixels are not.
        let width = Fixed(raw: 512 + Int32.random(in: 0...1, using: &random))
        return DrawOp(
          index % 3 == 0 ? .outline(boxes[index], radius: radius, width: width) : .box(boxes[index], radius: radius),
          .color(Color(red: 200, green: 90, blue: 40, alpha: UInt8.random(in: 1...255, using: &random))),
          opacity: UInt8.random(in: 0...255, using: &random))
      }
      let corner = Int32.random(in: 0..<40, using: &random)
      let region = round % 3 == 0 ? Region(Rect(corner, corner, corner + 33, corner + 21)) : nil
      var kept = Bitmap(80, 80), new = Bitmap(80, 80)
      kept.paint(drawOps, in: region, with: renderer)
      new.paint(drawOps, in: region)
      #expect(kept.pixels == new.pixels, "round \(round)")
    }
  }

  @Test func coverageIsStoredTheSecondTime() {
    var cache = CoverageCache()
    let box = Box(3.25, 4.5, 9, 9), moved = Box(13.25, -5.5, 9, 9), other = Box(3.5, 4.5, 9, 9)
    func coverage(_ box: Box) -> UnsafePointer<UInt8>? {
      cache.coverage(of: Outline(box, radius: Fixed(4.5)), in: box.bounds)
    }
    #expect(coverage(box) == nil)
    #expect(coverage(other) == nil)
    let stored = coverage(box)
    #expect(stored != nil)
    #expect(coverage(moved) == stored, "moved by whole pixels")
    #expect(coverage(Box(0, 0, 49, 9)) == nil)
    #expect(coverage(Box(0, 0, 49, 9)) == nil, "too large")
    func stroke(_ side: Double, width: Int32 = 1024) -> UnsafePointer<UInt8>? {
      let box = Box(0.5, 0.5, side, side), radius = Fixed(side / 2), width = Fixed(raw: width)
      return cache.coverage(
        of: Outline(box, radius: radius, width: width), in: Shape.outline(box, radius: radius, width: width).bounds)
    }
    #expect(stroke(91) == nil)
    #expect(stroke(91) != nil)
    #expect(stroke(92) == nil)
    #expect(stroke(92) == nil, "too large")
    #expect(stroke(20, width: 256) == nil)
    #expect(stroke(20, width: 256) != nil)
    #expect(stroke(20, width: 257) == nil, "half of the width is the same, and more pixels are covered")
  }
}
