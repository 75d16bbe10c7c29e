// The inner loops of painting. Pixels are 0xAARRGGBB with premultiplied alpha; the top byte of an XRGB surface is
// unused. Two channels are computed in one 32-bit word with 8 spare bits each. Blending has four pixels a step: their
// channels are eight 16-bit lanes, twice, because SSE2 has no 32-bit multiplication.

/// Every channel of `pixel` multiplied by `factor` / 255, rounded to nearest.
@inline(__always)
func scaled(_ pixel: UInt32, by factor: UInt32) -> UInt32 {
  var low = (pixel & 0x00FF_00FF) &* factor &+ 0x0080_0080
  low = ((low &+ ((low >> 8) & 0x00FF_00FF)) >> 8) & 0x00FF_00FF
  var high = ((pixel >> 8) & 0x00FF_00FF) &* factor &+ 0x0080_0080
  high = (high &+ ((high >> 8) & 0x00FF_00FF)) & 0xFF00_FF00
  return low | high
}

/// Source-over (Porter and Duff, 1984): `source` blended over `below` by the source's alpha.
@inline(__always)
func over(_ source: UInt32, _ below: UInt32) -> UInt32 { source &+ scaled(below, by: 255 &- source >> 24) }

/// Plus-lighter (W3C Compositing and Blending Level 1): the sum of each channel, clamped at 255.
@inline(__always)
func plus(_ source: UInt32, _ below: UInt32) -> UInt32 {
  let low = (source & 0x00FF_00FF) &+ (below & 0x00FF_00FF)
  let high = (source >> 8 & 0x00FF_00FF) &+ (below >> 8 & 0x00FF_00FF)
  let lowFull = (low & 0x0100_0100) &- (low >> 8 & 0x0001_0001)
  let highFull = (high & 0x0100_0100) &- (high >> 8 & 0x0001_0001)
  return ((low | lowFull) & 0x00FF_00FF) | (((high | highFull) & 0x00FF_00FF) << 8)
}

/// Sets `count` pixels to `pixel`.
@_optimize(speed) @inline(never)
func fill(_ row: UnsafeMutablePointer<UInt32>, count: Int, with pixel: UInt32) {
  let pixels = SIMD16(repeating: pixel)
  var index = 0
  while index &+ 16 <= count {
    UnsafeMutableRawPointer(row + index).storeBytes(of: pixels, as: SIMD16<UInt32>.self)
    index &+= 16
  }
  while index < count {
    row[index] = pixel
    index &+= 1
  }
}

/// Four pixels, each multiplied by its factor / 255, as `scaled` does it for one pixel.
@inline(__always)
private func scaled(_ pixels: SIMD4<UInt32>, by factors: SIMD4<UInt32>) -> SIMD4<UInt32> {
  let mask = SIMD4<UInt32>(repeating: 0x00FF_00FF), half = SIMD8<UInt16>(repeating: 128)
  let factors = unsafeBitCast(factors | factors &<< 16, to: SIMD8<UInt16>.self)
  var low = unsafeBitCast(pixels & mask, to: SIMD8<UInt16>.self) &* factors &+ half
  low = (low &+ low &>> 8) &>> 8
  var high = unsafeBitCast(pixels &>> 8 & mask, to: SIMD8<UInt16>.self) &* factors &+ half
  high = (high &+ high &>> 8) & SIMD8<UInt16>(repeating: 0xFF00)
  return unsafeBitCast(low | high, to: SIMD4<UInt32>.self)
}

/// Four pixels blended over those below by their alpha.
@inline(__always)
private func over(_ source: SIMD4<UInt32>, _ below: SIMD4<UInt32>) -> SIMD4<UInt32> {
  source &+ scaled(below, by: 255 &- source &>> 24)
}

/// Four pixels of a row.
@inline(__always)
private func four(_ row: UnsafePointer<UInt32>, _ index: Int) -> SIMD4<UInt32> {
  UnsafeRawPointer(row + index).loadUnaligned(as: SIMD4<UInt32>.self)
}

/// Stores four pixels in a row.
@inline(__always)
private func store(_ pixels: SIMD4<UInt32>, _ row: UnsafeMutablePointer<UInt32>, _ index: Int) {
  UnsafeMutableRawPointer(row + index).storeBytes(of: pixels, as: SIMD4<UInt32>.self)
}

/// Blends one colour over `count` pixels.
@_optimize(speed) @inline(never)
func over(_ row: UnsafeMutablePointer<UInt32>, count: Int, _ source: UInt32) {
  let rest = 255 &- source >> 24, fours = count & ~3
  let pixels = SIMD4(repeating: source), rests = SIMD4(repeating: rest)
  for index in stride(from: 0, to: fours, by: 4) { store(pixels &+ scaled(four(row, index), by: rests), row, index) }
  for index in fours..<fours + count & 3 { row[index] = source &+ scaled(row[index], by: rest) }
}

