/// The coverage of small shapes that are painted again and again at the same place in the grid of pixels, such as discs
/// that only change their opacity.
///
/// The coverage of a shape is stored when it comes a second time: most shapes that move come once.
struct CoverageCache {
  /// A place for the coverage of a shape.
  private struct Place {
    /// What tells shapes apart; 0 is none.
    var key: UInt64 = 0
    var halfWidth: Int32?
    /// The size in pixels. Two strokes with the same half of their widths can differ in it.
    var width: Int32 = 0, height: Int32 = 0
    /// Whether the coverage is in `coverage`.
    var isStored = false

    /// Whether it is of the same shape as another one.
    func isSame(as other: Place) -> Bool {
      key == other.key && halfWidth == other.halfWidth && width == other.width && height == other.height
    }
  }

  /// Two for each hash.
  private var places: [Place] = []
  /// Room for one shape after the other.
  private var coverage: [UInt8] = []
  /// A bit for each hash: which of its two places the next shape takes.
  private var next = 0

  private static var count: Int { 32 }
  /// The most pixels in each direction of a filled shape, and of one that is stroked, whose rows cost more to compute.
  private static var filledSide: Int32 { 48 }
  private static var strokedSide: Int32 { 96 }

  /// The coverage of a shape in `bounds`, its pixels, row by row; nil if it is not stored. The pointer is valid until
  /// the next call.
  mutating func coverage(of outline: Outline, in bounds: Rect) -> UnsafePointer<UInt8>? {
    let side = outline.halfWidth == nil ? CoverageCache.filledSide : CoverageCache.strokedSide
    guard bounds.width <= side, bounds.height <= side else { return nil }
    let room = Int(CoverageCache.strokedSide) * Int(CoverageCache.strokedSide)
    if places.isEmpty {
      places = [Place](repeating: Place(), count: CoverageCache.count)
      coverage = [UInt8](unsafeUninitializedCapacity: CoverageCache.count * room) { $1 = $0.count }
    }
    let place = Place(key: outline.key, halfWidth: outline.halfWidth, width: bounds.width, height: bounds.height)
    // Multiplicative hashing (Knuth, The Art of Computer Programming, 6.4).
    let first = Int((place.key &* 0x9E37_79B9_7F4A_7C15) >> 60) * 2
    var index = first
    if !places[index].isSame(as: place) { index += 1 }
    if !places[index].isSame(as: place) {
      places[first + (next >> first) % 2] = place
      next ^= 1 << first
      return nil
    }
    return coverage.withUnsafeMutableBufferPointer { coverage in
      guard let values = coverage.baseAddress.map({ $0 + index * room }) else { return nil }
      if !places[index].isStored {
        places[index].isStored = true
        outline.write(to: values, bounds)
      }
      return UnsafePointer(values)
    }
  }
}

extension Outline {
  /// The place in the grid of pixels, the size and the radius of a shape with sides of less than 256 pixels.
  fileprivate var key: UInt64 {
    func add(_ value: Int32, _ bits: UInt64, to key: UInt64) -> UInt64 {
      key << bits | UInt64(UInt32(bitPattern: value)) & (1 << bits - 1)
    }
    let place = add(box.minY.raw, 8, to: add(box.minX.raw, 8, to: 0))
    let size = add(box.maxY.raw &- box.minY.raw, 16, to: add(box.maxX.raw &- box.minX.raw, 16, to: place))
    return add(radius, 16, to: size)
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
