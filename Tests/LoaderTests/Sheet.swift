import Foundation
import Images
import Loaders
import PNGReader
import Raster
import Scene
import Support
import Testing
import Text

/// A picture in memory (XRGB8888) that loaders are drawn into, as `loaderctl render --size` does.
struct Sheet {
  /// The size in pixels.
  let width, height: Int
  /// Pixels 0xXXRRGGBB, row by row.
  var pixels: [UInt32]

  /// A loader in a box of `width` × `height` points, or in the middle of the box with the size `framing`.
  init(
    _ loader: AnyLoader, width: Double, height: Double, at seconds: Double, over background: Color? = nil,
    framing size: Size? = nil, _ typesetter: Typesetter = Typesetter()
  ) {
    let scale = loader.scale ?? 1
    let columns = Int((width * scale).rounded(.up))
    let rows = Int((height * scale).rounded(.up))
    var drawOps: [DrawOp] = []
    let box = Area(0, 0, width, height)
    let area = size.map { box.aligned($0) } ?? box
    loader.draw(Moment(Time(seconds: seconds)), area, Context(typesetter, scale: scale), &drawOps)
    self.init(columns, rows)
    paint(drawOps, over: background ?? loader.scheme.background, in: Region(Rect(0, 0, Int32(columns), Int32(rows))))
  }

  /// A black picture; sizes in pixels.
  init(_ width: Int, _ height: Int) {
    self.width = width
    self.height = height
    pixels = [UInt32](repeating: 0xFF00_0000, count: width * height)
  }

  /// Paints a region, as a display's back buffer is painted.
  mutating func paint(_ drawOps: [DrawOp], over background: Color, in region: Region) {
    let width = Int32(width)
    let height = Int32(height)
    pixels.withUnsafeMutableBufferPointer {
      guard let start = $0.baseAddress else { return }
      let surface = Surface(start, width: width, height: height, stride: Int(width))
      Renderer().paint(drawOps, over: background, in: region, of: surface)
    }
  }

  /// Red, green and blue of a pixel, 0…255.
  subscript(x: Int, y: Int) -> [Double] {
    [16, 8, 0].map { Double(pixels[y * width + x] >> $0 & 255) }
  }
}

extension Catalog {
  /// A loader by name, with parameters as on the command line. It cannot read files.
  static func loader(_ name: Bytes, _ text: Bytes, _ given: [(name: Bytes, text: Bytes)] = []) throws -> AnyLoader {
    let entry = try #require(Catalog.entry(named: name))
    return try entry.loader(
      text, given, Files { (path) throws(ParameterError) in throw ParameterError("font", "no files here") })
  }
}
