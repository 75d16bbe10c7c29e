public import Notation

/// Where a run of the machine is, from what the last ones took.
///
/// What was reached early or late says how fast this one is; the bar moves on from where it stands, at the speed that
/// brings it to its end in time. So it neither stops nor jumps, and an end that is late finds it slow, not full.
public struct Forecast {
  private let course: Course
  /// How long this run takes for what the last ones took a second for.
  public private(set) var slowness = 1.0
  private var lastTime = 0.0, lastPosition = 0.0

  public init(_ course: Course) { self.course = course }

  /// Something was reached, seconds after the start; whether it was known.
  public mutating func pass(_ name: Bytes, at time: Double) -> Bool {
    guard let position = course.position(of: name), position > lastPosition, time > lastTime else { return false }
    // A tenth of the course in between is worth half of what was known before.
    let share = (position - lastPosition) / max(0.001, course.length)
    let measured = max(0.1, min(10, (time - lastTime) / max(0.001, position - lastPosition)))
    slowness += (measured - slowness) * share / (share + 0.1)
    (lastTime, lastPosition) = (time, position)
    return true
  }

  /// Seconds from `time` to the end; never below a moment.
  public func left(at time: Double) -> Double {
    let rest = (course.length - lastPosition) * slowness - (time - lastTime)
    return max(rest, 0.03 * course.length, 0.1)
  }
}
