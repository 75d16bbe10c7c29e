public import Notation
public import Scene

/// What a screen tells about a long wait: which part it is, how long it still takes, and that it goes on.
public struct Note: Equatable {
  /// "Part 2 of 3".
  public var part = Bytes()
  /// Seconds that are left at `since`, which pass by.
  public var left: Double?
  public var since = Time.zero
  /// From then on `stall` is told instead.
  public var stalled: Time?
  public var words = Wording()

  public init() {}

  /// What it says at a moment; it changes seldom, and only then it asks to be drawn again.
  func text(at moment: Moment) -> Bytes {
    if let stalled, !words.stall.isEmpty, moment.step(from: stalled, every: Time(seconds: 86400)) > 0 {
      return words.stall
    }
    guard let left else { return part }
    let passed = moment.step(from: since, every: Time(seconds: 1))
    let rest = words.left(max(1, left - Double(max(0, passed - 1))))
    return part.isEmpty ? rest : part + " · " + rest
  }
}
