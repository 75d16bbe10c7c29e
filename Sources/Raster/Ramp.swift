/// The colours of a gradient, computed once in 1025 steps, for gradients whose rows differ.
struct Ramp {
  /// The stops of the gradient.
  let stops: [Gradient.Stop]
  /// Premultiplied colours, from the first stop to the last.
  private let colors: [UInt32]
  /// The index of the last colour.
  private static var steps: Int { 1024 }

  /// Computes the colours.
  init(_ stops: [Gradient.Stop]) {
    self.stops = stops
    let first = Int64(stops.first?.location ?? 0), last = Int64(stops.last?.location ?? 0)
    colors = stops.withUnsafeBufferPointer {
      var colors = GradientColors($0)
      return (0...Ramp.steps).map { colors.color(at: first + (last - first) * Int64($0) / Int64(Ramp.steps)) }
    }
  }

  /// Writes the colours of `count` pixels at locations in 1/65536 of the way from start to end: the first one at `start`,
  /// each of the others `step` further.
  func write(to row: UnsafeMutablePointer<UInt32>, count: Int, from start: Double, by step: Double) {
    colors.withUnsafeBufferPointer { table in
      guard let table = table.baseAddress else { return }
      let (first, unit) = scale
      Ramp.write(to: row, count: count, from: start, by: step, first, unit, table)
    }
  }

  /// Writes the colours of `count` pixels of a radial gradient. The first one is `x` to the right of the centre, in 1/256
  /// pixel, and `square` is that of the distance between row and centre. A location is `lengthUnit` times the distance
  /// from the circle with the radius `radius`.
  func write(
    to row: UnsafeMutablePointer<UInt32>, count: Int, x: Double, square: Double, radius: Double, _ lengthUnit: Double
  ) {
    colors.withUnsafeBufferPointer { table in
      guard let table = table.baseAddress else { return }
      let (first, unit) = scale
      Ramp.write(to: row, count: count, x: x, square: square, radius: radius, lengthUnit, first, unit, table)
    }
  }

  /// The location of the first colour, and the number of steps from there for a location.
  private var scale: (first: Double, unit: Double) {
    let first = Double(stops.first?.location ?? 0), last = Double(stops.last?.location ?? 0)
    return (first, Double(Ramp.steps) / max(1, last - first))
  }

  @_optimize(speed) @inline(never)
  private static func write(
    to row: UnsafeMutablePointer<UInt32>, count: Int, from start: Double, by step: Double, _ first: Double,
    _ unit: Double, _ table: UnsafePointer<UInt32>
  ) {
    var pixel = 0.0
    var index = 0
    while index < count {
      row[index] = table[color(at: start + pixel * step, first, unit)]
      pixel += 1
      index &+= 1
    }
  }

  @_optimize(speed) @inline(never)
  private static func write(
    to row: UnsafeMutablePointer<UInt32>, count: Int, x: Double, square: Double, radius: Double, _ lengthUnit: Double,
    _ first: Double, _ unit: Double, _ table: UnsafePointer<UInt32>
  ) {
    var x = x
    var index = 0
    while index < count {
      row[index] = table[color(at: ((x * x + square).squareRoot() - radius) * lengthUnit, first, unit)]
      x += 256
      index &+= 1
    }
  }

  /// The index of the colour at a location. The comparisons are those of the processor's minimum and maximum.
  @inline(__always)
  private static func color(at location: Double, _ first: Double, _ unit: Double) -> Int {
    let step = (location - first) * unit + 0.5, most = Double(Ramp.steps)
    let positive = step > 0 ? step : 0
    return wholePart(positive < most ? positive : most)
  }
}

/// A number from 0 to less than 4096, without its fraction, which is rounded to 2^-40: the sum with 4096 has a mantissa
/// of 12 bits before and 40 bits after the point. A conversion would check its range.
@inline(__always)
func wholePart(_ number: Double) -> Int { Int(truncatingIfNeeded: (number + 4096).bitPattern >> 40 & 0xFFF) }
