/// The coverage of one row of pixels by a shape, 0…255 a pixel.
///
/// The values of the pixels `start..<end` are in a separate buffer, except those of `evenStart..<evenEnd`: each of
/// these has the coverage `even`.
struct CoverageRow {
  var start, end: Int32
  var evenStart, evenEnd: Int32
  var even: UInt8 = 255
}
