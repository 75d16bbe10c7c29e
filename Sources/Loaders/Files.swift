public import Images
public import Support
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

  /// The content of a file.
  public func bytes(_ path: Bytes) throws(ParameterError) -> [UInt8] { try read(path) }

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

  /// Reads the files whose paths begin with `prefix` by `theirs`, without the prefix, and others as before.
  public func adding(_ theirs: Files?, prefix: Bytes) -> Files {
    guard let theirs else { return self }
    return Files { [self] (path) throws(ParameterError) in
      path.hasPrefix(prefix) ? try theirs.bytes(path.dropFirst(prefix.count)) : try bytes(path)
    } unpack: { [self] (path) throws(ParameterError) in
      path.hasPrefix(prefix) ? try theirs.picture(path.dropFirst(prefix.count)) : try picture(path)
    }
  }

  /// Remembers each file and picture that was read, so that none is read twice.
  public func remembering() -> Files {
    let memory = Memory()
    return Files { [self] (path) throws(ParameterError) in
      if let known = memory.files.first(where: { $0.path == path }) { return known.bytes }
      let bytes = try bytes(path)
      memory.files.append((path, bytes))
      return bytes
    } unpack: { [self] (path) throws(ParameterError) in
      if let known = memory.pictures.first(where: { $0.path == path }) { return known.picture }
      let picture = try picture(path)
      memory.pictures.append((path, picture))
      return picture
    }
  }

  private final class Memory {
    var files: [(path: Bytes, bytes: [UInt8])] = []
    var pictures: [(path: Bytes, picture: Picture)] = []
  }
}
