import Raster
import Support

/// One frame of the screen, laid out for a display.
package struct Frame {
  package let drawOps: [DrawOp]
  package let background: Color
  /// Time since the loader was shown, in whole milliseconds.
  package let time: Time
  /// When the next frame may differ, in nanoseconds of CLOCK_MONOTONIC; 0 is in the next refresh, nil is never.
  package let next: Int64?
  /// The opacity of the whole picture, 0 to 255.
  package let opacity: UInt8
  /// Pixels per point.
  package let scale: Double

  package init(
    _ drawOps: [DrawOp], over background: Color, time: Time, next: Int64?, opacity: UInt8 = 255, scale: Double = 1
  ) {
    self.drawOps = drawOps
    self.background = background
    self.time = time
    self.next = next
    self.opacity = opacity
    self.scale = scale
  }
}
