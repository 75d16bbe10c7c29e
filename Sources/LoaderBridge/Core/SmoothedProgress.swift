/// A progress from 0 to 1 that follows a target in steps, so that a jump is drawn as a movement. It never decreases.
struct SmoothedProgress {
  /// Nanoseconds between two values.
  static var interval: Int64 { 100_000_000 }

  private(set) var value = 0.0
  private var target = 0.0
  private var lastStep: Int64

  init(at now: Int64) { lastStep = now }

  /// Whether the value has reached its target.
  var isSettled: Bool { value == target }
  /// When the value changes next, in nanoseconds; nil when it does not.
  var deadline: Int64? { isSettled ? nil : lastStep + SmoothedProgress.interval }

  /// Sets the target, clamped to 0...1. A target below the current one is ignored.
  mutating func setTarget(_ target: Double, _ now: Int64) {
    if isSettled { lastStep = now }
    self.target = max(self.target, min(max(target, 0), 1))
  }

  /// Takes all steps that are due at `now`.
  mutating func advance(to now: Int64) {
    // A third of the remaining distance each step: a jump takes about a second.
    while !isSettled, lastStep + SmoothedProgress.interval <= now {
      lastStep += SmoothedProgress.interval
      value += (target - value) / 3
      if target - value < 0.005 { value = target }
    }
  }
}
