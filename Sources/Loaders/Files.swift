public import Images
public import Raster
public import Support
import Text

/// Reads the files that parameters name. The module itself opens no file: the caller passes the functions that do.
public final class Files {
  /// The size limit of a file, in bytes.
  public static var limit: Int { 32 * 1024 * 1024 }

  /// The size limit of a packed sequence, in bytes.
  private static var sequenceLimit: Int { 8 * 1024 * 1024 }

  /// The most lists of font files that are kept.
  private static var fontLimit: Int { 8 }

  private let pixelLimit: Int
  private let isDecodedOnUse: Bool
  private let read: (Bytes) throws(ParameterError) -> [UInt8]
  private let unpack: ((Bytes) throws(ParameterError) -> Picture)?
  private let unpackSequence: ((Bytes) throws(ParameterError) -> PictureSequence)?
  /// What was read, if it is kept.
  private var cache: Cache?
  /// What the paths of fonts begin with that are kept.
  private var cachedPrefix: Bytes = ""

  /// A reader of files and pictures.
  ///
  /// - Parameters:
  ///   - read: Returns the content of the file at a path.
  ///   - pixels: The size limit of a picture that is decoded here, in pixels.
  ///   - isDecodedOnUse: Whether pictures are decoded when they are drawn for the first time, and only the first frame
  ///     of a sequence is read.
  ///   - unpack: Returns the decoded picture at a path; nil decodes the bytes that `read` returns.
  ///   - sequence: Returns the sequence of the pictures that a text names; nil decodes and packs them.
  public init(
    _ read: @escaping (Bytes) throws(ParameterError) -> [UInt8], pixels: Int = Picture.pixelLimit,
    isDecodedOnUse: Bool = false, unpack: ((Bytes) throws(ParameterError) -> Picture)? = nil,
    sequence: ((Bytes) throws(ParameterError) -> PictureSequence)? = nil
  ) {
    self.read = read
    pixelLimit = pixels
    self.isDecodedOnUse = isDecodedOnUse
    self.unpack = unpack
    unpackSequence = sequence
  }

  /// The content of the file at a path. Throws for a file that cannot be read.
  public func bytes(_ path: Bytes) throws(ParameterError) -> [UInt8] { try read(path) }

  /// The picture of the PNG file at a path. Throws if it cannot be read or decoded.
  public func picture(_ path: Bytes) throws(ParameterError) -> Picture {
    if let unpack { return try unpack(path) }
    return try decode(path, limit: pixelLimit)
  }

  private func decode(_ path: Bytes, limit: Int) throws(ParameterError) -> Picture {
    let bytes = try read(path)
    do {
      return try isDecodedOnUse ? Picture(undecodedPNG: bytes, limit: limit) : Picture(png: bytes, limit: limit)
    } catch {
      throw Files.error(path, error.reason)
    }
  }

  private static func error(_ path: Bytes, _ reason: StaticString) -> ParameterError {
    ParameterError("file", "\(path): \(reason)")
  }

  /// The sequence of the PNG files that a text names, as `SequencePaths` reads it. Throws if one of them cannot be read
  /// or decoded, or has another size, and if they are too many or too large.
  public func sequence(_ names: Bytes) throws(ParameterError) -> PictureSequence {
    if let unpackSequence { return try unpackSequence(names) }
    guard let paths = SequencePaths(names)?.all else {
      throw Files.error(names, "not 1 to 600 pictures, as in spin-{01..24}.png")
    }
    var picture = try decode(paths[0], limit: PictureSequence.pixelLimit)
    if isDecodedOnUse { return PictureSequence(picture) }
    let width = picture.width, height = picture.height
    var packer = PictureSequencePacker(width: width, height: height)
    for (index, path) in paths.enumerated() {
      // A picture that stays is named again and again.
      if index > 0, path != paths[index - 1] { picture = try decode(path, limit: PictureSequence.pixelLimit) }
      if picture.width != width || picture.height != height {
        throw Files.error(path, "another size than the first picture")
      }
      packer.append(picture)
      if Int(width) * Int(height) * paths.count > PictureSequence.totalLimit || packer.size > Files.sequenceLimit {
        break
      }
      if index == paths.count - 1, let sequence = PictureSequence(packer.bytes) { return sequence }
    }
    throw Files.error(names, "too large; make the pictures smaller or fewer")
  }

  /// A reader that passes paths with `prefix` to `other`, without the prefix, and reads all other paths itself.
  public func adding(_ other: Files?, prefix: Bytes) -> Files {
    guard let other else { return self }
    let files = Files { [self] (path) throws(ParameterError) in
      path.hasPrefix(prefix) ? try other.bytes(path.dropFirst(prefix.count)) : try bytes(path)
    } unpack: { [self] (path) throws(ParameterError) in
      path.hasPrefix(prefix) ? try other.picture(path.dropFirst(prefix.count)) : try picture(path)
    } sequence: { [self] (names) throws(ParameterError) in
      names.hasPrefix(prefix) ? try other.sequence(names.dropFirst(prefix.count)) : try sequence(names)
    }
    (files.cache, files.cachedPrefix) = (other.cache, prefix)
    return files
  }

  /// The font of some paths, with those that follow it, if it was made before.
  func font(_ paths: Bytes) -> FontFile? { cache?.fonts.first { $0.paths == paths }?.font }

  /// Keeps a font, so that the texts of all modes and calls share it, unless there are many: a client may combine the
  /// files of a theme as it likes.
  func keep(_ font: FontFile, _ paths: Bytes) {
    if cache?.fonts.count ?? 0 >= Files.fontLimit { return }
    if !paths.split(at: UInt8(ascii: ",")).allSatisfy({ $0.trimmed.hasPrefix(cachedPrefix) }) { return }
    cache?.fonts.append((paths, font))
  }

  /// This reader, which keeps fonts from now on, so that each is made once. For files that are in memory.
  public func keepingFonts() -> Files {
    cache = cache ?? Cache()
    return self
  }

  /// A reader that keeps every file, picture and font in memory, so that none is read twice.
  public func remembering() -> Files {
    let cache = Cache()
    let files = Files { [self] (path) throws(ParameterError) in
      if let file = cache.files.first(where: { $0.path == path }) { return file.bytes }
      let bytes = try bytes(path)
      cache.files.append((path, bytes))
      return bytes
    } unpack: { [self] (path) throws(ParameterError) in
      if let entry = cache.pictures.first(where: { $0.path == path }) { return entry.picture }
      let picture = try picture(path)
      cache.pictures.append((path, picture))
      return picture
    } sequence: { [self] (names) throws(ParameterError) in
      if let entry = cache.sequences.first(where: { $0.names == names }) { return entry.sequence }
      let sequence = try sequence(names)
      cache.sequences.append((names, sequence))
      return sequence
    }
    files.cache = cache
    return files
  }

  /// The files, pictures and fonts that were read.
  private final class Cache {
    var files: [(path: Bytes, bytes: [UInt8])] = []
    var pictures: [(path: Bytes, picture: Picture)] = []
    var sequences: [(names: Bytes, sequence: PictureSequence)] = []
    var fonts: [(paths: Bytes, font: FontFile)] = []
  }
}
