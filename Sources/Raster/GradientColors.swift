/// Interpolates the stops of a gradient, fastest at locations that follow each other.
///
/// The channels are interpolated in sRGB with straight alpha, then multiplied by alpha
/// (docs/loaders.md, "Colours and blending").
struct GradientColors {
  /// The stops, by ascending location.
  private let stops: UnsafeBufferPointer<Gradient.Stop>
  /// The premultiplied colours before the first stop and after the last one.
  private let before, after: UInt32
  /// The locations of the first and the last stop.
  private let first, last: Int64
  /// The stops around the last location are `segment` and `segment + 1`.
  private var segment = -1
  /// The locations of these stops.
  private var low: Int64 = .max, high: Int64 = .min
  /// The channels at `low`, times 4096 and plus a half, and their differences up to `high`: two channels a word.
  private var blueRed: UInt64 = 0, greenAlpha: UInt64 = 0, blueRedStep: UInt64 = 0, greenAlphaStep: UInt64 = 0

  /// The colours of stops, which must stay valid.
  init(_ stops: UnsafeBufferPointer<Gradient.Stop>) {
    self.stops = stops
    before = stops.first?.color.premultiplied ?? 0
    after = stops.last?.color.premultiplied ?? 0
    first = Int64(stops.first?.location ?? 0)
    last = Int64(stops.last?.location ?? 0)
  }

  /// The premultiplied colour at a location between start and end, in 1/65536.
  @inline(__always)
  mutating func color(at location: Int64) -> UInt32 {
    if location <= first { return before }
    if location >= last { return after }
    if location <= low || location > high { find(location) }
    // Exact: both numbers are below 2^53, and the quotient is less than 2^13.
    let fraction = UInt64(UInt32(Double((location &- low) &<< 12) / Double(high &- low)))
    let ends = blueRed &+ blueRedStep &* fraction, others = greenAlpha &+ greenAlphaStep &* fraction
    let pixel =
      UInt32(truncatingIfNeeded: ends >> 12 & 0xFF | ends >> 28 & 0xFF_0000)
      | UInt32(truncatingIfNeeded: others >> 4 & 0xFF00 | others >> 20 & 0xFF00_0000)
    return pixel >> 24 == 255 ? pixel : scaled(pixel | 0xFF00_0000, by: pixel >> 24)
  }

  /// The premultiplied colour at a location, with 16 bits a channel: 255 is 65280. Only for stops at different locations.
  @inline(never)
  mutating func fineColor(at location: Int64) -> UInt64 {
    let location = max(first &+ 1, min(last, location))
    if location <= low || location > high { find(location) }
    let fraction = UInt64(UInt32(Double((location &- low) &<< 12) / Double(high &- low)))
    let half: UInt64 = 2048 << 32 | 2048
    let ends = (blueRed &+ blueRedStep &* fraction &- half) &>> 4
    let others = (greenAlpha &+ greenAlphaStep &* fraction &- half) &>> 4
    let alpha = others &>> 32 & 0xFFFF
    func multiplied(_ channel: UInt64) -> UInt64 { ((channel & 0xFFFF) &* alpha &+ 32640) / 65280 }
    return alpha &<< 48 | multiplied(ends &>> 32) &<< 32 | multiplied(others) &<< 16 | multiplied(ends)
  }

  /// Finds the stops around a location, which is between the first stop and the last one.
  @inline(never)
  private mutating func find(_ location: Int64) {
    segment = max(0, segment)
    while location > Int64(stops[segment + 1].location) { segment += 1 }
    while location <= Int64(stops[segment].location) { segment -= 1 }
    let from = stops[segment], to = stops[segment + 1]
    low = Int64(from.location)
    high = Int64(to.location)
    func pair(_ low: UInt8, _ high: UInt8) -> UInt64 { UInt64(low) | UInt64(high) << 32 }
    let half: UInt64 = 2048 << 32 | 2048
    let start = (pair(from.color.blue, from.color.red), pair(from.color.green, from.color.alpha))
    blueRed = start.0 << 12 &+ half
    greenAlpha = start.1 << 12 &+ half
    blueRedStep = pair(to.color.blue, to.color.red) &- start.0
    greenAlphaStep = pair(to.color.green, to.color.alpha) &- start.1
  }
}
