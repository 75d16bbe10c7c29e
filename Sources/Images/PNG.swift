internal import CZlib
import Raster

/// Writes PNG (W3C PNG, Third Edition) and animated PNG files; zlib compresses.
public struct PNG {
  /// Pixels 0xAARRGGBB with premultiplied alpha, row by row.
  public struct Frame {
    public let width, height: Int
    public let pixels: [UInt32]

    public init(width: Int, height: Int, pixels: [UInt32]) {
      precondition(pixels.count == width * height)
      (self.width, self.height, self.pixels) = (width, height, pixels)
    }
  }

  public private(set) var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  private let hasAlpha: Bool
  private let frameCount: Int
  private let delay: (numerator: Int, denominator: Int)
  private var previous: Frame?
  private var sequence = 0

  /// One picture. Without alpha the pixels' top byte is not looked at.
  public init(_ frame: Frame, hasAlpha: Bool) {
    self.init(width: frame.width, height: frame.height, hasAlpha: hasAlpha, frames: 1, delay: (0, 1))
    add(frame)
    finish()
  }

  /// An animation that repeats for ever; `frames` must be added, then `finish` called. A `delay` is in seconds.
  public init(width: Int, height: Int, hasAlpha: Bool, frames: Int, delay: (numerator: Int, denominator: Int)) {
    (self.hasAlpha, frameCount, self.delay) = (hasAlpha, frames, delay)
    chunk("IHDR", big(width, 4) + big(height, 4) + [8, hasAlpha ? 6 : 2, 0, 0, 0])
    if frames > 1 { chunk("acTL", big(frames, 4) + big(0, 4)) }
  }

  /// Writes only what differs from the frame before.
  public mutating func add(_ frame: Frame) {
    let area = previous.map { PNG.changed(from: $0, to: frame) } ?? Rect(0, 0, Int32(frame.width), Int32(frame.height))
    if frameCount > 1 { chunk("fcTL", control(area)) }
    let data = compressed(filtered(frame, area))
    if previous == nil {
      chunk("IDAT", data)
    } else {
      chunk("fdAT", next() + data)
    }
    previous = frame
  }

  public mutating func finish() { chunk("IEND", []) }

  /// The smallest rectangle outside which two frames are the same; one pixel when they are the same everywhere.
  private static func changed(from old: Frame, to new: Frame) -> Rect {
    var area = Rect.empty
    for y in 0..<new.height {
      let row = y * new.width
      guard let first = (0..<new.width).first(where: { old.pixels[row + $0] != new.pixels[row + $0] }),
        let last = (0..<new.width).last(where: { old.pixels[row + $0] != new.pixels[row + $0] })
      else { continue }
      area = area.union(Rect(Int32(first), Int32(y), Int32(last + 1), Int32(y + 1)))
    }
    return area.isEmpty ? Rect(0, 0, 1, 1) : area
  }

  private mutating func control(_ area: Rect) -> [UInt8] {
    let place = big(Int(area.width), 4) + big(Int(area.height), 4) + big(Int(area.minX), 4) + big(Int(area.minY), 4)
    return next() + place + big(delay.numerator, 2) + big(delay.denominator, 2) + [0, 0]  // keep, replace
  }

  private mutating func next() -> [UInt8] {
    sequence += 1
    return big(sequence - 1, 4)
  }

  /// The rows of an area, each with the filter that leaves the smallest differences (PNG, section 12.7).
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
          (least, kind) = (cost, filter)
          swap(&best, &candidate)
        }
      }
      result.append(kind)
      result.append(contentsOf: best)
      swap(&above, &row)
    }
    return result
  }

  /// 0 none, 1 sub, 2 up, 3 average, 4 Paeth; returns the sum of the differences' sizes.
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

  /// Whichever of left, above and above left is nearest to their plane (PNG, section 9.4).
  private static func paeth(_ left: UInt8, _ above: UInt8, _ corner: UInt8) -> UInt8 {
    let toLeft = abs(Int(above) - Int(corner)), toAbove = abs(Int(left) - Int(corner))
    let toCorner = abs(Int(left) + Int(above) - 2 * Int(corner))
    return toLeft <= toAbove && toLeft <= toCorner ? left : toAbove <= toCorner ? above : corner
  }

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

  private func compressed(_ data: [UInt8]) -> [UInt8] {
    let bound = compressBound(uLong(data.count))
    return [UInt8](unsafeUninitializedCapacity: Int(bound)) { buffer, count in
      var length = bound
      let result = compress2(buffer.baseAddress, &length, data, uLong(data.count), 9)
      precondition(result == Z_OK)  // only memory can be short
      count = Int(length)
    }
  }

  private mutating func chunk(_ type: StaticString, _ data: [UInt8]) {
    bytes += big(data.count, 4)
    let start = bytes.count
    type.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes += data
    let sum = bytes[start...].withUnsafeBufferPointer { crc32(0, $0.baseAddress, uInt($0.count)) }
    bytes += big(Int(sum), 4)
  }

  private func big(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
