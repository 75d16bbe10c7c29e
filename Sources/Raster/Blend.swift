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

/// The sums of the channels of four pixels, clamped at 255: processors have an instruction for these comparisons.
@inline(__always)
private func plus(_ source: SIMD4<UInt32>, _ below: SIMD4<UInt32>) -> SIMD4<UInt32> {
  let source = unsafeBitCast(source, to: SIMD16<UInt8>.self), below = unsafeBitCast(below, to: SIMD16<UInt8>.self)
  let room = ~below
  return unsafeBitCast(below &+ source.replacing(with: room, where: source .> room), to: SIMD4<UInt32>.self)
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

/// Calls `four` with the index of each four of `count` pixels, and `one` with that of each of the rest.
@inline(__always)
private func forEach(_ count: Int, four: (_ index: Int) -> Void, one: (_ index: Int) -> Void) {
  let fours = count & ~3
  var index = 0
  while index < fours {
    four(index)
    index &+= 4
  }
  // The compiler unrolls a loop without a bound.
  for index in fours..<fours + count & 3 { one(index) }
}

/// Blends one colour over `count` pixels.
@_optimize(speed) @inline(never)
func over(_ row: UnsafeMutablePointer<UInt32>, count: Int, _ source: UInt32) {
  let rest = 255 &- source >> 24
  let pixels = SIMD4(repeating: source), rests = SIMD4(repeating: rest)
  forEach(count) { index in
    store(pixels &+ scaled(four(row, index), by: rests), row, index)
  } one: { index in
    row[index] = source &+ scaled(row[index], by: rest)
  }
}

/// Blends four pixels over those from `index` on.
@inline(__always)
private func over(_ row: UnsafeMutablePointer<UInt32>, _ index: Int, _ pixels: SIMD4<UInt32>) {
  let pairs = unsafeBitCast(pixels, to: SIMD2<UInt64>.self)
  if pairs.x | pairs.y == 0 { return }
  let isOpaque = pairs.x & pairs.y | 0x00FF_FFFF_00FF_FFFF == .max
  store(isOpaque ? pixels : over(pixels, four(row, index)), row, index)
}

/// Blends a row of colours over `count` pixels.
@_optimize(speed) @inline(never)
func over(_ row: UnsafeMutablePointer<UInt32>, count: Int, _ source: UnsafePointer<UInt32>) {
  forEach(count) { index in
    over(row, index, four(source, index))
  } one: { index in
    row[index] = over(source[index], row[index])
  }
}

/// Blends a row of colours that is moved to the right by `shift` / 255 pixel over `count` pixels, a multiple of four: each
/// colour is the mix of one of `source` and the one before it.
@_optimize(speed) @inline(never)
func over(
  _ row: UnsafeMutablePointer<UInt32>, count: Int, _ source: UnsafePointer<UInt32>, movedBy shift: UInt32
) {
  let parts = SIMD4(repeating: 255 &- shift), rests = SIMD4(repeating: shift), before = source - 1
  var index = 0
  while index < count {
    over(row, index, mixed(four(source, index), parts, four(before, index), rests))
    index &+= 4
  }
}

/// Blends colours, each multiplied by its pixel's coverage, with `count` pixels. `pixel` and `pixels` return one and four
/// colours from an index; `one` and `fours` blend them with those below.
@inline(__always)
private func blend(
  _ row: UnsafeMutablePointer<UInt32>, count: Int, through coverage: UnsafePointer<UInt8>, _ pixel: (Int) -> UInt32,
  _ pixels: (Int) -> SIMD4<UInt32>, one: (UInt32, UInt32) -> UInt32,
  fours: (SIMD4<UInt32>, SIMD4<UInt32>) -> SIMD4<UInt32>
) {
  forEach(count) { index in
    let values = UnsafeRawPointer(coverage + index).loadUnaligned(as: UInt32.self)
    if values == 0 { return }
    let factors = SIMD4<UInt32>(truncatingIfNeeded: unsafeBitCast(values, to: SIMD4<UInt8>.self))
    store(fours(scaled(pixels(index), by: factors), four(row, index)), row, index)
  } one: { index in
    row[index] = one(scaled(pixel(index), by: UInt32(coverage[index])), row[index])
  }
}

/// Blends one colour, multiplied by the coverage of each pixel, over `count` pixels.
@_optimize(speed) @inline(never)
func over(
  _ row: UnsafeMutablePointer<UInt32>, count: Int, _ source: UInt32, through coverage: UnsafePointer<UInt8>
) {
  let pixels = SIMD4(repeating: source)
  blend(row, count: count, through: coverage, { _ in source }, { _ in pixels }, one: over, fours: over)
}

/// Blends a row of colours, each multiplied by its pixel's coverage, over `count` pixels.
@_optimize(speed) @inline(never)
func over(
  _ row: UnsafeMutablePointer<UInt32>, count: Int, _ source: UnsafePointer<UInt32>,
  through coverage: UnsafePointer<UInt8>
) {
  blend(row, count: count, through: coverage, { source[$0] }, { four(source, $0) }, one: over, fours: over)
}

/// Adds a row of colours, each multiplied by its pixel's coverage, to `count` pixels.
@_optimize(speed) @inline(never)
func plus(
  _ row: UnsafeMutablePointer<UInt32>, count: Int, _ source: UnsafePointer<UInt32>,
  through coverage: UnsafePointer<UInt8>
) {
  blend(row, count: count, through: coverage, { source[$0] }, { four(source, $0) }, one: plus, fours: plus)
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
  let factors = SIMD4(repeating: factor)
  forEach(count) { index in
    store(scaled(four(source, index), by: factors), row, index)
  } one: { index in
    row[index] = scaled(source[index], by: factor)
  }
}

/// The sum of the `parts` / 255 of four pixels and the `rests` / 255 of four others.
@inline(__always)
private func mixed(
  _ pixels: SIMD4<UInt32>, _ parts: SIMD4<UInt32>, _ others: SIMD4<UInt32>, _ rests: SIMD4<UInt32>
) -> SIMD4<UInt32> {
  let difference = unsafeBitCast(pixels ^ others, to: SIMD2<UInt64>.self)
  // The mix of equal pixels is that pixel.
  return difference.x | difference.y == 0 ? pixels : scaled(pixels, by: parts) &+ scaled(others, by: rests)
}

/// Writes the mix of two rows: `part` / 255 of `source` and (255 − `part`) / 255 of `other`.
@_optimize(speed) @inline(never)
func mix(
  _ row: UnsafeMutablePointer<UInt32>, count: Int, _ part: UInt32, of source: UnsafePointer<UInt32>,
  with other: UnsafePointer<UInt32>
) {
  let parts = SIMD4(repeating: part), rests = SIMD4(repeating: 255 &- part)
  forEach(count) { index in
    store(mixed(four(source, index), parts, four(other, index), rests), row, index)
  } one: { index in
    row[index] = scaled(source[index], by: part) &+ scaled(other[index], by: 255 &- part)
  }
}
