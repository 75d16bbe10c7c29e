public import Raster

/// Packs pictures for `PictureSequence`.
public struct PictureSequencePacker {
  private let width, height: Int32
  /// The words of each frame, and the data of all.
  private var table: [UInt32] = [], data: [UInt8] = []
  /// The pixels of the last frame.
  private var last: [UInt32] = []
  /// The size of the last key frame. If the difference to the frame before takes more, key frames follow.
  private var keySize = 0
  private var prefersKeys = false

  /// Frames from one key frame to the next.
  private static var keyInterval: Int { 16 }

  /// Packs frames of a size in pixels; a side is at most 65 535.
  public init(width: Int32, height: Int32) {
    self.width = width
    self.height = height
  }

  /// The packed frames.
  public var bytes: [UInt8] {
    let words = [UInt32(width), UInt32(height), UInt32(table.count / 3)] + table
    return words.withUnsafeBytes { Array($0) } + data
  }

  /// The bytes of the frames' data.
  public var size: Int { data.count }

  /// Packs the next frame. Traps if it has another size.
  public mutating func append(_ picture: Picture) {
    precondition(picture.width == width && picture.height == height)
    let isDue = table.count % (3 * PictureSequencePacker.keyInterval) == 0, isKey = isDue || prefersKeys
    let pixels = picture.pixels
    if isKey { last = [UInt32](repeating: 0, count: pixels.count) }
    let area = Rect(changedFrom: last, to: pixels, width: Int(width), height: Int(height))
    let packed = PictureSequencePacker.packed(from: last, to: pixels, in: area, width: Int(width))
    if isKey { keySize = packed.count }
    prefersKeys = !isDue && packed.count >= keySize
    data += packed
    table.append(UInt32(area.minX) | UInt32(area.maxX) << 16)
    table.append(UInt32(area.minY) | UInt32(area.maxY) << 16)
    table.append(UInt32(data.count) << 1 | (isKey ? 1 : 0))
    last = pixels
  }

  /// The differences in `area` of two pictures that are `width` pixels wide, as a zlib stream.
  private static func packed(
    from old: UnsafePointer<UInt32>, to new: UnsafePointer<UInt32>, in area: Rect, width: Int
  ) -> [UInt8] {
    let differences = UnsafeMutablePointer<UInt32>.allocate(capacity: area.area), count = Int(area.width)
    defer { differences.deallocate() }
    for y in 0..<Int(area.height) {
      let start = (Int(area.minY) + y) * width + Int(area.minX)
      PixelDifference.write(from: old + start, to: new + start, count, into: differences + y * count)
    }
    return PNG.compressed(UnsafeRawBufferPointer(start: differences, count: 4 * area.area))
  }
}
