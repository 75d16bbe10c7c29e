/// The filters of a PNG row (W3C PNG, section 9): each byte less a prediction from the pixels to its left, above it,
/// and above left.
///
/// Rows are pixels of four channels in the bytes of a number; before the first pixel of a row is one that is 0.
enum RowFilter: UInt8, CaseIterable {
  case none = 0
  case sub, up
  case paeth = 4

  /// The filter with the fewest bytes other than 0, of a row of `count` pixels. It compresses pictures with flat areas
  /// better than the smallest sum of differences, which section 12.7 proposes. Rows have 0 after their end up to a
  /// multiple of four pixels.
  @_optimize(speed)
  static func best(_ row: UnsafePointer<UInt32>, _ above: UnsafePointer<UInt32>, _ count: Int) -> RowFilter {
    var best = RowFilter.none, least = Int.max
    func rate(_ filter: RowFilter, _ predicted: (Int) -> SIMD16<UInt8>) {
      var sum = 0, index = 0
      while index < count {
        // A lane counts to 255.
        let end = min(count, index + 4 * 255)
        var lanes = SIMD16<UInt8>(repeating: 0)
        while index < end {
          let hit = four(row, index) .== predicted(index)
          lanes = lanes &+ SIMD16(repeating: 1).replacing(with: 0, where: hit)
          index += 4
        }
        sum += Int(SIMD16<UInt16>(truncatingIfNeeded: lanes).wrappedSum())
      }
      // A row without prediction is like more of the rows before it than its count says.
      let cost = filter == .none ? sum * 3 / 4 : sum
      if cost < least {
        least = cost
        best = filter
      }
    }
    rate(.none) { _ in SIMD16(repeating: 0) }
    rate(.sub) { four(row, $0 - 1) }
    rate(.up) { four(above, $0) }
    rate(.paeth) { paeth(four(row, $0 - 1), four(above, $0), four(above, $0 - 1)) }
    return best
  }

  /// The bytes of a row of `count` pixels less their prediction; four channels a pixel, as in the row.
  @_optimize(speed)
  func apply(
    _ row: UnsafePointer<UInt32>, _ above: UnsafePointer<UInt32>, _ count: Int,
    into result: UnsafeMutablePointer<UInt32>
  ) {
    var index = 0
    while index < count {
      let predicted =
        switch self {
        case .none: SIMD16<UInt8>(repeating: 0)
        case .sub: RowFilter.four(row, index - 1)
        case .up: RowFilter.four(above, index)
        case .paeth:
          RowFilter.paeth(
            RowFilter.four(row, index - 1), RowFilter.four(above, index), RowFilter.four(above, index - 1))
        }
      UnsafeMutableRawPointer(result + index).storeBytes(
        of: RowFilter.four(row, index) &- predicted, as: SIMD16<UInt8>.self)
      index += 4
    }
  }

  @inline(__always)
  private static func four(_ row: UnsafePointer<UInt32>, _ index: Int) -> SIMD16<UInt8> {
    UnsafeRawPointer(row + index).loadUnaligned(as: SIMD16<UInt8>.self)
  }

  /// The Paeth predictor (section 9.4) in 8 bits: the third distance is the sum of the other two, which is never the
  /// smallest, or their difference.
  @inline(__always)
  private static func paeth(_ left: SIMD16<UInt8>, _ above: SIMD16<UInt8>, _ corner: SIMD16<UInt8>) -> SIMD16<UInt8> {
    let isLeftLess = left .< corner, isAboveLess = above .< corner
    let toAbove = (left &- corner).replacing(with: corner &- left, where: isLeftLess)
    let toLeft = (above &- corner).replacing(with: corner &- above, where: isAboveLess)
    let difference = (toAbove &- toLeft).replacing(with: toLeft &- toAbove, where: toAbove .< toLeft)
    let toCorner = difference.replacing(with: SIMD16(repeating: 255), where: isLeftLess .== isAboveLess)
    let others = corner.replacing(with: above, where: toAbove .<= toCorner)
    return others.replacing(with: left, where: (toLeft .<= toAbove) .& (toLeft .<= toCorner))
  }
}
