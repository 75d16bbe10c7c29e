/// The colours of the gradient that was painted last, if its rows are all equal. Several operations often show parts of
/// one gradient, such as the light behind the holes of a card.
struct GradientRow {
  private var gradient: Gradient?
  private var opacity: UInt32 = 0
  /// The pixels of the surface whose colours are known.
  private var start: Int32 = 0, end: Int32 = 0
  /// The premultiplied colours by column of the surface.
  private var pixels: [UInt32] = []

  /// Copies the colours of the columns `x..<x + count` to `colors`; `width` is that of the surface.
  mutating func write(
    _ gradient: Gradient, opacity: UInt32, x: Int32, count: Int, width: Int, to colors: UnsafeMutablePointer<UInt32>
  ) {
    let last = x + Int32(count)
    if self.opacity != opacity || pixels.count < width || self.gradient != gradient {
      if pixels.count < width { pixels = [UInt32](repeating: 0, count: width) }
      self.gradient = gradient
      self.opacity = opacity
      start = x
      end = x
    }
    pixels.withUnsafeMutableBufferPointer { pixels in
      guard let pixels = pixels.baseAddress else { return }
      for (from, to) in [(x, start), (end, last)] where from < to {
        gradient.write(to: pixels + Int(from), x: from, count: Int(to - from))
        if opacity < 255 { scale(pixels + Int(from), count: Int(to - from), pixels + Int(from), by: opacity) }
      }
      copy(pixels + Int(x), count: count, to: colors)
    }
    start = min(start, x)
    end = max(end, last)
  }
}
