public import Notation

/// Where a run of the machine is, from what the last ones took.
///
/// What was reached early or late says how fast this one is. The bar moves from where it stands to where it should be at
/// the next milestone, in the time that this should take; one that is late finds it slow, neither still nor beyond.
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

  /// Where a bar begins that was not there from the start, 0…1.
  public func start(at time: Double) -> Double { min(0.9, time / max(time, course.length * slowness)) }

  /// Where a bar that stands at `value`, 0…1, should be next, and in how many seconds.
  public func next(from value: Double, at time: Double) -> (value: Double, seconds: Double) {
    let length = max(0.001, course.length)
    // Milestones that come together are one step.
    let least = max(lastPosition, value * length) + 0.03 * length
    let position = min(length, course.milestones.first { $0.time >= least }?.time ?? length)
    let expected = (position - lastPosition) * slowness - (time - lastTime)
    return (max(value, position / length), max(expected, 0.01 * length))
  }
}
