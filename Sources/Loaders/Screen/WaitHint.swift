public import Scene
public import Support

/// The line about a long wait: the part of the operation and the remaining time, or `Strings.stall`.
public struct WaitHint: Equatable {
  /// "Part 2 of 3", UTF-8; empty for an operation of one part.
  public var part = Bytes()
  /// Remaining time at `since`, in seconds. The line counts it down. Nil shows no time.
  public var secondsLeft: Double?
  /// When `secondsLeft` was estimated, on the screen's clock.
  public var since = Time.zero
  /// From this time on the line is `strings.stall`; nil never shows it.
  public var stallTime: Time?
  /// The texts the line is made of.
  public var strings = Strings()

  /// An empty line.
  public init() {}

  /// The line at a moment. The moment records when the line changes next, so that no frame is drawn before.
  func text(at moment: Moment) -> Bytes {
    if let stallTime, !strings.stall.isEmpty, moment.step(from: stallTime, every: Time(seconds: 86400)) > 0 {
      return strings.stall
    }
    guard let secondsLeft else { return part }
    let ticks = moment.step(from: since, every: Time(seconds: 1))
    let rest = strings.remaining(max(1, secondsLeft - Double(max(0, ticks - 1))))
    return part.isEmpty ? rest : part + " · " + rest
  }
}
