public import Images
public import Raster
public import Support

/// Reads the files that parameters name. The module itself opens no file: the caller passes the functions that do.
public final class Files {
  /// The size limit of a file, in bytes.
  public static var limit: Int { 32 * 1024 * 1024 }

  private let pixelLimit: Int
  private let isDecodedOnUse: Bool
  private let read: (Bytes) throws(ParameterError) -> [UInt8]
  private let unpack: ((Bytes) throws(ParameterError) -> Picture)?

  /// A reader of files and pictures.
  ///
  /// - Parameters:
  ///   - read: Returns the content of the file at a path.
  ///   - pixels: The size limit of a picture that is decoded here, in pixels.
  ///   - isDecodedOnUse: Whether pictures are decoded when they are drawn for the first time.
  ///   - unpack: Returns the decoded picture at a path; nil decodes the bytes that `read` returns.
  public init(
    _ read: @escaping (Bytes) throws(ParameterError) -> [UInt8], pixels: Int = Picture.pixelLimit,
    isDecodedOnUse: Bool = false, unpack: ((Bytes) throws(ParameterError) -> Picture)? = nil
  ) {
    self.read = read
    pixelLimit = pixels
    self.isDecodedOnUse = isDecodedOnUse
    self.unpack = unpack
  }

  /// The content of the file at a path.
  public func bytes(_ path: Bytes) throws(ParameterError) -> [UInt8] { try read(path) }

  /// The picture of the PNG file at a path. Throws if it cannot be read or decoded.
  public func picture(_ path: Bytes) throws(ParameterError) -> Picture {
    if let unpack { return try unpack(path) }
    let bytes = try read(path)
    do {
      return try isDecodedOnUse
        ? Picture(undecodedPNG: bytes, limit: pixelLimit) : Picture(png: bytes, limit: pixelLimit)
    } catch {
      throw ParameterError("file", "\(path): \(error.reason)")
    }
  }

  /// A reader that passes paths with `prefix` to `other`, without the prefix, and reads all other paths itself.
  public func adding(_ other: Files?, prefix: Bytes) -> Files {
    guard let other else { return self }
    return Files { [self] (path) throws(ParameterError) in
      path.hasPrefix(prefix) ? try other.bytes(path.dropFirst(prefix.count)) : try bytes(path)
    } unpack: { [self] (path) throws(ParameterError) in
      path.hasPrefix(prefix) ? try other.picture(path.dropFirst(prefix.count)) : try picture(path)
    }
  }

  /// A reader that keeps every file and picture in memory, so that none is read twice.
  public func remembering() -> Files {
    let cache = Cache()
    return Files { [self] (path) throws(ParameterError) in
      if let file = cache.files.first(where: { $0.path == path }) { return file.bytes }
      let bytes = try bytes(path)
      cache.files.append((path, bytes))
      return bytes
    } unpack: { [self] (path) throws(ParameterError) in
      if let entry = cache.pictures.first(where: { $0.path == path }) { return entry.picture }
      let picture = try picture(path)
      cache.pictures.append((path, picture))
      return picture
    }
  }

  /// The files and pictures that were read.
  private final class Cache {
    var files: [(path: Bytes, bytes: [UInt8])] = []
    var pictures: [(path: Bytes, picture: Picture)] = []
  }
}
