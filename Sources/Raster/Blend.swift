// The inner loops of painting. Pixels are 0xAARRGGBB with premultiplied alpha; the top byte of an XRGB surface is
// unused. Two channels are computed in one 32-bit word with 8 spare bits each, which the compiler turns into NEON and
// SSE loops.

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
  for index in 0..<max(0, count) { row[index] = pixel }
}

/// Blends one colour over `count` pixels.
@_optimize(speed) @inline(never)
func over(_ row: UnsafeMutablePointer<UInt32>, count: Int, _ source: UInt32) {
  let rest = 255 &- source >> 24
  for index in 0..<count { row[index] = source &+ scaled(row[index], by: rest) }
}

/// Blends one colour, multiplied by the coverage of each pixel, over `count` pixels.
@_optimize(speed) @inline(never)
func over(
  _ row: UnsafeMutablePointer<UInt32>, count: Int, _ source: UInt32, through coverage: UnsafePointer<UInt8>
) {
  for index in 0..<count { row[index] = over(scaled(source, by: UInt32(coverage[index])), row[index]) }
}

/// Blends a row of colours, each multiplied by its pixel's coverage, over `count` pixels.
@_optimize(speed) @inline(never)
func over(
  _ row: UnsafeMutablePointer<UInt32>, count: Int, _ source: UnsafePointer<UInt32>,
  through coverage: UnsafePointer<UInt8>
) {
  for index in 0..<count { row[index] = over(scaled(source[index], by: UInt32(coverage[index])), row[index]) }
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

/// Mixes two rows: `part` / 255 of `row` and (255 − `part`) / 255 of `other`.
@_optimize(speed) @inline(never)
func mix(_ row: UnsafeMutablePointer<UInt32>, count: Int, _ part: UInt32, with other: UnsafePointer<UInt32>) {
  for index in 0..<count { row[index] = scaled(row[index], by: part) &+ scaled(other[index], by: 255 &- part) }
}
