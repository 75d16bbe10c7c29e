// The inner loops of painting. Pixels are 0xAARRGGBB with premultiplied alpha; the top byte of an XRGB surface is
// unused. For one pixel, two channels are computed in one 32-bit word with 8 spare bits each. Rows are blended in
// blocks.

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
  let pixels = SIMD32(repeating: pixel), last = count &- 32
  var index = 0
  while index <= last {
    UnsafeMutableRawPointer(row + index).storeBytes(of: pixels, as: SIMD32<UInt32>.self)
    index &+= 32
  }
  while index <= count &- Block.count {
    Block(repeating: pixel).store(row, index)
    index &+= Block.count
  }
  // Bounded below a block, so that the compiler does not unroll this loop.
  for index in index..<index &+ (count & (Block.count &- 1)) { row[index] = pixel }
}

/// Copies `count` pixels; the rows do not overlap.
@inline(__always)
func copy(_ source: UnsafePointer<UInt32>, count: Int, to row: UnsafeMutablePointer<UInt32>) {
  // `update(from:count:)` copies pixel by pixel.
  UnsafeMutableRawPointer(row).copyMemory(from: source, byteCount: count &* 4)
}

/// Calls `body` with the index of each whole block of `count` pixels, and returns the index of the first pixel after
/// them.
@inline(__always)
private func forEachBlock(_ count: Int, _ body: (_ index: Int) -> Void) -> Int {
  let end = count & ~(Block.count &- 1)
  var index = 0
  while index < end {
    body(index)
    index &+= Block.count
  }
  return end
}

/// Blends the pixels `index..<count` of a row, which are fewer than a block: copies them, the colours and the coverage
/// to whole blocks, lets `body` blend these, and copies the result back.
@inline(__always)
private func blendRest(
  _ row: UnsafeMutablePointer<UInt32>, _ index: Int, _ count: Int, _ below: UnsafePointer<UInt32>,
  _ source: UnsafePointer<UInt32>, _ coverage: UnsafePointer<UInt8>? = nil,
  _ body: (UnsafeMutablePointer<UInt32>, UnsafePointer<UInt32>, UnsafePointer<UInt8>) -> Void
) {
  if index < count { blendFew(row, index, count, below, source, coverage, body) }
}

/// `blendRest` of at least one pixel.
@inline(never)
private func blendFew(
  _ row: UnsafeMutablePointer<UInt32>, _ index: Int, _ count: Int, _ below: UnsafePointer<UInt32>,
  _ source: UnsafePointer<UInt32>, _ coverage: UnsafePointer<UInt8>?,
  _ body: (UnsafeMutablePointer<UInt32>, UnsafePointer<UInt32>, UnsafePointer<UInt8>) -> Void
) {
  var pixels = Block(repeating: 0), colors = pixels, values = BlockCoverage(0)
  withUnsafeMutablePointer(to: &pixels) { pixels in
    withUnsafeMutablePointer(to: &colors) { colors in
      withUnsafeMutablePointer(to: &values) { values in
        let pixels = UnsafeMutableRawPointer(pixels).assumingMemoryBound(to: UInt32.self)
        let colors = UnsafeMutableRawPointer(colors).assumingMemoryBound(to: UInt32.self)
        let values = UnsafeMutableRawPointer(values).assumingMemoryBound(to: UInt8.self)
        for column in index..<count {
          pixels[column &- index] = below[column]
          colors[column &- index] = source[column]
          if let coverage { values[column &- index] = coverage[column] }
        }
        body(pixels, colors, values)
        for column in index..<count { row[column] = pixels[column &- index] }
      }
    }
  }
}

/// The coverage of a block of which all pixels but the first `done` are covered: where the last block of a row overlaps
/// the one before it, it leaves the pixels of that as they are.
@inline(__always)
private func coverage(after done: Int) -> BlockCoverage { .max &<< BlockCoverage(truncatingIfNeeded: 8 &* done) }

/// Blends one colour over `count` pixels.
@_optimize(speed) @inline(never)
func over(_ row: UnsafeMutablePointer<UInt32>, count: Int, _ source: UInt32) {
  let pixels = Block(repeating: source), rests = Block(repeating: 255 &- source >> 24)
  let end = forEachBlock(count) { index in
    (pixels &+ scaled(Block(row, index), by: rests)).store(row, index)
  }
  blendRest(row, end, count, row, row) { row, _, _ in over(row, count: Block.count, source) }
}

