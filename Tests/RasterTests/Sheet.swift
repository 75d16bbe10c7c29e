@testable import Raster

/// A small surface that tests paint on.
struct Sheet {
  let width, height: Int
  var pixels: [UInt32]

  init(_ width: Int, _ height: Int) {
    (self.width, self.height) = (width, height)
    pixels = [UInt32](repeating: 0, count: width * height)
  }

  var bounds: Rect { Rect(0, 0, Int32(width), Int32(height)) }

  mutating func paint(_ marks: [Mark], over background: Color = .black, in region: Region? = nil) {
    let region = region ?? Region(bounds)
    let (width, height) = (Int32(width), Int32(height))
    pixels.withUnsafeMutableBufferPointer {
      guard let start = $0.baseAddress else { return }
      let canvas = Canvas(start, width: width, height: height, stride: Int(width))
      Painter().paint(marks, over: background, in: region, of: canvas)
    }
  }

  /// The red channel, which for white on black is the coverage.
  subscript(x: Int, y: Int) -> Int { Int(pixels[y * width + x] >> 16 & 255) }

  var coverage: Int { pixels.reduce(0) { $0 + Int($1 >> 16 & 255) } }
}

extension Box {
  init(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
    self.init(minX: Fixed(x), minY: Fixed(y), maxX: Fixed(x + width), maxY: Fixed(y + height))
  }
}
