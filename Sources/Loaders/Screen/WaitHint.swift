import Scene
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

  /// The line from `stallTime` on.
  var stalled: WaitHint {
    var hint = WaitHint()
    hint.part = strings.stall
    return hint
  }

  /// The line at a moment, without regard to `stallTime`. The moment records when the line changes next, so that no
  /// frame is drawn before.
  func text(at moment: Moment) -> Bytes { texts(at: moment).last?.text ?? "" }

  /// The line with its opacity (0…1), and while the time left is counted down also the one before it.
  func texts(at moment: Moment) -> [(text: Bytes, opacity: Double)] {
    guard secondsLeft != nil else { return [(part, 1)] }
    let second = Time(seconds: 1), passed = moment.step(from: since, every: second) - 1
    let text = line(after: passed), old = line(after: passed - 1)
    if text == old { return [(text, 1)] }
    let phase = Easing.easeInOut(
      moment.progress(from: since + Time(seconds: Double(passed)), over: Fade.outTime))
    return phase < 1 ? [(old, 1 - phase), (text, phase)] : [(text, 1)]
  }

  /// The line some seconds after `since`.
  private func line(after seconds: Int) -> Bytes {
    let rest = strings.remaining(max(1, (secondsLeft ?? 0) - Double(max(0, seconds))))
    return part.isEmpty ? rest : part + "\u{A0}· " + rest
  }
}
