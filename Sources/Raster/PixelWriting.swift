internal import CVector

// Conversion of pixels 0xXXRRGGBB to a display buffer. The buffer may be write-combined memory, so it is never read and
// is written at ascending addresses.

extension PixelFormat {
  /// Converts and writes `rows` of a display, of `count` pixels 0xXXRRGGBB each, as `write(_:count:to:x:y:)` does.
  ///
  /// The rows of pixels lie `stride` pixels apart, those of the display, whose row 0 is at `display`, `pitch` bytes.
  public func write(
    _ pixels: UnsafePointer<UInt32>, stride: Int, rows: Range<Int32>, count: Int, to display: UnsafeMutableRawPointer,
    pitch: Int, x: Int32
  ) {
    var pixels = pixels
    for y in rows {
      write(pixels, count: count, to: display + Int(y) * pitch, x: x, y: y)
      pixels += stride
    }
  }

  /// Converts and writes `count` pixels 0xXXRRGGBB.
  ///
  /// `row` is the start of row `y` of the display; the first pixel is written at column `x`. With 1-bit formats, `x`
  /// must be a multiple of 8, with 2-bit formats of 4, and so must `count` unless the pixels end with the row. Formats
  /// of fewer than 24 bits are dithered by `x` and `y`, except `r8`.
  @inline(never)
  public func write(
    _ pixels: UnsafePointer<UInt32>, count: Int, to row: UnsafeMutableRawPointer, x: Int32, y: Int32
  ) {
    let target = row + offset(x)
    switch self {
    case .xrgb8888: target.copyMemory(from: pixels, byteCount: count * 4)
    case .argb8888: write8888(pixels, count, target, isSwapped: false, opaque: 0xFF00_0000)
    case .xbgr8888: write8888(pixels, count, target, isSwapped: true, opaque: 0)
    case .abgr8888: write8888(pixels, count, target, isSwapped: true, opaque: 0xFF00_0000)
    case .rgb565: write565(pixels, count, target, Dither.thresholds(x: x, y: y))
    case .rgb888: write888(pixels, count, target)
    case .xrgb2101010: write2101010(pixels, count, target)
    case .r8: writeLuma(pixels, count, target)
    case .r1: writeBits(pixels, count, target, Dither.thresholds(x: x, y: y), inverted: 0)
    case .d1: writeBits(pixels, count, target, Dither.thresholds(x: x, y: y), inverted: 0xFF)
    case .r2: writeTwoBits(pixels, count, target, Dither.thresholds(x: x, y: y), highest: 6)
    case .l2: writeTwoBits(pixels, count, target, Dither.thresholds(x: x, y: y), highest: 0)
    case .bgr565: PixelFormat.rgb565.writeSwapped(pixels, count, row, x, y)
    case .bgr888: PixelFormat.rgb888.writeSwapped(pixels, count, row, x, y)
    }
  }

  /// Writes pixels with red and blue exchanged.
  @inline(never)
  private func writeSwapped(
    _ pixels: UnsafePointer<UInt32>, _ count: Int, _ row: UnsafeMutableRawPointer, _ x: Int32, _ y: Int32
  ) {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { swapped in
      guard let start = swapped.baseAddress else { return }
      for index in stride(from: 0, to: count, by: 64) {
        let part = min(64, count - index)
        write8888(pixels + index, part, start, isSwapped: true, opaque: 0)
        write(start, count: part, to: row, x: x + Int32(truncatingIfNeeded: index), y: y)
      }
    }
  }

  /// Whether black pixels are zeros.
  public var isBlackZero: Bool {
    switch self {
    case .argb8888, .abgr8888, .d1: false
    default: true
    }
  }

  /// Writes `count` black pixels from column `x` of the row that starts at `row`.
  @inline(never)
  public func writeBlack(count: Int, to row: UnsafeMutableRawPointer, x: Int32) {
    let target = row + offset(x)
    switch self {
    case .argb8888, .abgr8888: target.initializeMemory(as: UInt32.self, repeating: 0xFF00_0000, count: count)
    default:
      let bytes = byteCount(count)
      target.initializeMemory(as: UInt8.self, repeating: self == .d1 ? 0xFF : 0, count: bytes)
    }
  }
}

