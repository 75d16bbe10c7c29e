internal import CDRM
import Raster
import Support
import System

/// The path from memory to a display: primary plane, CRTC and connector, with the modes and formats to try.
struct Pipeline {
  var connector: Connector
  let crtc: UInt32
  let crtcProperties: Properties
  /// The primary plane; nil where the driver lists no planes.
  let plane: Plane?
  /// The modes to try, the best first, at most six.
  let modes: [drmModeModeInfo]
  /// The pixel formats to try, the best first.
  let formats: [PixelFormat]

  /// Reads the CRTC with index `crtc`, and sorts its modes and formats; `wanted` is the configured mode. `isFirst`:
  /// what the CRTC shows on this connector was there before us, so that its mode suits the display, listed or not.
  init(_ connector: Connector, crtc index: Int, of card: Card, wanted: ModeRequest?, isFirst: Bool) {
    self.connector = connector
    crtc = card.crtcs[index]
    crtcProperties = card.properties.read(crtc, drm_object_crtc)
    plane = card.primaryPlanes[index]
    let formats = PixelFormat.ranked(plane?.formats ?? [], preferredDepth: card.preferredDepth)
    self.formats = formats.isEmpty ? [.xrgb8888, .rgb565] : formats

    var modes = connector.modes(wanted: wanted)
    // The active mode first, if it is equivalent to the wanted one: then no modeset is needed and nothing flickers. It
    // may be that of a display that was there before.
    if let state = drmModeGetCrtc(card.descriptor.number, crtc) {
      let present = state.pointee.mode
      let isKnown = isFirst && connector.crtc == crtc || modes.contains { $0.hasSameTimings(as: present) }
      if state.pointee.mode_valid != 0, isKnown, present.isEquivalent(as: modes[0], wanted) {
        modes.insert(present, at: 0)
      }
      drmModeFreeCrtc(state)
    }
    self.modes = Array(modes.prefix(6))
  }
}
