internal import CVector

#if arch(x86_64) || arch(arm64) || arch(wasm32) || NEON  // NEON: on ARM with 32 bits (board/neon)
  /// The pixels that are blended at a time: four with vector instructions, otherwise one.
  ///
  /// The channels of four pixels are computed in lanes of 16 bits, because SSE2 has no 32-bit multiplication.
  typealias Block = SIMD4<UInt32>

  /// The coverage of the pixels of a block, one byte each.
  typealias BlockCoverage = UInt32

  extension Block {
    static var count: Int { 4 }

    /// The factors in a coverage, one for each pixel.
    @inline(__always)
    init(_ coverage: BlockCoverage) { self.init(truncatingIfNeeded: unsafeBitCast(coverage, to: SIMD4<UInt8>.self)) }

    /// True if all bits are 0.
    @inline(__always)
    var isZero: Bool {
      let pairs = unsafeBitCast(self, to: SIMD2<UInt64>.self)
      return pairs.x | pairs.y == 0
    }
  }

  /// Whether `first` equals `second`, and `third` equals `fourth`.
  @inline(__always)
  func areEqual(_ first: Block, _ second: Block, _ third: Block, _ fourth: Block) -> Bool {
    vector_are_equal(first, second, third, fourth)
  }

  /// Two channels of each pixel: blue and red, or green and alpha.
  private typealias TwoChannels = SIMD8<UInt16>

  @inline(__always)
  private func blueAndRed(_ pixels: Block) -> TwoChannels { unsafeBitCast(pixels & 0x00FF_00FF, to: TwoChannels.self) }

  @inline(__always)
  private func greenAndAlpha(_ pixels: Block) -> TwoChannels { unsafeBitCast(pixels, to: TwoChannels.self) &>> 8 }

  @inline(__always)
  private func joined(_ blueAndRed: TwoChannels, _ greenAndAlpha: TwoChannels) -> Block {
    unsafeBitCast(blueAndRed | greenAndAlpha &<< 8, to: Block.self)
  }

  @inline(__always)
  private func scaled(_ channels: TwoChannels, by factors: Block) -> TwoChannels {
    vector_divided_by_255(channels &* unsafeBitCast(factors | factors &<< 16, to: TwoChannels.self) &+ 128)
  }

  /// The pixels, each multiplied by its factor / 255, as `scaled` does it for one pixel.
  @inline(__always)
  func scaled(_ pixels: Block, by factors: Block) -> Block {
    joined(scaled(blueAndRed(pixels), by: factors), scaled(greenAndAlpha(pixels), by: factors))
  }

  /// The sums of two pixels, multiplied by `parts` / 255 and `rests` / 255; the sum of both factors is 255.
  @inline(__always)
  func mixed(_ pixels: Block, by parts: Block, _ others: Block, by rests: Block) -> Block {
    joined(
      scaled(blueAndRed(pixels), by: parts) &+ scaled(blueAndRed(others), by: rests),
      scaled(greenAndAlpha(pixels), by: parts) &+ scaled(greenAndAlpha(others), by: rests))
  }

  /// The pixels blended over those below by their alpha.
  @inline(__always)
  func over(_ source: Block, _ below: Block) -> Block { source &+ scaled(below, by: 255 &- source &>> 24) }

  /// The sums of the channels, clamped at 255: processors have an instruction for these comparisons.
  @inline(__always)
  func plus(_ source: Block, _ below: Block) -> Block {
    let source = unsafeBitCast(source, to: SIMD16<UInt8>.self), below = unsafeBitCast(below, to: SIMD16<UInt8>.self)
    let room = ~below
    return unsafeBitCast(below &+ source.replacing(with: room, where: source .> room), to: Block.self)
  }
#else
  typealias Block = UInt32

  typealias BlockCoverage = UInt8

  extension Block {
    static var count: Int { 1 }

    init(repeating pixel: UInt32) { self = pixel }

    var isZero: Bool { self == 0 }
  }

  func areEqual(_ first: Block, _ second: Block, _ third: Block, _ fourth: Block) -> Bool {
    first == second && third == fourth
  }

  func mixed(_ pixel: Block, by part: Block, _ other: Block, by rest: Block) -> Block {
    scaled(pixel, by: part) &+ scaled(other, by: rest)
  }
#endif

extension Block {
  /// The pixels from `index` on.
  @inline(__always)
  init(_ row: UnsafePointer<UInt32>, _ index: Int) {
    self = UnsafeRawPointer(row + index).loadUnaligned(as: Block.self)
  }

  /// Stores the pixels from `index` on.
  @inline(__always)
  func store(_ row: UnsafeMutablePointer<UInt32>, _ index: Int) {
    UnsafeMutableRawPointer(row + index).storeBytes(of: self, as: Block.self)
  }

  /// True if every pixel is opaque.
  @inline(__always)
  var isOpaque: Bool { (~self & Block(repeating: 0xFF00_0000)).isZero }
}