/// Blends a row of colours over `count` pixels.
@_optimize(speed) @inline(never)
func over(_ row: UnsafeMutablePointer<UInt32>, count: Int, _ source: UnsafePointer<UInt32>) {
  let two = 2 &* Block.count, black = Block(repeating: 0xFF00_0000)
  var index = 0
  while index <= count &- two {
    // The first pixel tells what two blocks may have in common.
    let first = source[index], start = index, other = index &+ Block.count
    var pixels = Block(source, start), others = Block(source, other)
    index &+= two
    if first == 0, (pixels | others).isZero { continue }
    if first >> 24 < 255 || !(pixels & others).isOpaque {
      let below = Block(row, start), belowOthers = Block(row, other)
      if areEqual(below, black, belowOthers, black) {
        // Black adds nothing.
        pixels = pixels | black
        others = others | black
      } else {
        pixels = over(pixels, below)
        others = over(others, belowOthers)
      }
    }
    pixels.store(row, start)
    others.store(row, other)
  }
  while index < count {
    let last = count &- Block.count, start = min(index, last)
    if start < 0 {
      return blendRest(row, index, count, row, source) { row, source, _ in over(row, count: Block.count, source) }
    }
    over(scaled(Block(source, start), by: Block(coverage(after: index &- start))), Block(row, start)).store(row, start)
    index = start &+ Block.count
  }
}

/// Blends a row of colours that is moved to the right by `shift` / 255 pixel over `count` pixels, at least a block:
/// each colour is the mix of one of `source` and the one before it.
@_optimize(speed) @inline(never)
func over(
  _ row: UnsafeMutablePointer<UInt32>, count: Int, _ source: UnsafePointer<UInt32>, movedBy shift: UInt32
) {
  let parts = Block(repeating: 255 &- shift), rests = Block(repeating: shift), before = source - 1
  let end = count & ~(Block.count &- 1), two = 2 &* Block.count
  var index = 0
  while index < end {
    let pixels = Block(source, index), others = Block(before, index), first = source[index]
    if areEqual(pixels, others, pixels, others), first == 0 || first >> 24 == 255 {
      // All are equal, and often many after them.
      if first == 0 {
        index &+= Block.count
        while index <= end &- two, (Block(source, index) | Block(source, index &+ Block.count)).isZero { index &+= two }
      } else {
        pixels.store(row, index)
        index &+= Block.count
        while index <= end &- two,
          areEqual(Block(source, index), pixels, Block(source, index &+ Block.count), pixels)
        {
          pixels.store(row, index)
          pixels.store(row, index &+ Block.count)
          index &+= two
        }
      }
    } else {
      let mixed = mixed(pixels, by: parts, others, by: rests)
      (mixed.isOpaque ? mixed : over(mixed, Block(row, index))).store(row, index)
      index &+= Block.count
    }
  }
  if end < count {
    let start = count &- Block.count
    let mixed = mixed(Block(source, start), by: parts, Block(before, start), by: rests)
    over(scaled(mixed, by: Block(coverage(after: end &- start))), Block(row, start)).store(row, start)
  }
}

/// Blends one colour over pixels that are fully covered.
@inline(never)
func cover(_ row: UnsafeMutablePointer<UInt32>, _ count: Int, _ pixel: UInt32) {
  if pixel >> 24 == 255 {
    fill(row, count: count, with: pixel)
  } else if pixel >> 24 > 0 {
    over(row, count: count, pixel)
  }
}

/// Blends colours, each multiplied by its pixel's coverage. Returns how many pixels are done: `count`, or 0 if they are
/// fewer than a block.
///
/// `pixels` returns the block of colours at an index, and `blend` blends a block with the one below it. `hides`: an
/// opaque block that is fully covered replaces the one below, without blending.
@inline(__always)
private func blend(
  _ row: UnsafeMutablePointer<UInt32>, count: Int, through coverage: UnsafePointer<UInt8>, hides: Bool = true,
  _ pixels: (Int) -> Block, _ blend: (Block, Block) -> Block
) -> Int {
  let coverage = UnsafeRawPointer(coverage), last = count &- Block.count
  if last < 0 { return 0 }
  var index = 0, mask = BlockCoverage.max
  while true {
    // Most are not covered.
    while index <= count &- 8, coverage.loadUnaligned(fromByteOffset: index, as: UInt64.self) == 0 { index &+= 8 }
    if index > last {
      if index >= count { return count }
      mask = Raster.coverage(after: index &- last)
      index = last
    }
    let values = coverage.loadUnaligned(fromByteOffset: index, as: BlockCoverage.self) & mask
    if values != 0 {
      var pixels = pixels(index)
      if values != .max { pixels = scaled(pixels, by: Block(values)) }
      if values != .max || !hides || !pixels.isOpaque { pixels = blend(pixels, Block(row, index)) }
      pixels.store(row, index)
    }
    index &+= Block.count
  }
}

