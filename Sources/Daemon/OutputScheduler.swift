import Support
import Display

/// An output, and when it wants its next frame.
final class OutputScheduler {
  let output: any Output
  /// A time that has passed is at once; nil is not at all.
  var wanted: Int64? = 0
  /// What went wrong last, so that it is said once.
  var failure: Bytes = ""

  init(_ output: any Output) { self.output = output }

  /// When it can be drawn on next, if it wants to be.
  func due(now: Int64) -> Int64? {
    guard let wanted, let earliest = output.earliest(now: now) else { return nil }
    return max(wanted, earliest)
  }
}
