internal import CPNG
public import Raster

/// A file that cannot be shown, in words.
public struct ImageError: Error {
  public let reason: StaticString
}

extension Picture {
  /// The most pixels a file may have.
  public static var pixelLimit: Int { 64 * 1024 * 1024 }

  /// Decodes a PNG file (libpng) and multiplies its colours by their alpha.
  public convenience init(png bytes: [UInt8]) throws(ImageError) {
    var image = png_image()
    image.version = png_version
    defer { png_image_free(&image) }
    let isPNG = bytes.withUnsafeBytes { png_image_begin_read_from_memory(&image, $0.baseAddress, $0.count) != 0 }
    guard isPNG, png_has_failed(&image) == 0 else { throw ImageError(reason: "not a PNG file, or a damaged one") }
    let width = Int(image.width), height = Int(image.height)
    guard width > 0, height > 0, width <= Picture.pixelLimit / height else {
      throw ImageError(reason: "larger than 64 million pixels")
    }
    image.format = png_bgra
    var isComplete = false
    var pixels = [UInt32](unsafeUninitializedCapacity: width * height) { buffer, count in
      buffer.initialize(repeating: 0)
      isComplete = png_image_finish_read(&image, nil, buffer.baseAddress, 0, nil) != 0
      count = width * height
    }
    guard isComplete else { throw ImageError(reason: "a damaged PNG file") }
    Picture.premultiply(&pixels)
    self.init(width: Int32(width), height: Int32(height), pixels: pixels)
  }
}
