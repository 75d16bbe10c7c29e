internal import CVector

/// The colours of a gradient, computed once in 1025 steps, for gradients whose rows differ.
struct Ramp {
  /// The stops of the gradient.
  let stops: [Gradient.Stop]
  /// Premultiplied colours, from the first stop to the last; of a dithered gradient the indices of `fineColors`.
  private let colors: [UInt32]
  /// The premultiplied colours of a dithered gradient, with 16 bits a channel.
  private let fineColors: [UInt64]
  /// The location of the first colour, and the number of steps that one unit of a location takes (1/65536).
  private let first, unit: Double
  /// The index of the last colour.
  private static var steps: Int { 1024 }

  /// Computes the colours.
  init(_ stops: [Gradient.Stop], isDithered: Bool) {
    self.stops = stops
    let first = Int64(stops.first?.location ?? 0), last = Int64(stops.last?.location ?? 0)
    var plain: [UInt32] = [], fine: [UInt64] = []
    stops.withUnsafeBufferPointer {
      var colors = GradientColors($0)
      for step in 0...Ramp.steps {
        let location = first + (last - first) * Int64(step) / Int64(Ramp.steps)
        if isDithered { fine.append(colors.fineColor(at: location)) }
        plain.append(isDithered ? UInt32(step) : colors.color(at: location))
      }
    }
    colors = plain
    fineColors = fine
    self.first = Double(first)
    unit = Double(Ramp.steps) / Double(max(1, last - first))
  }

  /// True if what `write` writes must be dithered.
  var isDithered: Bool { !fineColors.isEmpty }

  /// Replaces the indices in a row by colours, which the thresholds of the first eight pixels round up or down.
  @_optimize(speed) @inline(never)
  func dither(_ row: UnsafeMutablePointer<UInt32>, count: Int, _ thresholds: UInt64) {
    var thresholds = thresholds
    fineColors.withUnsafeBufferPointer { table in
      guard let table = table.baseAddress else { return }
      for index in 0..<count {
        row[index] = Dither.rounded(table[Int(row[index])], Dither.repeated(thresholds & 255))
        thresholds = thresholds &>> 8 | thresholds &<< 56
      }
    }
  }

  /// Writes the colours of `count` pixels at locations in 1/65536 of the way from start to end: the first one at
  /// `start`, each of the others `step` further.
  func write(to row: UnsafeMutablePointer<UInt32>, count: Int, from start: Double, by step: Double) {
    colors.withUnsafeBufferPointer { table in
      guard let table = table.baseAddress else { return }
      Ramp.write(to: row, count: count, from: start, by: step, first, unit, table)
    }
  }

  /// Writes the colours of `count` pixels of a radial gradient. The first one is `x` to the right of the centre, in
  /// 1/256 pixel, and `down` is the distance between row and centre. A location is `lengthUnit` times the distance from
  /// the circle with the radius `radius`.
  func write(
    to row: UnsafeMutablePointer<UInt32>, count: Int, x: Double, down: Double, radius: Double, _ lengthUnit: Double
  ) {
    colors.withUnsafeBufferPointer { table in
      guard let table = table.baseAddress else { return }
      Ramp.write(to: row, count: count, x: x, down: down, radius: radius, lengthUnit, first, unit, table)
    }
  }

  /// Writes the colours of `count` pixels of a gradient by the square of the distance. The first one is `x` to the
  /// right of the centre, in 1/256 pixel, and `square` is that of the distance between row and centre. A location is
  /// `unit` times the square of the distance.
  func write(
    to row: UnsafeMutablePointer<UInt32>, count: Int, x: Double, square: Double, _ unit: Double
  ) {
    colors.withUnsafeBufferPointer { table in
      guard let table = table.baseAddress else { return }
      Ramp.write(to: row, count: count, x: x, square: square - first / unit, unit * self.unit, table)
    }
  }

  @_optimize(speed) @inline(never)
  private static func write(
    to row: UnsafeMutablePointer<UInt32>, count: Int, from start: Double, by step: Double, _ first: Double,
    _ unit: Double, _ table: UnsafePointer<UInt32>
  ) {
    @inline(__always) func steps(_ x: SIMD2<Double>) -> SIMD2<Double> { (start + x * step - first) * unit + 0.5 }
    write(to: row, count: count, from: 0, by: 1, table, steps)
  }

  @_optimize(speed) @inline(never)
  private static func write(
    to row: UnsafeMutablePointer<UInt32>, count: Int, x: Double, down: Double, radius: Double, _ lengthUnit: Double,
    _ first: Double, _ unit: Double, _ table: UnsafePointer<UInt32>
  ) {
    let square = down * down  // squared here, so that the compiler knows that the root has a real value
    @inline(__always) func steps(_ x: SIMD2<Double>) -> SIMD2<Double> {
      (((x * x + square).squareRoot() - radius) * lengthUnit - first) * unit + 0.5
    }
    write(to: row, count: count, from: x, by: 256, table, steps)
  }

  @_optimize(speed) @inline(never)
  private static func write(
    to row: UnsafeMutablePointer<UInt32>, count: Int, x: Double, square: Double, _ unit: Double,
    _ table: UnsafePointer<UInt32>
  ) {
    let squares = square * unit + 0.5
    write(to: row, count: count, from: x, by: 256, table) { $0 * $0 * unit + squares }
  }

  /// Writes the colours of `count` pixels, two a step, so that `row` has room for an even number: `steps` returns the
  /// steps at two places, of which the first pixel is at `x` and each of the others `distance` further.
  @inline(__always)
  private static func write(
    to row: UnsafeMutablePointer<UInt32>, count: Int, from x: Double, by distance: Double,
    _ table: UnsafePointer<UInt32>, _ steps: (SIMD2<Double>) -> SIMD2<Double>
  ) {
    var x = SIMD2(x, x + distance)
    let next = SIMD2(repeating: 2 * distance)
    // The comparisons are those of the processor's minimum and maximum. The sum with 4096 has 40 bits after the point.
    func index(_ step: Double) -> Int {
      let sum = step + 4096, low = sum > 4096 ? sum : 4096, most = 4096 + Double(Ramp.steps)
      return Int(UInt32(bitPattern: whole_part(low < most ? low : most))) &- 4096
    }
    var pixel = 0
    while pixel < count {
      let steps = steps(x), first = table[index(steps.x)], second = table[index(steps.y)]
      row[pixel] = first
      row[pixel &+ 1] = second
      x = x + next
      pixel &+= 2
    }
  }
}
