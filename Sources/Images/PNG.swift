internal import CZlib
import Raster

/// A writer of PNG and animated PNG files (W3C PNG, Third Edition), with zlib for compression.
public struct PNG {
  /// One picture of a file.
  public struct Frame {
    /// The size in pixels.
    public let width, height: Int
    /// Pixels 0xAARRGGBB with premultiplied alpha, row by row.
    public let pixels: [UInt32]

    /// A picture from its pixels, row by row. Traps unless there are `width * height` of them.
    public init(width: Int, height: Int, pixels: [UInt32]) {
      precondition(pixels.count == width * height)
      self.width = width
      self.height = height
      self.pixels = pixels
    }
  }

  /// The file, complete after `finish`. It starts with the PNG signature.
  public private(set) var bytes: [UInt8] = [
    0x89, UInt8(ascii: "P"), UInt8(ascii: "N"), UInt8(ascii: "G"), UInt8(ascii: "\r"), UInt8(ascii: "\n"), 0x1A,
    UInt8(ascii: "\n"),
  ]
  /// True for RGBA, false for RGB.
  private let hasAlpha: Bool
  /// The level of compression of zlib, 1 to 9.
  private let level: Int32
  private let frameCount: Int
  /// The duration of each frame, in seconds as a fraction.
  private let delay: (numerator: Int, denominator: Int)
  /// The frame that was added last.
  private var previous: Frame?
  /// The next sequence number of an fcTL or fdAT chunk.
  private var sequence = 0

  /// A complete file with one picture. If `hasAlpha` is false, the top byte of the pixels is ignored. A low `level` of
  /// compression, 1 to 9, is fast.
  public init(_ frame: Frame, hasAlpha: Bool, level: Int32 = 9) {
    self.init(width: frame.width, height: frame.height, hasAlpha: hasAlpha, frames: 1, delay: (0, 1), level: level)
    add(frame)
    finish()
  }

  /// The start of an animation that repeats forever. The caller adds `frames` frames of `width` × `height` pixels, then
  /// calls `finish`.
  ///
  /// `delay` is the duration of each frame in seconds, as a fraction of two 16-bit numbers.
  public init(
    width: Int, height: Int, hasAlpha: Bool, frames: Int, delay: (numerator: Int, denominator: Int), level: Int32 = 9
  ) {
    self.hasAlpha = hasAlpha
    self.level = level
    frameCount = frames
    self.delay = delay
    chunk("IHDR", big(width, 4) + big(height, 4) + [8, hasAlpha ? 6 : 2, 0, 0, 0])
    if frames > 1 { chunk("acTL", big(frames, 4) + big(0, 4)) }
  }

  /// Adds a frame. Only the rectangle that differs from the previous frame is written.
  public mutating func add(_ frame: Frame) {
    var area = Rect(0, 0, Int32(frame.width), Int32(frame.height))
    if let previous {
      area = Rect(changedFrom: previous.pixels, to: frame.pixels, width: frame.width, height: frame.height)
    }
    if area.isEmpty { area = Rect(0, 0, 1, 1) }  // a frame has at least one pixel
    if frameCount > 1 { chunk("fcTL", control(area)) }
    let data = filtered(frame, area).withUnsafeBytes { PNG.compressed($0, level: level) }
    if previous == nil {
      chunk("IDAT", data)
    } else {
      chunk("fdAT", nextSequenceNumber() + data)
    }
    previous = frame
  }

  /// Ends the file, after the last frame.
  public mutating func finish() { chunk("IEND", []) }

  /// The content of an fcTL chunk: APNG_DISPOSE_OP_NONE, APNG_BLEND_OP_SOURCE.
  private mutating func control(_ area: Rect) -> [UInt8] {
    let rectangle = big(Int(area.width), 4) + big(Int(area.height), 4) + big(Int(area.minX), 4) + big(Int(area.minY), 4)
    return nextSequenceNumber() + rectangle + big(delay.numerator, 2) + big(delay.denominator, 2) + [0, 0]
  }

  /// The sequence number of the next fcTL or fdAT chunk, in network byte order.
  private mutating func nextSequenceNumber() -> [UInt8] {
    sequence += 1
    return big(sequence - 1, 4)
  }

