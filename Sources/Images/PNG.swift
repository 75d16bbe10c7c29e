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
  private let frameCount: Int
  /// The duration of each frame, in seconds as a fraction.
  private let delay: (numerator: Int, denominator: Int)
  /// The frame that was added last.
  private var previous: Frame?
  /// The next sequence number of an fcTL or fdAT chunk.
  private var sequence = 0

  /// A complete file with one picture. If `hasAlpha` is false, the top byte of the pixels is ignored.
  public init(_ frame: Frame, hasAlpha: Bool) {
    self.init(width: frame.width, height: frame.height, hasAlpha: hasAlpha, frames: 1, delay: (0, 1))
    add(frame)
    finish()
  }

  /// The start of an animation that repeats forever. The caller adds `frames` frames of `width` × `height` pixels, then
  /// calls `finish`.
  ///
  /// `delay` is the duration of each frame in seconds, as a fraction of two 16-bit numbers.
  public init(width: Int, height: Int, hasAlpha: Bool, frames: Int, delay: (numerator: Int, denominator: Int)) {
    self.hasAlpha = hasAlpha
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
    // Filtered rows are mostly runs of one byte: to look only for these is as good, and faster.
    let data = filtered(frame, area).withUnsafeBytes { PNG.compressed($0, strategy: Z_RLE) }
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

  /// The bytes of a pixel.
  private var step: Int { hasAlpha ? 4 : 3 }

  /// The rows of an area, each with its filter.
  private func filtered(_ frame: Frame, _ area: Rect) -> [UInt8] {
    let width = Int(area.width), length = 1 + width * step
    // One pixel before each row, and up to three after it.
    let room = 1 + (width + 3) / 4 * 4
    let rows = UnsafeMutablePointer<UInt32>.allocate(capacity: 3 * room)
    rows.initialize(repeating: 0, count: 3 * room)
    defer { rows.deallocate() }
    var above = rows + 1, row = above + room, isBlank = false
    let result = rows + 1 + 2 * room
    // Filtered pixels of 0 are not written again.
    var filtered = [UInt8](repeating: 0, count: length * Int(area.height))
    filtered.withUnsafeMutableBufferPointer { bytes in
      frame.pixels.withUnsafeBufferPointer { pixels in
        guard let first = bytes.baseAddress, let pixels = pixels.baseAddress else { return }
        for y in 0..<Int(area.height) {
          let source = pixels + (Int(area.minY) + y) * frame.width + Int(area.minX), target = first + y * length
          if y > 0, PNG.areEqual(source, source - frame.width, width) {
            if !isBlank { target[0] = RowFilter.up.rawValue }
            continue
          }
          isBlank = !unpack(source, width, into: row)
          if !isBlank {
            let filter = RowFilter.best(row, above, width)
            filter.apply(row, above, width, into: result)
            target[0] = filter.rawValue
            pack(result, width, into: target + 1)
          }
          swap(&above, &row)
        }
      }
    }
    return filtered
  }

  /// Whether two rows have the same pixels.
  @_optimize(speed)
  private static func areEqual(_ row: UnsafePointer<UInt32>, _ other: UnsafePointer<UInt32>, _ count: Int) -> Bool {
    var index = 0
    while index + 4 <= count {
      let (one, two) = (UnsafeRawPointer(row + index), UnsafeRawPointer(other + index))
      guard one.loadUnaligned(as: SIMD2<UInt64>.self) == two.loadUnaligned(as: SIMD2<UInt64>.self) else { return false }
      index += 4
    }
    while index < count, row[index] == other[index] { index += 1 }
    return index == count
  }

  /// Converts pixels to straight alpha, or to an alpha of 0 if the file has none; returns whether any bit is set.
  @_optimize(speed)
  private func unpack(_ source: UnsafePointer<UInt32>, _ count: Int, into row: UnsafeMutablePointer<UInt32>) -> Bool {
    var bits: UInt32 = 0
    for index in 0..<count {
      row[index] = hasAlpha ? PNG.straight(source[index]) : source[index] & 0xFF_FFFF
      bits |= row[index]
    }
    return bits != 0
  }

  /// A pixel without the multiplication by its alpha.
  private static func straight(_ pixel: UInt32) -> UInt32 {
    let alpha = pixel >> 24
    if alpha == 255 { return pixel }
    if alpha == 0 { return 0 }
    var result = alpha
    for shift: UInt32 in [16, 8, 0] {
      result = result << 8 | min(255, ((pixel >> shift & 255) * 255 + alpha / 2) / alpha)
    }
    return result
  }

  /// Writes the pixels of a row that are not 0 as bytes red, green, blue and, if the file has it, alpha.
  @_optimize(speed)
  private func pack(_ row: UnsafePointer<UInt32>, _ count: Int, into bytes: UnsafeMutablePointer<UInt8>) {
    let step = step
    for index in 0..<count where row[index] != 0 {
      let pixel = row[index], target = bytes + index * step
      target[0] = UInt8(truncatingIfNeeded: pixel >> 16)
      target[1] = UInt8(truncatingIfNeeded: pixel >> 8)
      target[2] = UInt8(truncatingIfNeeded: pixel)
      if hasAlpha { target[3] = UInt8(truncatingIfNeeded: pixel >> 24) }
    }
  }

  /// The data as a zlib stream of level 6, with a strategy of zlib, such as Z_RLE.
  static func compressed(_ data: UnsafeRawBufferPointer, strategy: Int32 = Z_DEFAULT_STRATEGY) -> [UInt8] {
    var stream = z_stream()
    let isReady = deflateInit2_(
      &stream, 6, Z_DEFLATED, 15, 9, strategy, zlibVersion(), Int32(MemoryLayout<z_stream>.size))
    precondition(isReady == Z_OK)  // fails only if memory is exhausted
    defer { deflateEnd(&stream) }
    let bound = deflateBound(&stream, uLong(data.count))
    return [UInt8](unsafeUninitializedCapacity: Int(bound)) { buffer, count in
      stream.next_in = UnsafeMutablePointer(mutating: data.baseAddress?.assumingMemoryBound(to: UInt8.self))
      stream.avail_in = uInt(data.count)
      stream.next_out = buffer.baseAddress
      stream.avail_out = uInt(bound)
      precondition(deflate(&stream, Z_FINISH) == Z_STREAM_END)
      count = Int(stream.total_out)
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
