internal import CDRM
import System
import Support
import Raster

/// What leads from memory to a screen: a primary plane, a CRTC, a connector, and the modes it may be driven in.
struct Pipeline {
  let connector: Connector
  let crtc: UInt32
  let crtcProperties: Properties
  /// Nil where the driver does not tell of planes.
  let plane: Plane?
  /// The best first, few enough to try them all.
  let modes: [drmModeModeInfo]
  let formats: [PixelFormat]

  init(_ connector: Connector, crtc index: Int, of card: Card, wanted: ModeRequest?) {
    self.connector = connector
    crtc = card.crtcs[index]
    crtcProperties = card.properties.read(crtc, drm_object_crtc)
    let planes = card.planes.filter { $0.possibleCRTCs >> UInt32(index) & 1 == 1 }
    plane = planes.first { $0.isPrimary }
    let formats = PixelFormat.ranked(plane?.formats ?? [], preferredDepth: card.preferredDepth)
    self.formats = formats.isEmpty ? [.xrgb8888, .rgb565] : formats

    var modes = connector.modes
    if let wanted, let index = modes.firstIndex(where: { $0.answers(wanted) }) {
      modes.insert(modes.remove(at: index), at: 0)
    }
    // The present mode, if it is as good: then nothing need be set up, and nothing flickers.
    if let state = drmModeGetCrtc(card.descriptor.number, crtc) {
      let present = state.pointee.mode
      if state.pointee.mode_valid != 0, present.isAsGood(as: modes[0], wanted) { modes.insert(present, at: 0) }
      drmModeFreeCrtc(state)
    }
    self.modes = Array(modes.prefix(6))
  }
}

extension drmModeModeInfo {
  /// Whether a picture looks in it as in another, at whatever rate unless one is wanted.
  fileprivate func isAsGood(as other: drmModeModeInfo, _ wanted: ModeRequest?) -> Bool {
    if let wanted, other.answers(wanted), !answers(wanted) { return false }
    return hdisplay == other.hdisplay && vdisplay == other.vdisplay
      && (flags ^ other.flags) & UInt32(DRM_MODE_FLAG_INTERLACE) == 0
  }

  func answers(_ request: ModeRequest) -> Bool {
    Int32(hdisplay) == request.width && Int32(vdisplay) == request.height
      && (request.rate.map { abs(1e9 / Double(period) - $0) < 0.6 } ?? true)
  }
}
