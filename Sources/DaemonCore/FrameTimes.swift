import Support
import System

/// The time of the newest frame, and how long the first one took.
package struct FrameTimes {
  /// When the daemon started, in nanoseconds of CLOCK_MONOTONIC.
  package let start = Clock.nanoseconds
  /// Time of the newest frame since its loader was shown.
  package private(set) var newest = Time.zero
  /// Seconds from the start until the first frame was submitted; nil before it.
  package private(set) var secondsToFirst: Double?

  package init() {}

  package var hasFirst: Bool { secondsToFirst != nil }

  /// Records a frame that was submitted at `now` and shows the loader at `time`.
  package mutating func submitted(_ time: Time, now: Int64) {
    newest = time
    if secondsToFirst == nil { secondsToFirst = Double(now - start) / 1e9 }
  }
}