/// Copies pixels, with red and blue exchanged if `isSwapped`, and with the bits of `opaque` set.
@_optimize(speed) @inline(never)
private func write8888(
  _ pixels: UnsafePointer<UInt32>, _ count: Int, _ target: UnsafeMutableRawPointer, isSwapped: Bool, opaque: UInt32
) {
  let target = target.assumingMemoryBound(to: UInt32.self), shift: UInt32 = isSwapped ? 16 : 0
  for index in 0..<count {
    let pixel = pixels[index], ends = pixel & 0x00FF_00FF
    target[index] = (pixel & 0xFF00_FF00) | ends &<< shift & 0x00FF_00FF | ends &>> shift | opaque
  }
}

/// Writes pixels of 10 bits per channel, expanded by repeating the high bits.
@_optimize(speed) @inline(never)
private func write2101010(_ pixels: UnsafePointer<UInt32>, _ count: Int, _ target: UnsafeMutableRawPointer) {
  let target = target.assumingMemoryBound(to: UInt32.self)
  for index in 0..<count {
    let pixel = pixels[index], red = pixel >> 16 & 255, green = pixel >> 8 & 255, blue = pixel & 255
    target[index] = (red << 2 | red >> 6) << 20 | (green << 2 | green >> 6) << 10 | blue << 2 | blue >> 6
  }
}

/// Writes pixels of three bytes, four at a time as three words.
@_optimize(speed) @inline(never)
private func write888(_ pixels: UnsafePointer<UInt32>, _ count: Int, _ target: UnsafeMutableRawPointer) {
  var index = 0
  while index + 4 <= count {
    let a = pixels[index] & 0xFF_FFFF, b = pixels[index + 1] & 0xFF_FFFF, c = pixels[index + 2] & 0xFF_FFFF
    let bytes = target + index * 3
    bytes.storeBytes(of: a | b << 24, as: UInt32.self)
    bytes.storeBytes(of: b >> 8 | c << 16, toByteOffset: 4, as: UInt32.self)
    bytes.storeBytes(of: c >> 16 | pixels[index + 3] << 8, toByteOffset: 8, as: UInt32.self)
    index += 4
  }
  while index < count {
    let bytes = (target + index * 3).assumingMemoryBound(to: UInt8.self)
    for byte in 0..<3 { bytes[byte] = UInt8(truncatingIfNeeded: pixels[index] >> UInt32(8 * byte)) }
    index += 1
  }
}

/// Writes dithered pixels of 16 bits, eight at a time; the rest is written through a copy of eight.
@_optimize(speed) @inline(never)
private func write565(
  _ pixels: UnsafeRawPointer, _ count: Int, _ target: UnsafeMutableRawPointer, _ thresholds: UInt64
) {
  let eights = SIMD8<UInt16>(truncatingIfNeeded: unsafeBitCast(thresholds, to: SIMD8<UInt8>.self))
  // Most pixels are equal to those eight before them, which have the same thresholds. Black stays black.
  var before = SIMD8<UInt32>(repeating: 0), result = SIMD8<UInt16>(repeating: 0)
  var index = 0
  func eight(_ index: Int) -> SIMD8<UInt32> { pixels.loadUnaligned(fromByteOffset: index &* 4, as: SIMD8<UInt32>.self) }
  func store(_ index: Int) { target.storeBytes(of: result, toByteOffset: index &* 2, as: SIMD8<UInt16>.self) }
  while index <= count &- 8 {
    let pixels = eight(index)
    if vector_is_zero(pixels ^ before) {
      store(index)
      index &+= 8
      // Often many more are.
      while index <= count &- 32,
        vector_is_zero(
          (eight(index) ^ before) | (eight(index &+ 8) ^ before) | (eight(index &+ 16) ^ before)
            | (eight(index &+ 24) ^ before))
      {
        for next in 0..<4 { store(index &+ 8 &* next) }
        index &+= 32
      }
    } else {
      before = pixels
      result = reduced(before, eights)
      store(index)
      index &+= 8
    }
  }
  if index == count { return }
  let rest = count &- index
  withUnsafeTemporaryAllocation(byteCount: 48, alignment: 16) { copy in
    guard let copy = copy.baseAddress else { return }
    copy.copyMemory(from: pixels + index &* 4, byteCount: rest &* 4)
    write565(copy, 8, copy + 32, thresholds)
    (target + index &* 2).copyMemory(from: copy + 32, byteCount: rest &* 2)
  }
}

