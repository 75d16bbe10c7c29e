import Testing

@testable import Raster

/// The coverage of boxes and outlines, compared with counting 16×16 sample points in each pixel.
@Suite struct OutlineTests {
  struct Case: CustomStringConvertible {
    let x, y, width, height, radius: Double
    /// The width of the stroke; nil for a filled box.
    var line: Double?
    var description: String { "\(width)×\(height) at \(x),\(y) radius \(radius) line \(line ?? 0)" }
  }

  static let cases = [
    Case(x: 3, y: 4, width: 20, height: 10, radius: 0), Case(x: 3.3, y: 4.7, width: 20.5, height: 10.2, radius: 0),
    Case(x: 2.25, y: 3.75, width: 0.5, height: 12, radius: 0), Case(x: 4, y: 4, width: 24, height: 12, radius: 5),
    Case(x: 4.4, y: 3.1, width: 25.3, height: 17.7, radius: 6.2), Case(x: 5, y: 5, width: 20, height: 20, radius: 10),
    Case(x: 5.37, y: 6.61, width: 19.2, height: 19.2, radius: 9.6),
    Case(x: 8.1, y: 8.2, width: 5, height: 5, radius: 2.5),
    Case(x: 6, y: 6, width: 20, height: 20, radius: 10, line: 2),
    Case(x: 6.3, y: 6.8, width: 18, height: 18, radius: 9, line: 3.5),
    Case(x: 5, y: 5, width: 22, height: 14, radius: 4, line: 2),
  ]

  /// True if a point is inside, by the signed distance to a rounded box.
  private func isInside(_ c: Case, _ px: Double, _ py: Double) -> Bool {
    let radius = min(c.radius, min(c.width, c.height) / 2)
    let qx = abs(px - c.x - c.width / 2) - c.width / 2 + radius,
      qy = abs(py - c.y - c.height / 2) - c.height / 2 + radius
    let distance = (max(qx, 0) * max(qx, 0) + max(qy, 0) * max(qy, 0)).squareRoot() + min(max(qx, qy), 0) - radius
    return c.line.map { abs(distance) <= $0 / 2 } ?? (distance <= 0)
  }

  @Test(arguments: cases) func boxCoverageAgreesWithSupersampling(_ c: Case) {
    var bitmap = Bitmap(32, 32)
    let box = Box(c.x, c.y, c.width, c.height)
    let shape: Shape =
      c.line.map { .outline(box, radius: Fixed(c.radius), width: Fixed($0)) } ?? .box(box, radius: Fixed(c.radius))
    bitmap.paint([DrawOp(shape, .color(.white))])
    var total = 0.0
    for y in 0..<32 {
      for x in 0..<32 {
        var inside = 0
        for sy in 0..<16 {
          for sx in 0..<16 where isInside(c, Double(x) + (Double(sx) + 0.5) / 16, Double(y) + (Double(sy) + 0.5) / 16) {
            inside += 1
          }
        }
        total += Double(inside) / 256
        let expected = Double(inside) * 255 / 256
        #expect(abs(Double(bitmap[x, y]) - expected) <= 24, "at \(x),\(y): \(bitmap[x, y]) for \(expected)")
        if inside == 0 { #expect(bitmap[x, y] <= 16) }
        if inside == 256 { #expect(bitmap[x, y] >= 239) }
      }
    }
    #expect(abs(Double(bitmap.coverage) / 255 - total) < 0.02 * total + 0.5)
  }

  /// Painting three pixels at a time leaves no run of equal coverage, so that every pixel is computed separately.
  @Test(arguments: [
    Case(x: 1.5, y: 1.25, width: 190, height: 16, radius: 7), Case(x: 40.3, y: 1.1, width: 98, height: 98, radius: 49),
    Case(x: 40, y: 2, width: 120.5, height: 90.5, radius: 3.7), Case(x: 2, y: 2, width: 150, height: 77, radius: 0),
    Case(x: 40.3, y: 2.1, width: 90, height: 90, radius: 45, line: 3),
    Case(x: 9, y: 9, width: 150, height: 80, radius: 12, line: 5.5),
    Case(x: 9.5, y: 9.5, width: 150, height: 80, radius: 2, line: 8),
    Case(x: 30, y: 30, width: 6, height: 6, radius: 3, line: 9),
  ])
  func runsOfEqualCoverageEqualSeparatePixels(_ c: Case) {
    var wide = Bitmap(200, 100), clipped = Bitmap(200, 100)
    let box = Box(c.x, c.y, c.width, c.height)
    let shape: Shape =
      c.line.map { .outline(box, radius: Fixed(c.radius), width: Fixed($0)) } ?? .box(box, radius: Fixed(c.radius))
    let op = DrawOp(shape, .color(.white))
    wide.paint([op])
    clipped.paintInPieces([op])
    #expect(wide.pixels == clipped.pixels)
  }

  @Test func clipEdgesAreAntialiased() {
    var bitmap = Bitmap(32, 32)
    let box = Box(0, 0, 32, 32)
    bitmap.paint([
      DrawOp(.box(box, radius: Fixed(0)), .color(.white), clips: [Clip(Box(8, 8, 10.5, 10), radius: Fixed(0))])
    ])
    #expect(bitmap[7, 10] == 0 && bitmap[8, 10] == 255 && bitmap[17, 10] == 255 && (126...130).contains(bitmap[18, 10]))
  }

  /// A clip that is the shape itself changes nothing: its edges count once.
  @Test(arguments: cases.filter { $0.line == nil }) func edgesOfShapeAndClipCountOnce(_ c: Case) {
    let box = Box(c.x, c.y, c.width, c.height), radius = Fixed(c.radius)
    var plain = Bitmap(32, 32), clipped = plain
    plain.paint([DrawOp(.box(box, radius: radius), .color(.white))])
    clipped.paint([DrawOp(.box(box, radius: radius), .color(.white), clips: [Clip(box, radius: radius)])])
    #expect(plain.pixels == clipped.pixels)
  }
}
