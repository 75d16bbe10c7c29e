/// The coverage of small shapes that are painted again and again at the same place in the grid of pixels, such as discs
/// that only change their opacity.
///
/// The coverage of a shape is stored when it comes a second time: most shapes that move come once. The cache is two-way
/// set-associative: a hash selects a set of two slots, and a new shape takes the older one.
struct CoverageCache {
  /// The shape whose coverage is in a slot, or will be when it comes again.
  private struct Slot {
    /// Box and radius (`Outline.key`); 0 in an empty slot.
    var key: UInt64 = 0
    var halfWidth: Int32?
    /// The size in pixels. Two strokes with the same half of their widths can differ in it.
    var width: Int32 = 0, height: Int32 = 0
    /// Whether the coverage is in `coverage`.
    var isStored = false

    func hasSameShape(as other: Slot) -> Bool {
      key == other.key && halfWidth == other.halfWidth && width == other.width && height == other.height
    }
  }

  /// The two slots of each set, one set after the other; empty until the first call.
  private var slots: [Slot] = []
  /// The coverage of each slot's shape, with room for the largest one.
  private var coverage: [UInt8] = []
  /// By the index of a set's first slot, a bit: which of the two the next shape takes.
  private var next = 0

  private static var slotCount: Int { 32 }
  /// The most pixels in each direction of a filled shape, and of one that is stroked, whose rows cost more to compute.
  private static var filledSide: Int32 { 48 }
  private static var strokedSide: Int32 { 96 }

  /// The coverage of a shape in `bounds`, its pixels, row by row; nil if it is not stored. The pointer is valid until
  /// the next call.
  mutating func coverage(of outline: Outline, in bounds: Rect) -> UnsafePointer<UInt8>? {
    let side = outline.halfWidth == nil ? CoverageCache.filledSide : CoverageCache.strokedSide
    guard bounds.width <= side, bounds.height <= side else { return nil }
    let room = Int(CoverageCache.strokedSide) * Int(CoverageCache.strokedSide)
    if slots.isEmpty {
      slots = [Slot](repeating: Slot(), count: CoverageCache.slotCount)
      coverage = [UInt8](unsafeUninitializedCapacity: CoverageCache.slotCount * room) { $1 = $0.count }
    }
    let shape = Slot(key: outline.key, halfWidth: outline.halfWidth, width: bounds.width, height: bounds.height)
    // Multiplicative hashing (Knuth, The Art of Computer Programming, 6.4).
    let first = Int((shape.key &* 0x9E37_79B9_7F4A_7C15) >> 60) * 2
    var index = first
    if !slots[index].hasSameShape(as: shape) { index += 1 }
    if !slots[index].hasSameShape(as: shape) {
      slots[first + (next >> first) % 2] = shape
      next ^= 1 << first
      return nil
    }
    return coverage.withUnsafeMutableBufferPointer { coverage in
      guard let values = coverage.baseAddress.map({ $0 + index * room }) else { return nil }
      if !slots[index].isStored {
        slots[index].isStored = true
        outline.write(to: values, bounds)
      }
      return UnsafePointer(values)
    }
  }
}

extension Outline {
  /// The position within a pixel, the size and the radius of a shape with sides of less than 256 pixels.
  fileprivate var key: UInt64 {
    func add(_ value: Int32, _ bits: UInt64, to key: UInt64) -> UInt64 {
      key << bits | UInt64(UInt32(bitPattern: value)) & (1 << bits - 1)
    }
    let position = add(box.minY.raw, 8, to: add(box.minX.raw, 8, to: 0))
    let size = add(box.maxY.raw &- box.minY.raw, 16, to: add(box.maxX.raw &- box.minX.raw, 16, to: position))
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
