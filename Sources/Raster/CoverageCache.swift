/// The coverage of small filled shapes that are painted again and again at the same place in the grid of pixels, such
/// as discs that only change their opacity.
///
/// The coverage of a shape is stored when it comes a second time: most shapes that move come once.
struct CoverageCache {
  /// What tells shapes apart, two for each hash; 0 is none. Those with `isStored` have their coverage in `coverage`.
  private var keys: [UInt64] = []
  /// Room for one shape after the other.
  private var coverage: [UInt8] = []
  /// A bit for each hash: which of its two places the next shape takes.
  private var next = 0

  private static var count: Int { 32 }
  /// The most pixels of a shape in each direction.
  private static var side: Int32 { 48 }
  private static var isStored: UInt64 { 1 << 63 }

  /// The coverage of a filled shape in `bounds`, its pixels, row by row; nil if it is not stored. The pointer is valid
  /// until the next call.
  mutating func coverage(of outline: Outline, in bounds: Rect) -> UnsafePointer<UInt8>? {
    let side = CoverageCache.side
    guard outline.halfWidth == nil, bounds.width <= side, bounds.height <= side else { return nil }
    let room = Int(side) * Int(side)
    if keys.isEmpty {
      keys = [UInt64](repeating: 0, count: CoverageCache.count)
      coverage = [UInt8](unsafeUninitializedCapacity: CoverageCache.count * room) { $1 = $0.count }
    }
    let key = outline.key
    // Multiplicative hashing (Knuth, The Art of Computer Programming, 6.4).
    let place = Int((key &* 0x9E37_79B9_7F4A_7C15) >> 60) * 2
    var index = place
    if keys[index] & ~CoverageCache.isStored != key { index += 1 }
    if keys[index] & ~CoverageCache.isStored != key {
      keys[place + (next >> place) % 2] = key
      next ^= 1 << place
      return nil
    }
    return coverage.withUnsafeMutableBufferPointer { coverage in
      guard let values = coverage.baseAddress.map({ $0 + index * room }) else { return nil }
      if keys[index] == key {
        keys[index] |= CoverageCache.isStored
        outline.write(to: values, bounds)
      }
      return UnsafePointer(values)
    }
  }
}

extension Outline {
  /// The place in the grid of pixels, the size and the radius of a filled shape with sides of less than 64 pixels.
  fileprivate var key: UInt64 {
    func add(_ value: Int32, _ bits: UInt64, to key: UInt64) -> UInt64 {
      key << bits | UInt64(UInt32(bitPattern: value)) & (1 << bits - 1)
    }
    let place = add(box.minY.raw, 8, to: add(box.minX.raw, 8, to: 0))
    let size = add(box.maxY.raw &- box.minY.raw, 14, to: add(box.maxX.raw &- box.minX.raw, 14, to: place))
    return add(radius, 14, to: size)
  }

  /// Writes the coverage of the pixels in `bounds`, row by row.
  fileprivate func write(to values: UnsafeMutablePointer<UInt8>, _ bounds: Rect) {
    values.update(repeating: 0, count: bounds.area)
    var values = values
    for y in bounds.minY..<bounds.maxY {
      var row = row(y, from: bounds.minX, to: bounds.maxX, into: values)
      row.spread(in: values, from: bounds.minX)
      values += Int(bounds.width)
    }
  }
}
