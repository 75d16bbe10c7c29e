/// The coverage of one row of pixels by a shape, 0…255 per pixel.
///
/// Pixels before `start` and from `end` on are not covered. The values of the pixels `start..<end` are in a separate
/// buffer, except those of the even pixels `evenStart..<evenEnd`: each of these has the coverage `even`.
struct CoverageRow {
  /// The pixels that may be covered.
  var start, end: Int32
  /// The pixels that have the coverage `even`.
  var evenStart, evenEnd: Int32
  /// The coverage of these pixels.
  var even: UInt8 = 255

  /// The pixels of `range` whose centres are between two positions, in 1/256 pixel, both included.
  init(from left: Int32, to right: Int32, in range: Range<Int32>) {
    start = max(range.lowerBound, min(range.upperBound, (left &+ 127) >> 8))
    end = max(start, min(range.upperBound, ((right &- 128) >> 8) &+ 1))
    evenStart = start
    evenEnd = start
  }

  /// All pixels of `range`.
  init(_ range: Range<Int32>) {
    start = range.lowerBound
    end = range.upperBound
    evenStart = start
    evenEnd = start
  }

  /// The pixels `from..<to`, as far as they are in the row, have the coverage `value`.
  mutating func setEven(from: Int32, to: Int32, _ value: UInt8) {
    let from = max(start, from), to = min(end, to)
    if from >= to { return }
    evenStart = from
    evenEnd = to
    even = value
  }

  /// Writes the coverage of the even pixels to `values`, which points at the pixel `first`; then there are none.
  mutating func spread(in values: UnsafeMutablePointer<UInt8>, from first: Int32) {
    (values + Int(evenStart &- first)).update(repeating: even, count: Int(evenEnd &- evenStart))
    evenStart = start
    evenEnd = start
  }
}
