public import Images
public import Notation
public import Raster

/// Where the files that parameters name are read. Drawing code reads none by itself: who uses it says how.
public final class Files {
  /// The longest file, in bytes.
  public static var limit: Int { 32 * 1024 * 1024 }

  private let pixelLimit: Int
  private let read: (Bytes) throws(ParameterError) -> [UInt8]
  private let unpack: ((Bytes) throws(ParameterError) -> Picture)?

  /// `unpack` is for pictures that need not be decoded here, `pixels` the most of one that is.
  public init(
    _ read: @escaping (Bytes) throws(ParameterError) -> [UInt8], pixels: Int = Picture.pixelLimit,
    unpack: ((Bytes) throws(ParameterError) -> Picture)? = nil
  ) { (self.read, pixelLimit, self.unpack) = (read, pixels, unpack) }

  func bytes(_ path: Bytes) throws(ParameterError) -> [UInt8] { try read(path) }

  /// The picture of a PNG file.
  public func picture(_ path: Bytes) throws(ParameterError) -> Picture {
    if let unpack { return try unpack(path) }
    let bytes = try read(path)
    do {
      return try Picture(png: bytes, limit: pixelLimit)
    } catch {
      throw ParameterError("file", "\(path): \(error.reason)")
    }
  }
}
