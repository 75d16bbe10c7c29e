import Display
import Support

/// One output and the time of its next frame.
final class OutputScheduler {
  let output: any Output
  /// When the next frame may differ, in nanoseconds of CLOCK_MONOTONIC; 0 is at once, nil is never.
  var nextFrame: Int64? = 0
  /// When the newest frame is seen, in nanoseconds.
  var newestTarget: Int64 = 0
  /// The error of the last frame, so that an error that lasts is logged once; empty after a success.
  var failure: Bytes = ""

  init(_ output: any Output) { self.output = output }

  /// When the next frame is drawn; nil if none is requested or the output cannot be drawn on.
  func deadline(now: Int64) -> Int64? {
    guard let nextFrame, let earliest = output.earliest(now: now) else { return nil }
    return max(nextFrame, earliest)
  }
}
