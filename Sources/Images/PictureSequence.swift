internal import CZlib
public import Raster

/// Pictures of one size that follow each other, packed in little memory and unpacked one at a time.
///
/// `PictureSequencePacker` packs a frame as its difference to the frame before, and a key frame as that to transparent
/// pixels. Every sixteenth frame at least is a key frame: any frame is unpacked in at most sixteen steps, and is the
/// same in whatever order frames are asked for.
///
/// The bytes are 32-bit words, in the order of this machine's bytes: width, height, number of frames; for each frame
/// the left and right edge of the area that changes, its upper and lower edge (16 bits each), and twice the offset of
/// the end of its data, plus one for a key frame. The data of all frames follow, each a zlib stream of the pixels of
/// its area.
public final class PictureSequence {
  /// The most frames.
  public static var countLimit: Int { 600 }
  /// The most pixels of a frame: 1 Mi.
  public static var pixelLimit: Int { 1024 * 1024 }
  /// The most pixels of all frames together: 32 Mi.
  public static var totalLimit: Int { 32 * 1024 * 1024 }

  /// The size of every frame, in pixels.
  public let width, height: Int32
  /// The number of frames, at least 1.
  public let count: Int
  /// The packed frames, valid as long as the sequence.
  public let bytes: UnsafeRawBufferPointer
  /// The object that keeps `bytes` in memory; nil if the sequence allocated them.
  private let owner: AnyObject?
  /// The frames that were unpacked last. There are two, because two displays may differ by one frame.
  private var newest, older: (index: Int, picture: Picture)?
  /// The same frames in the size in which they are shown, if that is another one.
  public var copy: PictureSequence?

  /// The sequence of packed frames that `owner` keeps in memory. Nil if they are not complete.
  public convenience init?(_ bytes: UnsafeRawBufferPointer, of owner: AnyObject) { self.init(bytes, owner) }

  /// The sequence of packed frames, which are copied. Nil if they are not complete.
  public convenience init?(_ bytes: [UInt8]) {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 4)
    memory.copyBytes(from: bytes)
    self.init(UnsafeRawBufferPointer(memory), nil)
  }

  /// A sequence of one frame.
  public init(_ picture: Picture) {
    (width, height, count) = (picture.width, picture.height, 1)
    bytes = UnsafeRawBufferPointer(start: nil, count: 0)
    owner = picture
    newest = (0, picture)
  }

  private init?(_ bytes: UnsafeRawBufferPointer, _ owner: AnyObject?) {
    self.bytes = bytes
    self.owner = owner
    func header(_ index: Int) -> Int32 {
      bytes.count < 12 ? 0 : bytes.loadUnaligned(fromByteOffset: 4 * index, as: Int32.self)
    }
    (width, height, count) = (header(0), header(1), Int(header(2)))
    guard (1...0xFFFF).contains(width), (1...0xFFFF).contains(height),
      Int(width) * Int(height) <= PictureSequence.pixelLimit, (1...PictureSequence.countLimit).contains(count),
      end(of: -1) <= bytes.count
    else { return nil }
    for index in 0..<count {
      guard Rect(0, 0, width, height).contains(area(of: index)), end(of: index - 1) <= end(of: index),
        end(of: index) <= bytes.count, isKey(index) || index > 0
      else { return nil }
    }
  }

  deinit { if owner == nil { bytes.deallocate() } }

  /// The picture of a frame, which is `0..<count`: that of `copy` if it has this size in pixels.
  public func picture(_ index: Int, width: Double, height: Double) -> Picture {
    if let copy, Double(copy.width) == width, Double(copy.height) == height { return copy.picture(index) }
    return picture(index)
  }

  /// The packed frames for `copy`, in the size to which the newest frame was resampled; empty without one, and beyond
  /// the limits.
  public var packedCopy: [UInt8] {
    guard let size = newest?.picture.resizedCopies.last else { return [] }
    let pixels = Int(size.width) * Int(size.height)
    if pixels > min(PictureSequence.pixelLimit, PictureSequence.totalLimit / count) { return [] }
    var packer = PictureSequencePacker(width: size.width, height: size.height)
    for index in 0..<count { packer.append(picture(index).resized(width: size.width, height: size.height)) }
    return packer.bytes
  }

  /// The picture of a frame, which is `0..<count`.
  public func picture(_ index: Int) -> Picture {
    if let picture = unpacked(index) { return picture }
    var first = index
    while !isKey(first), unpacked(first - 1) == nil { first -= 1 }
    let base = isKey(first) ? nil : unpacked(first - 1)
    if let base, (first...index).allSatisfy({ area(of: $0).isEmpty }) {
      // The same picture: what has drawn it need not draw it again.
      if newest?.picture === base { newest?.index = index } else { older = (index, base) }
      return base
    }
    older = newest
    let picture = Picture(width: width, height: height, from: base) { pixels in
      for index in first...index { change(pixels, to: index) }
    }
    newest = (index, picture)
    return picture
  }

  private func unpacked(_ index: Int) -> Picture? {
    newest?.index == index ? newest?.picture : older?.index == index ? older?.picture : nil
  }

  private func word(_ index: Int) -> UInt32 { bytes.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self) }

  private func isKey(_ frame: Int) -> Bool { word(3 * frame + 5) & 1 == 1 }

  private func area(of frame: Int) -> Rect {
    let x = word(3 * frame + 3), y = word(3 * frame + 4)
    return Rect(Int32(x & 0xFFFF), Int32(y & 0xFFFF), Int32(x >> 16), Int32(y >> 16))
  }

  /// The offset in `bytes` where the data of a frame end, and those of the next one begin; -1 is before the first
  /// frame.
  private func end(of frame: Int) -> Int {
    let size = frame < 0 ? 0 : Int64(word(3 * frame + 5) >> 1)
    return Int(clamping: Int64(4 * (3 + 3 * count)) + size)
  }

  /// Changes the pixels of the frame before, or transparent ones, to those of `frame`. Ends early if the data are
  /// damaged.
  private func change(_ pixels: UnsafeMutablePointer<UInt32>, to frame: Int) {
    let area = area(of: frame), start = end(of: frame - 1), rowSize = Int(area.width) * 4
    if area.isEmpty { return }
    // zlib keeps the address of its stream.
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    let row = UnsafeMutableRawPointer.allocate(byteCount: rowSize, alignment: 4)
    defer {
      stream.deallocate()
      row.deallocate()
    }
    stream.initialize(to: z_stream())
    if inflateInit_(stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) != Z_OK { return }
    defer { inflateEnd(stream) }
    let data = bytes.baseAddress.map { UnsafeMutableRawPointer(mutating: $0 + start) }
    stream.pointee.next_in = data?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_in = uInt(end(of: frame) - start)
    for y in area.minY..<area.maxY {
      stream.pointee.next_out = row.assumingMemoryBound(to: UInt8.self)
      stream.pointee.avail_out = uInt(rowSize)
      if inflate(stream, Z_SYNC_FLUSH) < Z_OK || stream.pointee.avail_out > 0 { return }
      PixelDifference.add(
        row.assumingMemoryBound(to: UInt32.self), to: pixels + Int(y) * Int(width) + Int(area.minX), Int(area.width))
    }
  }
}
