/// Interpolates the stops of a gradient, fastest at locations that follow each other.
///
/// The channels are interpolated in sRGB with straight alpha, then multiplied by alpha
/// (docs/loaders.md, "Colours and blending").
struct GradientColors {
  /// The stops, by ascending location.
  private let stops: UnsafeBufferPointer<Gradient.Stop>
  /// The colours before the first stop and after the last one, with straight alpha.
  private let before, after: UInt32
  /// The locations of the first and the last stop.
  private let first, last: Int64
  /// The stops around the last location are `segment` and `segment + 1`.
  private var segment = -1
  /// The locations of these stops.
  private var low: Int64 = .max, high: Int64 = .min
  /// 2^44 divided by their distance, rounded up; 0 if they are so far apart that a product with it would not be the
  /// quotient, rounded down: more than 2^16 (Granlund and Montgomery, "Division by Invariant Integers using
  /// Multiplication", 1994, theorem 4.2).
  private var reciprocal: UInt64 = 0
  /// The channels at `low`, times 4096 and plus a half, and their differences up to `high`: two channels a word.
  private var blueRed: UInt64 = 0, greenAlpha: UInt64 = 0, blueRedStep: UInt64 = 0, greenAlphaStep: UInt64 = 0

  /// The colours of stops, which must stay valid.
  init(_ stops: UnsafeBufferPointer<Gradient.Stop>) {
    self.stops = stops
    before = stops.first?.color.straightPixel ?? 0
    after = stops.last?.color.straightPixel ?? 0
    first = Int64(stops.first?.location ?? 0)
    last = Int64(stops.last?.location ?? 0)
  }

  /// The premultiplied colour at a location between start and end, in 1/65536.
  mutating func color(at location: Int64) -> UInt32 {
    var color: UInt32 = 0
    write(to: &color, count: 1, from: location &<< 16, by: 0)
    return color
  }

  /// Writes the premultiplied colours of pixels at locations in 2^-32 of the way from start to end: the first one at
  /// `start`, each of the others `step` further.
  mutating func write(to row: UnsafeMutablePointer<UInt32>, count: Int, from start: Int64, by step: Int64) {
    var index = 0, position = start
    while index < count {
      let location = position >> 16
      if location > first, location < last {
        if location <= low || location > high { find(location) }
        writeSegment(to: row, &index, count, &position, step)
      } else {
        row[index] = location <= first ? before : after
        index &+= 1
        position &+= step
      }
    }
    premultiply(row, count: count)
  }

  /// Writes pixels up to the first one that is not between the current stops, with straight alpha.
  @inline(__always)
  private func writeSegment(
    to row: UnsafeMutablePointer<UInt32>, _ index: inout Int, _ count: Int, _ position: inout Int64, _ step: Int64
  ) {
    let end = min(high, last &- 1)
    repeat {
      let location = position >> 16
      if location <= low || location > end { return }
      row[index] = color(fraction: fraction(at: location))
      index &+= 1
      position &+= step
    } while index < count
  }

  /// How far a location is from `low` to `high`, 0…4096, rounded down.
  @inline(__always)
  private func fraction(at location: Int64) -> UInt64 {
    let distance = UInt64(bitPattern: location &- low) &<< 12
    return reciprocal == 0 ? distance / UInt64(bitPattern: high &- low) : (distance &* reciprocal) &>> 44
  }

  /// The colour at a fraction of the way from `low` to `high`, 0…4096, with straight alpha.
  @inline(__always)
  private func color(fraction: UInt64) -> UInt32 {
    let ends = blueRed &+ blueRedStep &* fraction, others = greenAlpha &+ greenAlphaStep &* fraction
    return UInt32(truncatingIfNeeded: ends >> 12 & 0xFF | ends >> 28 & 0xFF_0000)
      | UInt32(truncatingIfNeeded: others >> 4 & 0xFF00 | others >> 20 & 0xFF00_0000)
  }

  /// The premultiplied colour at a location, with 16 bits a channel: 255 is 65280. Only for stops at different
  /// locations.
  @inline(never)
  mutating func fineColor(at location: Int64) -> UInt64 {
    let location = max(first &+ 1, min(last, location))
    if location <= low || location > high { find(location) }
    let fraction = fraction(at: location)
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
    let distance = UInt64(bitPattern: high &- low)
    reciprocal = distance <= 65536 ? ((1 &<< 44) &+ distance &- 1) / distance : 0
    func pair(_ low: UInt8, _ high: UInt8) -> UInt64 { UInt64(low) | UInt64(high) << 32 }
    let half: UInt64 = 2048 << 32 | 2048
    let start = (pair(from.color.blue, from.color.red), pair(from.color.green, from.color.alpha))
    blueRed = start.0 << 12 &+ half
    greenAlpha = start.1 << 12 &+ half
    blueRedStep = pair(to.color.blue, to.color.red) &- start.0
    greenAlphaStep = pair(to.color.green, to.color.alpha) &- start.1
  }
}
