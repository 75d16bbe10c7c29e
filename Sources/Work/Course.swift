public import Notation

/// How a run of the machine went: what was reached when, in seconds from its start.
public struct Course: Equatable {
  public struct Milestone: Equatable {
    public let name: Bytes
    public let time: Double
  }

  /// "boot", "shutdown" and so on.
  public let mode: Bytes
  /// In the order of time.
  public private(set) var milestones: [Milestone] = []
  /// Until its end.
  public var length = 0.0

  /// The most milestones; what comes later is not remembered.
  static var limit: Int { 192 }

  public init(_ mode: Bytes) { self.mode = mode }

  /// Notes what is reached for the first time.
  public mutating func pass(_ name: Bytes, at time: Double) {
    guard milestones.count < Course.limit, name.count <= 128, time >= milestones.last?.time ?? 0, time < 86400 else {
      return
    }
    if position(of: name) == nil { milestones.append(Milestone(name: name, time: time)) }
  }

  func position(of name: Bytes) -> Double? { milestones.first { $0.name == name }?.time }

  /// The newest counts half, all before it the other half; what did not come any more is forgotten. A run that was slow
  /// all along counts for its length, not for where its milestones were in it.
  func merged(with older: Course) -> Course {
    guard older.length > 0, length > 0 else { return self }
    var merged = Course(mode)
    merged.length = (older.length + length) / 2
    let means = milestones.map { milestone in
      let share = milestone.time / length
      let mean = older.position(of: milestone.name).map { ($0 / older.length + share) / 2 } ?? share
      return Milestone(name: milestone.name, time: merged.length * mean)
    }
    for milestone in means.ordered(by: { $0.time < $1.time }) { merged.pass(milestone.name, at: milestone.time) }
    return merged
  }
}
