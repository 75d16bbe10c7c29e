@testable import Raster

/// A small opaque surface that tests paint on.
struct Bitmap {
  let width, height: Int
  var pixels: [UInt32]

  init(_ width: Int, _ height: Int) {
    self.width = width
    self.height = height
    pixels = [UInt32](repeating: 0, count: width * height)
  }

  var bounds: Rect { Rect(0, 0, Int32(width), Int32(height)) }

  mutating func paint(
    _ drawOps: [DrawOp], over background: Color = .black, in region: Region? = nil, with renderer: Renderer = Renderer()
  ) {
    let region = region ?? Region(bounds)
    let width = Int32(width), height = Int32(height)
    pixels.withUnsafeMutableBufferPointer {
      guard let start = $0.baseAddress else { return }
      let surface = Surface(start, width: width, height: height, stride: Int(width))
      renderer.paint(drawOps, over: background, in: region, of: surface)
    }
  }

  /// Paints three pixels at a time, so that no row has a run or a mirrored half, or equals the one above it.
  mutating func paintInPieces(_ drawOps: [DrawOp]) {
    for y in 0..<Int32(height) {
      for x in stride(from: Int32(0), to: Int32(width), by: 3) {
        paint(drawOps, in: Region(Rect(x, y, min(Int32(width), x + 3), y + 1)))
      }
    }
  }

  /// The red channel of a pixel, which is the coverage if white is painted on black.
  subscript(x: Int, y: Int) -> Int { Int(pixels[y * width + x] >> 16 & 255) }

  /// The sum of the coverage of all pixels.
  var coverage: Int { pixels.reduce(0) { $0 + Int($1 >> 16 & 255) } }
}

extension Box {
  /// A box from its top left corner and its size, in pixels.
  init(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
    self.init(minX: Fixed(x), minY: Fixed(y), maxX: Fixed(x + width), maxY: Fixed(y + height))
  }
}
