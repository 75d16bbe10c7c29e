import Display
import Raster
import Support

/// One output and the time of its next frame.
final class OutputScheduler {
  let output: any Output
  /// When the next frame may differ, in nanoseconds of CLOCK_MONOTONIC; 0 is at once, nil is never.
  var nextFrame: Int64? = 0
  /// When the newest frame is seen, in nanoseconds.
  var newestTarget: Int64 = 0
  /// The frame for that time, as the screen lays it out for a number of pixels per point; nil if the screen has changed since.
  var newestFrame: (frame: ScreenFrame, scale: Double)?
  /// The error of the last frame, so that an error that lasts is logged once; empty after a success.
  var failure: Bytes = ""

  init(_ output: any Output) { self.output = output }

  /// The output whose newest picture may be the frame for `target`: one of the same size, with a frame for nearly the same
  /// instant.
  func twin(among others: [OutputScheduler], at target: Int64) -> OutputScheduler? {
    let bounds = output.backBuffer.bounds, half = output.frameClock.period / 2
    return others.first {
      $0 !== self && $0.output.backBuffer.bounds == bounds && abs($0.newestTarget &- target) < half
    }
  }

  /// Requests a frame, because the screen has changed.
  func redraw() {
    nextFrame = 0
    newestFrame = nil
  }

  /// When the next frame is drawn; nil if none is requested or the output cannot be drawn on.
  func deadline(now: Int64) -> Int64? {
    guard let nextFrame, let earliest = output.earliest(now: now) else { return nil }
    return max(nextFrame, earliest)
  }
}
