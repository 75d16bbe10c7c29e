import Raster
public import Support

/// Screens that were drawn before: for sizes of displays and for modes, the drawing operations of each frame, with the
/// masks of their texts and the pixels of their pictures. `BakedWriter` writes it.
///
/// The file is used where it lies in memory. It needs neither fonts nor picture files, and its frames are the same on
/// every processor. What lies outside the file or is not possible makes a frame nil.
public final class BakedFile {
  private let words: UnsafeBufferPointer<UInt32>
  /// The object that keeps `words` in memory.
  private let owner: AnyObject
  /// The masks and pictures that were used: an operation is equal to another only if its mask is the same object.
  private var masks: [Mask?]
  private var pictures: [Picture?]
  /// Identifies what the file was made from.
  public let source: UInt64
  /// Frames per second of what moves.
  public let rate: UInt32
  /// The screens, in the order in which they were baked.
  public private(set) var screens: [BakedScreen] = []

  /// The file of bytes, which are copied. Nil if it is of another version, or damaged.
  public convenience init?(_ bytes: [UInt8]) {
    let copy = AlignedCopy(bytes)
    self.init(UnsafeRawBufferPointer(copy.memory), of: copy)
  }

  /// The file in memory that `owner` keeps, which begins at an address that four divides. Nil if it is of another
  /// version, or damaged.
  public init?(_ bytes: UnsafeRawBufferPointer, of owner: AnyObject) {
    self.owner = owner
    let words = bytes.bindMemory(to: UInt32.self)
    self.words = words
    masks = []
    pictures = []
    func header(_ index: Int) -> UInt32 { index < words.count ? UInt32(littleEndian: words[index]) : 0 }
    func long(_ index: Int) -> UInt64 { UInt64(header(index)) | UInt64(header(index + 1)) << 32 }
    source = long(BakedFormat.Header.source)
    rate = header(BakedFormat.Header.rate)
    let count = header(BakedFormat.Header.resourceCount), screenCount = header(BakedFormat.Header.screenCount)
    guard words.count >= BakedFormat.Header.count, header(BakedFormat.Header.magic) == BakedFormat.magic,
      header(BakedFormat.Header.version) == BakedFormat.version,
      header(BakedFormat.Header.size) == UInt32(clamping: words.count), (1...240).contains(rate),
      count <= BakedFormat.Limit.resources, screenCount <= BakedFormat.Limit.screens,
      long(BakedFormat.Header.checksum) == BakedFormat.checksum(words[BakedFormat.Header.source...])
    else { return nil }
    masks = [Mask?](repeating: nil, count: Int(count))
    pictures = [Picture?](repeating: nil, count: Int(count))
    for index in 0..<Int(screenCount) {
      guard let table = offset(BakedFormat.Header.screens),
        let screen = BakedScreen(self, at: table + index * BakedFormat.Screen.count)
      else { return nil }
      screens.append(screen)
    }
  }

  /// The word at an offset; nil outside of the file.
  func word(_ index: Int) -> UInt32? { index < words.count ? UInt32(littleEndian: words[index]) : nil }

  /// The offset that stands at an offset; nil if one of them is not in the file.
  func offset(_ index: Int) -> Int? { word(index).flatMap { $0 < UInt32(clamping: words.count) ? Int($0) : nil } }

  /// The text at an offset; nil if it does not lie in the file.
  func text(at offset: Int) -> Bytes? {
    guard let count = word(offset), count <= BakedFormat.Limit.text, let start = bytes(offset + 1, count: Int(count))
    else { return nil }
    return Bytes(Array(start))
  }

  /// Bytes from an offset; nil if they do not lie in the file.
  private func bytes(_ offset: Int, count: Int) -> UnsafeRawBufferPointer? {
    if offset > words.count || (count + 3) / 4 > words.count - offset { return nil }
    return UnsafeRawBufferPointer(start: words.baseAddress.map { $0 + offset }, count: count)
  }

  private func resource(_ index: UInt32, _ kind: UInt32) -> (width: Int32, height: Int32, content: Int)? {
    guard index < UInt32(masks.count), let table = offset(BakedFormat.Header.resources) else { return nil }
    let entry = table + Int(index) * BakedFormat.Resource.count
    guard word(entry + BakedFormat.Resource.kind) == kind,
      let width = word(entry + BakedFormat.Resource.width), let height = word(entry + BakedFormat.Resource.height),
      let content = offset(entry + BakedFormat.Resource.content), (1...BakedFormat.Limit.side).contains(width),
      (1...BakedFormat.Limit.side).contains(height)
    else { return nil }
    return (Int32(width), Int32(height), content)
  }

  func mask(_ index: UInt32) -> Mask? {
    guard let resource = resource(index, BakedFormat.Resource.mask) else { return nil }
    if let mask = masks[Int(index)] { return mask }
    guard let content = bytes(resource.content, count: Int(resource.width) * Int(resource.height)) else { return nil }
    let mask = Mask(width: resource.width, height: resource.height, coverage: Array(content))
    masks[Int(index)] = mask
    return mask
  }

  func picture(_ index: UInt32) -> Picture? {
    guard let resource = resource(index, BakedFormat.Resource.picture) else { return nil }
    if let picture = pictures[Int(index)] { return picture }
    guard let content = bytes(resource.content, count: 4 * Int(resource.width) * Int(resource.height)) else {
      return nil
    }
    // The picture may outlive this object, but not the memory.
    let picture = Picture(
      width: resource.width, height: resource.height, pixels: content.bindMemory(to: UInt32.self), of: owner)
    pictures[Int(index)] = picture
    return picture
  }

  /// The screen for a display: that of its size and rotation, else the largest one that is not larger than it, else
  /// nil. Of equal ones it is that of the first of `modes`.
  public func screen(width: Int32, height: Int32, rotation: Int, modes: [Bytes]) -> BakedScreen? {
    var best: (screen: BakedScreen, rank: Int)?
    for screen in screens where screen.width <= width && screen.height <= height {
      guard let priority = modes.firstIndex(of: screen.mode) else { continue }
      let size = Int(screen.width) * Int(screen.height), fits = screen.rotation == rotation ? 1 : 0
      let rank = (2 * size + fits) * modes.count - priority
      if best.map({ $0.rank < rank }) ?? true { best = (screen, rank) }
    }
    return best?.screen
  }
}

/// A copy of bytes at an address that four divides.
private final class AlignedCopy {
  let memory: UnsafeMutableRawBufferPointer

  init(_ bytes: [UInt8]) {
    memory = .allocate(byteCount: bytes.count, alignment: 4)
    memory.copyBytes(from: bytes)
  }

  deinit { memory.deallocate() }
}

extension BakedFile {
  /// The bytes with the size and the checksum that they should have: for tests of damaged files.
  package static func sealed(_ bytes: [UInt8]) -> [UInt8] {
    var words = bytes.withUnsafeBytes { all in
      (0..<all.count / 4).map { all.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self) }
    }
    if words.count < BakedFormat.Header.count { return bytes }
    words[BakedFormat.Header.size] = UInt32(words.count).littleEndian
    let sum = BakedFormat.checksum(words[BakedFormat.Header.source...])
    words[BakedFormat.Header.checksum] = UInt32(truncatingIfNeeded: sum).littleEndian
    words[BakedFormat.Header.checksum + 1] = UInt32(truncatingIfNeeded: sum >> 32).littleEndian
    return words.withUnsafeBytes { Array($0) }
  }
}
