internal import CDRM
import Linux
import Raster

/// Frames by SETCRTC and PAGE_FLIP, for drivers without atomic modesetting.
final class LegacyPresentation: Presentation {
  private let card: Card
  private let pipe: Pipe

  init(_ card: Card, _ pipe: Pipe) { (self.card, self.pipe) = (card, pipe) }

  var takesClips: Bool { false }

  func light(_ buffer: DumbBuffer, _ attempt: Attempt) throws(SystemError) {
    var connector = pipe.connector.id, mode = pipe.modes[attempt.mode]
    try drm(
      "drmModeSetCrtc",
      drmModeSetCrtc(card.descriptor.number, pipe.crtc, buffer.framebuffer, 0, 0, &connector, 1, &mode))
  }

  func flip(to buffer: DumbBuffer, clips: [Rect]) throws(SystemError) {
    let flags = UInt32(DRM_MODE_PAGE_FLIP_EVENT)
    try drm("drmModePageFlip", drmModePageFlip(card.descriptor.number, pipe.crtc, buffer.framebuffer, flags, nil))
  }
}