/// Converts eight pixels to RGB565 with dithering.
@inline(__always)
private func reduced(_ pixels: SIMD8<UInt32>, _ thresholds: SIMD8<UInt16>) -> SIMD8<UInt16> {
  let upper = vector_lower_halves(pixels &>> 16), lower = vector_lower_halves(pixels), after = thresholds &+ 1
  let red = vector_divided_by_255((upper & 255) &* 31 &+ after)
  let green = vector_divided_by_255((lower &>> 8) &* 63 &+ after)
  return red &<< 11 | green &<< 5 | vector_divided_by_255((lower & 255) &* 31 &+ after)
}

/// The luminance of a pixel, 0…255.
@inline(__always)
private func luma(_ pixel: UInt32) -> UInt32 {
  // Luma weights of Rec. 709, in 1/65536.
  ((pixel >> 16 & 255) &* 13933 &+ (pixel >> 8 & 255) &* 46871 &+ (pixel & 255) &* 4732 &+ 32768) >> 16
}

/// Writes the luminance of pixels as 8 bits.
@_optimize(speed) @inline(never)
private func writeLuma(_ pixels: UnsafePointer<UInt32>, _ count: Int, _ target: UnsafeMutableRawPointer) {
  let target = target.assumingMemoryBound(to: UInt8.self)
  for index in 0..<count { target[index] = UInt8(truncatingIfNeeded: luma(pixels[index])) }
}

/// Writes the dithered luminance of pixels as 2 bits. Of the four pixels in a byte, the leftmost begins at bit
/// `highest`, 6 or 0.
@inline(never)
private func writeTwoBits(
  _ pixels: UnsafePointer<UInt32>, _ count: Int, _ target: UnsafeMutableRawPointer, _ thresholds: UInt64,
  highest: UInt32
) {
  let target = target.assumingMemoryBound(to: UInt8.self)
  for start in stride(from: 0, to: count, by: 4) {
    var byte: UInt32 = 0
    for index in start..<min(start + 4, count) {
      let threshold = UInt32(truncatingIfNeeded: thresholds &>> UInt64(8 &* (index & 7))) & 255
      byte |= ((luma(pixels[index]) &* 3 &+ threshold) / 255) &<< (highest ^ UInt32(2 &* (index & 3)))
    }
    target[start / 4] = UInt8(truncatingIfNeeded: byte)
  }
}

/// Writes the dithered luminance of pixels as 1 bit, exclusive-ored with `inverted`, 64 pixels at a time.
@_optimize(speed) @inline(never)
private func writeBits(
  _ pixels: UnsafePointer<UInt32>, _ count: Int, _ target: UnsafeMutableRawPointer, _ thresholds: UInt64,
  inverted: UInt8
) {
  // A pixel is light if luma + threshold is at least 255.
  let limits = unsafeBitCast(~thresholds, to: SIMD8<UInt8>.self)
  let target = target.assumingMemoryBound(to: UInt8.self)
  withUnsafeTemporaryAllocation(byteCount: 64, alignment: 8) { luma in
    guard let luma = luma.baseAddress else { return }
    var index = 0
    while index < count {
      let part = min(64, count - index)
      if part < 64 { luma.initializeMemory(as: UInt8.self, repeating: 0, count: 64) }
      writeLuma(pixels + index, part, luma)
      for start in stride(from: 0, to: part, by: 8) {
        let light = luma.load(fromByteOffset: start, as: SIMD8<UInt8>.self) .>= limits
        let bytes = unsafeBitCast(light, to: UInt64.self) & 0x0101_0101_0101_0101
        // The multiplication gathers one bit of each byte in the top byte, the lowest byte's bit in the highest place.
        target[(index + start) / 8] = UInt8(truncatingIfNeeded: (bytes &* 0x8040_2010_0804_0201) >> 56) ^ inverted
      }
      index += 64
    }
  }
}
