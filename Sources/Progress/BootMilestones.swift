public import Support

/// A run of a boot, a shutdown or another mode: which milestones were reached, and when.
public struct BootMilestones: Equatable {
  /// A step of the run, such as a unit that became active.
  public struct Milestone: Equatable {
    /// The maximum length of a name, in bytes. Longer ones are ignored.
    public static var maximumLength: Int { 128 }

    /// For example the name of a systemd unit.
    public let name: Bytes
    /// Seconds from the start.
    public let time: Double
  }

  /// The mode: "boot", "shutdown" and so on.
  public let mode: Bytes
  /// Sorted by time.
  public private(set) var milestones: [Milestone] = []
  /// Duration of the whole run in seconds; 0 until it has ended.
  public var length = 0.0
  /// When a run began that another process continues, in seconds of CLOCK_MONOTONIC; nil in the history of other boots.
  public var start: Double?

  /// The maximum number of milestones. Later ones are ignored.
  static var limit: Int { 192 }

  /// A run without milestones.
  public init(_ mode: Bytes) { self.mode = mode }

  /// Adds a milestone, `time` seconds after the start. Ignored if it is known, out of order, too long or too many.
  public mutating func recordMilestone(_ name: Bytes, at time: Double) {
    guard
      milestones.count < BootMilestones.limit, name.count <= Milestone.maximumLength,
      time >= milestones.last?.time ?? 0, time < 86400
    else { return }
    if position(of: name) == nil { milestones.append(Milestone(name: name, time: time)) }
  }

  /// Seconds from the start; nil for an unknown milestone.
  func position(of name: Bytes) -> Double? { milestones.first { $0.name == name }?.time }

  /// The mean of this run and the merged older ones, half each.
  ///
  /// Milestones that are only in `older` are dropped. Milestones are averaged as shares of the length, so that a run
  /// that was slow as a whole changes the length and not the shares.
  func merged(with older: BootMilestones) -> BootMilestones {
    guard older.length > 0, length > 0 else { return self }
    var merged = BootMilestones(mode)
    merged.length = (older.length + length) / 2
    let means = milestones.map { milestone in
      let share = milestone.time / length
      let mean = older.position(of: milestone.name).map { ($0 / older.length + share) / 2 } ?? share
      return Milestone(name: milestone.name, time: merged.length * mean)
    }
    for milestone in means.ordered(by: { $0.time < $1.time }) {
      merged.recordMilestone(milestone.name, at: milestone.time)
    }
    return merged
  }
}
