/// A share that follows another smoothly, and neither of them goes back.
struct SmoothedProgress {
  /// Nanoseconds between two values.
  static var step: Int64 { 100_000_000 }

  private(set) var value = 0.0
  private var goal = 0.0
  private var last: Int64

  init(at now: Int64) { last = now }

  var isThere: Bool { value == goal }
  /// When there is a next value.
  var deadline: Int64? { isThere ? nil : last + SmoothedProgress.step }

  /// Goes there from now on; `share` is cut to what is between 0 and 1.
  mutating func aim(at share: Double, _ now: Int64) {
    if isThere { last = now }
    goal = max(goal, min(max(share, 0), 1))
  }

  mutating func advance(to now: Int64) {
    // A third of the way each step: a jump takes about a second.
    while !isThere, last + SmoothedProgress.step <= now {
      last += SmoothedProgress.step
      value += (goal - value) / 3
      if goal - value < 0.005 { value = goal }
    }
  }

  mutating func finish() { value = goal }
}
