/// The coverage of one row of pixels by a shape, 0…255 per pixel.
///
/// The values of the pixels `start..<end` are in a separate buffer, except those of `evenStart..<evenEnd`: each of
/// these has the coverage `even`.
struct CoverageRow {
  /// The pixels of the row.
  var start, end: Int32
  /// The pixels that have the coverage `even`.
  var evenStart, evenEnd: Int32
  /// The coverage of these pixels.
  var even: UInt8 = 255
}
