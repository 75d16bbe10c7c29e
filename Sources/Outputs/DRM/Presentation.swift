import Linux
import Raster

/// How frames reach the CRTC: by atomic commits or by the legacy calls.
protocol Presentation: AnyObject {
  /// Lights the screen with a buffer; returns when it is seen.
  func light(_ buffer: DumbBuffer) throws(SystemError)
  /// Shows a buffer at the next vblank; an event tells when it is seen.
  func flip(to buffer: DumbBuffer, damage: Region) throws(SystemError)
}
