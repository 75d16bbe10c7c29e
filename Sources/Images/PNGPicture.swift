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
    var pixels: [UInt32] = []
    // libpng keeps the address of the bytes from the first call to the last.
    let failure: StaticString? = bytes.withUnsafeBytes { file in
      guard png_image_begin_read_from_memory(&image, file.baseAddress, file.count) != 0, png_has_failed(&image) == 0
      else {
        return "not a PNG file, or a damaged one"
      }
      let width = Int(image.width), height = Int(image.height)
      guard width > 0, height > 0, width <= Picture.pixelLimit / height else { return "larger than 64 million pixels" }
      image.format = png_bgra
      pixels = [UInt32](repeating: 0, count: width * height)
      return png_image_finish_read(&image, nil, &pixels, 0, nil) != 0 ? nil : "a damaged PNG file"
    }
    if let failure { throw ImageError(reason: failure) }
    let width = image.width, height = image.height
    Picture.premultiply(&pixels)
    self.init(width: Int32(width), height: Int32(height), pixels: pixels)
  }
}
