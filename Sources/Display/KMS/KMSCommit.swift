import System
import Raster

/// How frames reach the CRTC: by atomic commits or by the legacy calls.
protocol KMSCommit: AnyObject {
  /// Lights the screen with a buffer, in the way that `attempt` says; returns when it is seen.
  func modeset(_ buffer: DumbBuffer, _ attempt: ModesetConfiguration) throws(SystemError)
  /// Shows a buffer at the next vblank; an event tells when it is seen. `clips` are what changed since the last one.
  func flip(to buffer: DumbBuffer, clips: [Rect]) throws(SystemError)
  /// Whether the driver is told what changed with each flip.
  var takesClips: Bool { get }
}
