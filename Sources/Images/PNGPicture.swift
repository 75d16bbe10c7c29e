internal import CSPNG
public import Raster

/// A picture file that cannot be decoded.
public struct ImageError: Error {
  /// The reason, as a phrase for the user.
  public let reason: StaticString
}

extension Picture {
  /// The default limit of a file's pixels: 32 Mi. A worker process needs up to three times their 128 MiB.
  public static var pixelLimit: Int { 32 * 1024 * 1024 }

  /// The largest picture that a client of loaderd names, in pixels: slightly more than 3840x2160.
  public static var clientPixelLimit: Int { 8_400_000 }

  /// The most bytes of one ancillary chunk, for example a colour profile; all of them together may have four times as
  /// many.
  private static var chunkLimit: Int { 8 * 1024 * 1024 }

  /// The picture of a PNG file, which is decoded when its pixels are needed for the first time. It is transparent if
  /// they are damaged.
  ///
  /// Throws `ImageError` if the bytes do not begin like a PNG file, or if there are more than `limit` pixels.
  public convenience init(undecodedPNG bytes: [UInt8], limit: Int = pixelLimit) throws(ImageError) {
    guard let file = spng_ctx_new(0) else { throw ImageError(reason: "no memory left") }
    defer { spng_ctx_free(file) }
    let header = try bytes.withUnsafeBufferPointer { (bytes) throws(ImageError) in
      try Picture.header(file, bytes, limit)
    }
    self.init(width: Int32(header.width), height: Int32(header.height)) { try? Picture(png: bytes, limit: limit) }
  }

  /// Reads the header of a PNG file. libspng keeps the address of the bytes until the last call.
  private static func header(
    _ file: OpaquePointer, _ bytes: UnsafeBufferPointer<UInt8>, _ limit: Int
  ) throws(ImageError) -> spng_ihdr {
    var header = spng_ihdr()
    guard spng_set_chunk_limits(file, chunkLimit, 4 * chunkLimit) == 0,
      spng_set_png_buffer(file, bytes.baseAddress, bytes.count) == 0, spng_get_ihdr(file, &header) == 0
    else { throw ImageError(reason: "not a PNG file, or a damaged one") }
    guard Int(header.width) <= limit / Int(header.height) else {
      throw ImageError(reason: "too many pixels; make it smaller")
    }
    return header
  }

  /// Decodes a PNG file of at most `limit` pixels with libspng, and converts it to sRGB with premultiplied alpha.
  ///
  /// Throws `ImageError` if the bytes are not a valid PNG file, if the picture is too large, or if memory is exhausted.
  public convenience init(png bytes: [UInt8], limit: Int = pixelLimit) throws(ImageError) {
    // Each chunk has a checksum of its own.
    let options = Int32(SPNG_CTX_IGNORE_ADLER32.rawValue)
    guard let file = spng_ctx_new(options) else { throw ImageError(reason: "no memory left") }
    defer { spng_ctx_free(file) }
    var pixels: [UInt32] = []
    let header = try bytes.withUnsafeBufferPointer { (bytes) throws(ImageError) in
      let header = try Picture.header(file, bytes, limit)
      pixels = [UInt32](repeating: 0, count: Int(header.width) * Int(header.height))
      let format = Int32(SPNG_FMT_RGBA8.rawValue), flags = Int32(SPNG_DECODE_TRNS.rawValue)
      // The chunks after the picture are read too, because IEND shows that the file is complete.
      guard spng_decode_image(file, &pixels, pixels.count * 4, format, flags) == 0, spng_decode_chunks(file) == 0 else {
        throw ImageError(reason: "a damaged PNG file")
      }
      return header
    }
    var gamma: UInt32 = 0, intent: UInt8 = 0
    // A decoder that knows sRGB ignores gAMA if there is an sRGB chunk (W3C PNG, "sRGB").
    let hasOwnGamma = spng_get_gama_int(file, &gamma) == 0 && spng_get_srgb(file, &intent) != 0
    if hasOwnGamma, let correction = Gamma(gamma) {
      for index in pixels.indices { pixels[index] = correction.corrected(pixels[index]) }
    }
    Picture.premultiply(&pixels)
    self.init(width: Int32(header.width), height: Int32(header.height), pixels: pixels)
  }
}
