/// Samples of the time in which tasks waited for a CPU, for kernels that give us no trigger on it (`CPUPressure`).
struct StallSamples {
  /// Nanoseconds between samples.
  static var interval: Int64 { 1_000_000_000 }

  /// The last sample: the seconds in which tasks waited, and when it was taken, in nanoseconds.
  private var last: (stalled: Double, time: Int64)?

  /// Whether a sample is due. Frames wake the daemon often enough to ask.
  func isDue(now: Int64) -> Bool { last.map { now >= $0.time + StallSamples.interval } ?? true }

  /// Adds a sample, and returns whether tasks waited for at least `share` (0…1) of the time since the one before it.
  mutating func add(stalled: Double, now: Int64, share: Double) -> Bool {
    defer { last = (stalled, now) }
    guard let last, now > last.time else { return false }
    return stalled - last.stalled >= share * Double(now - last.time) / 1e9
  }
}
