/// The colours of a gradient, computed once in 1025 steps, for gradients whose rows differ.
struct Ramp {
  /// The stops of the gradient.
  let stops: [Gradient.Stop]
  /// The factor of the colours' alpha, 0…255.
  let alpha: UInt32
  /// Premultiplied colours, from the first stop to the last.
  private let colors: [UInt32]
  /// The index of the last colour.
  private static var steps: Int { 1024 }

  /// Computes the colours; `alpha` (0…255) multiplies their alpha.
  init(_ stops: [Gradient.Stop], alpha: UInt32) {
    self.stops = stops
    self.alpha = alpha
    let first = stops.first?.location ?? 0, last = stops.last?.location ?? 0
    let line = Gradient(
      .line(fromX: Fixed(raw: 0), fromY: Fixed(raw: 0), toX: Fixed(raw: 256), toY: Fixed(raw: 0)), stops: stops)
    colors = (0...Ramp.steps).map { step in
      line.color(at: Int64(first) + Int64(last - first) * Int64(step) / Int64(Ramp.steps), alpha: alpha)
    }
  }

  /// Writes the colours of `count` pixels; `location` returns the location of a pixel between start and end, in
  /// 1/65536.
  @inline(__always)
  func write(to row: UnsafeMutablePointer<UInt32>, count: Int, _ location: (Int) -> Double) {
    let first = Double(stops.first?.location ?? 0), last = Double(stops.last?.location ?? 0)
    let unit = Double(Ramp.steps) / max(1, last - first), most = Double(Ramp.steps)
    colors.withUnsafeBufferPointer { table in
      guard let table = table.baseAddress else { return }
      for index in 0..<count { row[index] = table[Int(max(0, min(most, (location(index) - first) * unit + 0.5)))] }
    }
  }
}
