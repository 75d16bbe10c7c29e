internal import CDRM
import Raster
import System

/// Frames by the legacy ioctls SETCRTC and PAGE_FLIP, for drivers without atomic commits.
final class LegacyCommit: KMSCommit {
  private let card: Card
  private let pipeline: Pipeline

  init(_ card: Card, _ pipeline: Pipeline) { (self.card, self.pipeline) = (card, pipeline) }

  var usesDamageClips: Bool { false }

  func modeset(_ buffer: DumbBuffer, _ configuration: ModesetConfiguration) throws(SystemError) {
    var connector = pipeline.connector.id, mode = pipeline.modes[configuration.mode]
    try drm(
      "drmModeSetCrtc",
      drmModeSetCrtc(card.descriptor.number, pipeline.crtc, buffer.framebuffer, 0, 0, &connector, 1, &mode))
    // The mouse pointer and the gamma of an earlier master; drivers without them refuse.
    drmModeSetCursor(card.descriptor.number, pipeline.crtc, 0, 0, 0)
    drm_set_linear_gamma(card.descriptor.number, pipeline.crtc)
  }

  func flip(to buffer: DumbBuffer, clips: [Rect]) throws(SystemError) {
    let flags = UInt32(DRM_MODE_PAGE_FLIP_EVENT)
    try drm("drmModePageFlip", drmModePageFlip(card.descriptor.number, pipeline.crtc, buffer.framebuffer, flags, nil))
  }
}