/// Blends a row of colours over `count` pixels.
@_optimize(speed) @inline(never)
func over(_ row: UnsafeMutablePointer<UInt32>, count: Int, _ source: UnsafePointer<UInt32>) {
  let fours = count & ~3
  for index in stride(from: 0, to: fours, by: 4) {
    let pixels = four(source, index), pairs = unsafeBitCast(pixels, to: SIMD2<UInt64>.self)
    if pairs.x | pairs.y == 0 { continue }
    let isOpaque = pairs.x & pairs.y | 0x00FF_FFFF_00FF_FFFF == .max
    store(isOpaque ? pixels : over(pixels, four(row, index)), row, index)
  }
  for index in fours..<fours + count & 3 { row[index] = over(source[index], row[index]) }
}

/// Blends colours, each multiplied by its pixel's coverage, over `count` pixels. `pixel` and `pixels` return one and four
/// colours from an index.
@inline(__always)
private func over(
  _ row: UnsafeMutablePointer<UInt32>, count: Int, through coverage: UnsafePointer<UInt8>, _ pixel: (Int) -> UInt32,
  _ pixels: (Int) -> SIMD4<UInt32>
) {
  let fours = count & ~3
  for index in stride(from: 0, to: fours, by: 4) {
    let values = UnsafeRawPointer(coverage + index).loadUnaligned(as: UInt32.self)
    if values != 0 {
      let factors = SIMD4<UInt32>(truncatingIfNeeded: unsafeBitCast(values, to: SIMD4<UInt8>.self))
      store(over(scaled(pixels(index), by: factors), four(row, index)), row, index)
    }
  }
  // The compiler unrolls a loop without a bound.
  for index in fours..<fours + count & 3 {
    row[index] = over(scaled(pixel(index), by: UInt32(coverage[index])), row[index])
  }
}

/// Blends one colour, multiplied by the coverage of each pixel, over `count` pixels.
@_optimize(speed) @inline(never)
func over(
  _ row: UnsafeMutablePointer<UInt32>, count: Int, _ source: UInt32, through coverage: UnsafePointer<UInt8>
) {
  let pixels = SIMD4(repeating: source)
  over(row, count: count, through: coverage, { _ in source }, { _ in pixels })
}

/// Blends a row of colours, each multiplied by its pixel's coverage, over `count` pixels.
@_optimize(speed) @inline(never)
func over(
  _ row: UnsafeMutablePointer<UInt32>, count: Int, _ source: UnsafePointer<UInt32>,
  through coverage: UnsafePointer<UInt8>
) {
  over(row, count: count, through: coverage, { source[$0] }, { four(source, $0) })
}

/// Adds a row of colours, each multiplied by its pixel's coverage, to `count` pixels.
@_optimize(speed) @inline(never)
func plus(
  _ row: UnsafeMutablePointer<UInt32>, count: Int, _ source: UnsafePointer<UInt32>,
  through coverage: UnsafePointer<UInt8>
) {
  for index in 0..<count { row[index] = plus(scaled(source[index], by: UInt32(coverage[index])), row[index]) }
}

/// Multiplies one row of coverage by another.
@_optimize(speed) @inline(never)
func intersect(_ coverage: UnsafeMutablePointer<UInt8>, count: Int, with other: UnsafePointer<UInt8>) {
  for index in 0..<count {
    let product = UInt32(coverage[index]) &* UInt32(other[index]) &+ 128
    coverage[index] = UInt8(truncatingIfNeeded: (product &+ product >> 8) >> 8)
  }
}

/// Writes the colours of `source`, each multiplied by `factor` / 255.
@_optimize(speed) @inline(never)
func scale(_ row: UnsafeMutablePointer<UInt32>, count: Int, _ source: UnsafePointer<UInt32>, by factor: UInt32) {
  let fours = count & ~3, factors = SIMD4(repeating: factor)
  for index in stride(from: 0, to: fours, by: 4) { store(scaled(four(source, index), by: factors), row, index) }
  for index in fours..<fours + count & 3 { row[index] = scaled(source[index], by: factor) }
}

/// Writes the mix of two rows: `part` / 255 of `source` and (255 − `part`) / 255 of `other`.
@_optimize(speed) @inline(never)
func mix(
  _ row: UnsafeMutablePointer<UInt32>, count: Int, _ part: UInt32, of source: UnsafePointer<UInt32>,
  with other: UnsafePointer<UInt32>
) {
  let fours = count & ~3, parts = SIMD4(repeating: part), rests = SIMD4(repeating: 255 &- part)
  for index in stride(from: 0, to: fours, by: 4) {
    let pixels = four(source, index), others = four(other, index)
    let difference = unsafeBitCast(pixels ^ others, to: SIMD2<UInt64>.self)
    // The mix of equal pixels is that pixel.
    let isSame = difference.x | difference.y == 0
    store(isSame ? pixels : scaled(pixels, by: parts) &+ scaled(others, by: rests), row, index)
  }
  for index in fours..<fours + count & 3 {
    row[index] = scaled(source[index], by: part) &+ scaled(other[index], by: 255 &- part)
  }
}