  /// The rows of an area, each with the filter whose output has the smallest sum of absolute values (PNG, section
  /// 12.7).
  private func filtered(_ frame: Frame, _ area: Rect) -> [UInt8] {
    let step = hasAlpha ? 4 : 3
    let length = Int(area.width) * step
    var result: [UInt8] = []
    result.reserveCapacity((length + 1) * Int(area.height))
    var above = [UInt8](repeating: 0, count: length), row = above, best = above, candidate = above
    for y in Int(area.minY)..<Int(area.maxY) {
      unpack(frame, y, Int(area.minX)..<Int(area.maxX), into: &row)
      var least = Int.max, kind: UInt8 = 0
      for filter: UInt8 in 0...4 {
        let cost = apply(filter, row, above, step, into: &candidate)
        if cost < least {
          least = cost
          kind = filter
          swap(&best, &candidate)
        }
      }
      result.append(kind)
      result.append(contentsOf: best)
      swap(&above, &row)
    }
    return result
  }

  /// Applies a filter (0 none, 1 sub, 2 up, 3 average, 4 Paeth) to a row; returns the sum of the absolute differences.
  private func apply(_ filter: UInt8, _ row: [UInt8], _ above: [UInt8], _ step: Int, into result: inout [UInt8]) -> Int
  {
    var cost = 0
    for index in row.indices {
      let left = index >= step ? row[index - step] : 0
      let predicted: UInt8 =
        switch filter {
        case 1: left
        case 2: above[index]
        case 3: UInt8((UInt16(left) + UInt16(above[index])) / 2)
        case 4: PNG.paeth(left, above[index], index >= step ? above[index - step] : 0)
        default: 0
        }
      let value = row[index] &- predicted
      result[index] = value
      cost += Int(min(value, 0 &- value))
    }
    return cost
  }

  /// The Paeth predictor (PNG, section 9.4); `corner` is the byte above left.
  private static func paeth(_ left: UInt8, _ above: UInt8, _ corner: UInt8) -> UInt8 {
    let toLeft = abs(Int(above) - Int(corner)), toAbove = abs(Int(left) - Int(corner))
    let toCorner = abs(Int(left) + Int(above) - 2 * Int(corner))
    return toLeft <= toAbove && toLeft <= toCorner ? left : toAbove <= toCorner ? above : corner
  }

  /// Converts pixels of row `y` to bytes red, green, blue and, if the file has it, alpha, with straight alpha.
  private func unpack(_ frame: Frame, _ y: Int, _ columns: Range<Int>, into row: inout [UInt8]) {
    var index = 0
    for x in columns {
      let pixel = frame.pixels[y * frame.width + x]
      let alpha = hasAlpha ? pixel >> 24 : 255
      for shift: UInt32 in [16, 8, 0] {
        let channel = pixel >> shift & 255
        let straight = alpha == 0 ? 0 : alpha == 255 ? channel : min(255, (channel * 255 + alpha / 2) / alpha)
        row[index] = UInt8(straight)
        index += 1
      }
      if hasAlpha {
        row[index] = UInt8(alpha)
        index += 1
      }
    }
  }

  /// The data as a zlib stream.
  static func compressed(_ data: UnsafeRawBufferPointer, level: Int32) -> [UInt8] {
    let bound = compressBound(uLong(data.count))
    return [UInt8](unsafeUninitializedCapacity: Int(bound)) { buffer, count in
      var length = bound
      let result = compress2(
        buffer.baseAddress, &length, data.baseAddress?.assumingMemoryBound(to: UInt8.self), uLong(data.count), level)
      precondition(result == Z_OK)  // fails only if memory is exhausted
      count = Int(length)
    }
  }

  /// Writes a chunk: its length, its type, its data and the CRC of type and data.
  private mutating func chunk(_ type: StaticString, _ data: [UInt8]) {
    bytes += big(data.count, 4)
    let start = bytes.count
    type.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes += data
    let sum = bytes[start...].withUnsafeBufferPointer { crc32(0, $0.baseAddress, uInt($0.count)) }
    bytes += big(Int(truncatingIfNeeded: sum), 4)
  }

  /// `count` bytes of a number in network byte order.
  private func big(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
