/// A cache of the colours of the horizontal gradient that was painted last. Several operations often show parts of one
/// gradient, such as the light behind the holes in the cards of the loader `skeleton`.
///
/// Its rows are all equal, or repeat with the eight rows of the matrix if it is dithered.
final class GradientRows {
  private var gradient: Gradient?
  /// `Gradient.flattestSlope` of its stops, which are often those of the next gradient.
  private var slope = 0.0
  private var opacity: UInt32 = 0
  /// How many rows differ: 1 or 8.
  private var count: Int32 = 0
  /// The pixels of the surface whose colours are known.
  private var start: Int32 = 0, end: Int32 = 0
  /// Premultiplied colours by column of the surface, one row after the other.
  private var pixels = UnsafeMutableBufferPointer<UInt32>(start: nil, count: 0)

  deinit { pixels.deallocate() }

  /// The colours of the columns `x..<x + count`, valid until the next call; `width` is that of the surface. Nil if that
  /// has no columns.
  func rows(of gradient: Gradient, opacity: UInt32, x: Int32, count: Int, width: Int) -> RepeatingRows? {
    if self.opacity != opacity || self.gradient != gradient || pixels.count < Int(self.count) * width {
      if self.gradient?.stops != gradient.stops { slope = Gradient.flattestSlope(of: gradient.stops) }
      self.gradient = gradient
      self.opacity = opacity
      self.count = gradient.isSlow(flattest: slope) ? Dither.size : 1
      start = x
      end = x
      if pixels.count < Int(self.count) * width {
        pixels.deallocate()
        pixels = .allocate(capacity: Int(self.count) * width)
      }
    }
    guard let first = pixels.baseAddress else { return nil }
    let stride = pixels.count / Int(self.count), last = x + Int32(count)
    for (from, to) in [(x, start), (end, last)] where from < to {
      let colors = first + Int(from), count = Int(to - from)
      gradient.write(to: colors, stride: stride, isDithered: self.count > 1, x: from, count: count)
      for row in 0..<Int(self.count) where opacity < 255 {
        scale(colors + row * stride, count: count, colors + row * stride, by: opacity)
      }
    }
    start = min(start, x)
    end = max(end, last)
    return RepeatingRows(first: first + Int(x), stride: stride, count: self.count)
  }
}

/// Rows of colours that repeat down the surface: row `y` is the one at `y` modulo their number, a power of two.
struct RepeatingRows {
  /// The first pixel of row 0.
  let first: UnsafePointer<UInt32>
  /// The distance between two rows in pixels.
  var stride = 0
  /// The number of rows that differ.
  var count: Int32 = 1

  /// The first pixel of row `y`.
  func row(_ y: Int32) -> UnsafePointer<UInt32> { first + Int(y & (count &- 1)) &* stride }
}
