import Display
import Raster
import Support

/// One output, its newest frame, and the time of its next one.
package final class OutputScheduler {
  package let output: any Output
  /// When the next frame may differ, in nanoseconds of CLOCK_MONOTONIC; 0 is at once, nil is never.
  package private(set) var nextFrame: Int64? = 0
  /// When the newest frame is seen, in nanoseconds.
  package private(set) var newestTarget: Int64 = 0
  /// The frame for that time; nil if the screen has changed since.
  package private(set) var newestFrame: Frame?
  /// The error of the last frame, so that an error that lasts is logged once; empty after a success.
  private var failure: Bytes = ""
  private let log: (Bytes) -> Void

  /// Nanoseconds until another attempt to show a frame that the output could not take.
  private static var retryInterval: Int64 { 8_000_000 }

  /// `log` is called with the errors of frames.
  package init(_ output: any Output, log: @escaping (Bytes) -> Void) {
    self.output = output
    self.log = log
  }

  /// The output whose newest picture may be the frame for `target`: one of the same size, with a frame for nearly the
  /// same instant.
  package func twin(among others: [OutputScheduler], at target: Int64) -> OutputScheduler? {
    if others.count == 1 { return nil }  // this one
    let bounds = output.backBuffer.bounds, half = output.frameClock.period / 2
    return others.first {
      $0 !== self && $0.output.backBuffer.bounds == bounds && abs($0.newestTarget &- target) < half
    }
  }

  /// Requests a frame, because the screen has changed.
  package func redraw() {
    nextFrame = 0
    newestFrame = nil
  }

  /// Whether the output can be drawn on, now or when its last frame is on the screen.
  package func canDraw(now: Int64) -> Bool { output.earliest(now: now) != nil || output.frameClock.isWaiting }

  /// When the next frame is drawn; nil if none is requested or the output cannot be drawn on.
  package func deadline(now: Int64) -> Int64? {
    guard let nextFrame, let earliest = output.earliest(now: now) else { return nil }
    return max(nextFrame, earliest)
  }

  /// Shows a frame that is seen at `target`, and sets the time of the next one. An output whose role is `blank` shows
  /// black.
  ///
  /// - Parameters:
  ///   - next: `Frame.next`, or nil if the frame stands.
  ///   - twin: The output that shows the same frame already; its pixels are copied.
  /// - Returns: Whether the frame was submitted. If not, it is tried again soon.
  package func show(
    _ frame: Frame, at target: Int64, next: Int64?, copying twin: OutputScheduler?, now: Int64
  ) -> Bool {
    let isBlank = output.role == .blank
    output.setOpacity(frame.opacity)
    do throws(OutputError) {
      let result = try output.present(
        isBlank ? [] : frame.drawOps, over: isBlank ? .black : frame.background, orCopyFrom: twin?.output.backBuffer,
        now: now)
      failure = ""
      if result == .outdated {
        nextFrame = now + OutputScheduler.retryInterval
        return false
      }
      newestTarget = target
      newestFrame = frame
      // An animation can repeat a picture, and the next frame may differ again: but no refresh gets two frames.
      let soonest = result == .shown ? 0 : now + output.frameClock.period
      nextFrame = next.map { max(soonest, $0 == 0 ? 0 : output.frameClock.start(for: $0)) }
      if nextFrame != 0, nextFrame ?? .max > now + 2 * output.frameClock.period { output.frameClock.rested() }
      return true
    } catch {
      if failure != error.text { log(error.text) }
      failure = error.text
      nextFrame = now + output.frameClock.period
      return false
    }
  }
}
