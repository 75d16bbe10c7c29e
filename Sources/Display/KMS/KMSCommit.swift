import Raster
import System

/// How frames are submitted: atomic commits or the legacy ioctls.
protocol KMSCommit: AnyObject {
  /// Shows a buffer with a modeset; returns when it is on the screen.
  func modeset(_ buffer: DumbBuffer, _ configuration: ModesetConfiguration) throws(SystemError)
  /// Shows a buffer at the next vblank; a page-flip event follows. `clips` are the damage in coordinates of the buffer.
  func flip(to buffer: DumbBuffer, clips: [Rect]) throws(SystemError)
  /// Whether `clips` are sent to the driver.
  var usesDamageClips: Bool { get }
}