/// The pixels blended over a background, which is often black: that adds nothing.
@inline(__always)
private func overBackground(_ source: Block, _ below: Block) -> Block {
  let black = Block(repeating: 0xFF00_0000)
  return areEqual(below, black, below, black) ? source | black : over(source, below)
}

/// Blends one colour, multiplied by the coverage of each pixel, over `count` pixels.
@_optimize(speed) @inline(never)
func over(
  _ row: UnsafeMutablePointer<UInt32>, count: Int, _ source: UInt32, through coverage: UnsafePointer<UInt8>
) {
  let pixels = Block(repeating: source)
  let end = blend(row, count: count, through: coverage, { _ in pixels }, overBackground)
  blendRest(row, end, count, row, row, coverage) { row, _, coverage in
    over(row, count: Block.count, source, through: coverage)
  }
}

/// Blends a row of colours, each multiplied by its pixel's coverage, over `count` pixels.
@_optimize(speed) @inline(never)
func over(
  _ row: UnsafeMutablePointer<UInt32>, count: Int, _ source: UnsafePointer<UInt32>,
  through coverage: UnsafePointer<UInt8>
) {
  let end = blend(row, count: count, through: coverage, { Block(source, $0) }, overBackground)
  blendRest(row, end, count, row, source, coverage) { row, source, coverage in
    over(row, count: Block.count, source, through: coverage)
  }
}

/// Adds a row of colours, each multiplied by its pixel's coverage, to `count` pixels.
@_optimize(speed) @inline(never)
func plus(
  _ row: UnsafeMutablePointer<UInt32>, count: Int, _ source: UnsafePointer<UInt32>,
  through coverage: UnsafePointer<UInt8>
) {
  let end = blend(row, count: count, through: coverage, hides: false, { Block(source, $0) }, plus)
  blendRest(row, end, count, row, source, coverage) { row, source, coverage in
    plus(row, count: Block.count, source, through: coverage)
  }
}

/// Limits one row of coverage by another. The lower one counts, so that an edge that both have is drawn once.
@inline(never)
func intersect(_ coverage: UnsafeMutablePointer<UInt8>, count: Int, with other: UnsafePointer<UInt8>) {
  for index in 0..<count {
    coverage[index] = min(coverage[index], other[index])
  }
}

/// Writes the colours of `source`, each multiplied by `factor` / 255.
@_optimize(speed) @inline(never)
func scale(_ row: UnsafeMutablePointer<UInt32>, count: Int, _ source: UnsafePointer<UInt32>, by factor: UInt32) {
  let factors = Block(repeating: factor)
  let end = forEachBlock(count) { index in scaled(Block(source, index), by: factors).store(row, index) }
  blendRest(row, end, count, source, source) { row, source, _ in scale(row, count: Block.count, source, by: factor) }
}

/// Multiplies the colours of `count` pixels with straight alpha by it.
@_optimize(speed) @inline(never)
func premultiply(_ row: UnsafeMutablePointer<UInt32>, count: Int) {
  let opaque = Block(repeating: 0xFF00_0000)
  var index = 0
  while index <= count &- Block.count {
    let pixels = Block(row, index)
    if !pixels.isOpaque { scaled(pixels | opaque, by: pixels &>> 24).store(row, index) }
    index &+= Block.count
  }
  for index in index..<max(index, count) { row[index] = scaled(row[index] | 0xFF00_0000, by: row[index] >> 24) }
}

/// Writes the mix of two rows: `part` / 255 of `source` and (255 − `part`) / 255 of `other`.
@_optimize(speed) @inline(never)
func mix(
  _ row: UnsafeMutablePointer<UInt32>, count: Int, _ part: UInt32, of source: UnsafePointer<UInt32>,
  with other: UnsafePointer<UInt32>
) {
  let parts = Block(repeating: part), rests = Block(repeating: 255 &- part)
  let end = forEachBlock(count) { index in
    var pixels = Block(source, index)
    let others = Block(other, index)
    // The mix of equal pixels is that pixel.
    if !areEqual(pixels, others, pixels, others) { pixels = mixed(pixels, by: parts, others, by: rests) }
    pixels.store(row, index)
  }
  blendRest(row, end, count, other, source) { row, source, _ in
    mix(row, count: Block.count, part, of: source, with: row)
  }
}
