import Foundation
import Images
import Loaders
import Notation
import PNGReader
import Raster
import Scene
import Testing
import Text

/// A loader drawn by itself, as `loaderctl render --size` draws it.
struct Sheet {
  let width, height: Int
  var pixels: [UInt32]

  /// In the whole box, or in the middle of it in a size of its own.
  init(
    _ loader: AnyLoader, width: Double, height: Double, at seconds: Double, over background: Color? = nil,
    framing size: Size? = nil, _ typesetter: Typesetter = Typesetter()
  ) {
    let scale = loader.scale ?? 1
    let (columns, rows) = (Int((width * scale).rounded(.up)), Int((height * scale).rounded(.up)))
    var marks: [Mark] = []
    let box = Area(0, 0, width, height)
    let area = size.map { box.aligned($0) } ?? box
    loader.draw(Moment(Time(seconds: seconds)), area, Context(typesetter, scale: scale), &marks)
    self.init(columns, rows)
    paint(marks, over: background ?? loader.scheme.background, in: Region(Rect(0, 0, Int32(columns), Int32(rows))))
  }

  init(_ width: Int, _ height: Int) {
    (self.width, self.height) = (width, height)
    pixels = [UInt32](repeating: 0xFF00_0000, count: width * height)
  }

  mutating func paint(_ marks: [Mark], over background: Color, in region: Region) {
    let (width, height) = (Int32(width), Int32(height))
    pixels.withUnsafeMutableBufferPointer {
      guard let start = $0.baseAddress else { return }
      let canvas = Canvas(start, width: width, height: height, stride: Int(width))
      Painter().paint(marks, over: background, in: region, of: canvas)
    }
  }

  /// Red, green and blue, 0…255.
  subscript(x: Int, y: Int) -> [Double] {
    [16, 8, 0].map { Double(pixels[y * width + x] >> $0 & 255) }
  }
}

extension Catalog {
  /// A loader by name, with parameters as on the command line.
  static func loader(_ name: Bytes, _ text: Bytes, _ given: [(name: Bytes, text: Bytes)] = []) throws -> AnyLoader {
    let entry = try #require(Catalog.entry(named: name))
    return try entry.loader(
      text, given, Files { (path) throws(ParameterError) in throw ParameterError("font", "no files here") })
  }
}
