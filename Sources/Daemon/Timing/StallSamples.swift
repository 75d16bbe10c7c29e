/// Samples of the time in which tasks waited for a CPU, for kernels that give us no trigger on it (`CPUPressure`).
struct StallSamples {
  /// Nanoseconds between samples.
  static var interval: Int64 { 1_000_000_000 }

  /// The last sample: the seconds in which tasks waited, and when it was taken, in nanoseconds.
  private var last: (stalled: Double, time: Int64)?

  /// When the next sample is due, in nanoseconds; 0 is at once.
  var deadline: Int64 { last.map { $0.time + StallSamples.interval } ?? 0 }

  /// Adds a sample, and returns whether tasks waited for at least `share` (0…1) of the time since the one before it.
  mutating func add(stalled: Double, now: Int64, share: Double) -> Bool {
    defer { last = (stalled, now) }
    guard let last, now > last.time else { return false }
    return stalled - last.stalled >= share * Double(now - last.time) / 1e9
  }
}
