public import Support

/// Estimates the position of a running boot (or shutdown) in the earlier runs.
///
/// Milestones that come early or late tell how fast this run is. The progress bar moves from its current value to the
/// value of the next milestone, in the estimated time. If that milestone is late, the bar slows down
/// (`ProgressAnimation.duration`); it neither stops nor overtakes the milestone.
public struct BootPrediction {
  private let mean: BootMilestones
  /// Duration of this run relative to the earlier ones: 2 takes twice as long. 0.1…10.
  public private(set) var slowness = 1.0
  /// The last known milestone: seconds from the start of this run.
  private var lastTime = 0.0
  /// The last known milestone: seconds from the start in `mean`.
  private var lastPosition = 0.0

  /// A prediction at the start of a run. `mean` is that of the earlier ones.
  public init(_ mean: BootMilestones) { self.mean = mean }

  /// Updates the estimate when a milestone is reached, `time` seconds after the start of the run.
  ///
  /// Returns false and changes nothing for a milestone that is unknown or out of order.
  public mutating func milestoneReached(_ name: Bytes, at time: Double) -> Bool {
    guard let position = mean.position(of: name), position > lastPosition, time > lastTime else { return false }
    // The weight of this measurement: one over 10 % of the run counts as much as all earlier ones together.
    let share = (position - lastPosition) / max(0.001, mean.length)
    let measured = max(0.1, min(10, (time - lastTime) / max(0.001, position - lastPosition)))
    slowness += (measured - slowness) * share / (share + 0.1)
    lastTime = time
    lastPosition = position
    return true
  }

  /// The initial value (0…0.9) of a progress bar that appears `time` seconds after the start.
  public func initialValue(at time: Double) -> Double {
    max(0, min(0.9, time / max(time, mean.length * slowness)))
  }

  /// The next value (0…1) of a progress bar that is at `value`, and the seconds until then.
  public func next(from value: Double, at time: Double) -> (value: Double, seconds: Double) {
    let length = max(0.001, mean.length)
    // Milestones within 3 % of the run are one step.
    let least = max(lastPosition, value * length) + 0.03 * length
    let position = min(length, mean.milestones.first { $0.time >= least }?.time ?? length)
    let expected = (position - lastPosition) * slowness - (time - lastTime)
    return (max(value, position / length), max(expected, 0.01 * length))
  }
}
