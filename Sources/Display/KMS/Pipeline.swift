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

  /// Reads the CRTC with index `crtc`, and sorts its modes and formats; `wanted` is the configured mode.
  init(_ connector: Connector, crtc index: Int, of card: Card, wanted: ModeRequest?) {
    self.connector = connector
    crtc = card.crtcs[index]
    crtcProperties = card.properties.read(crtc, drm_object_crtc)
    let planes = card.planes.filter { $0.possibleCRTCs >> UInt32(index) & 1 == 1 }
    plane = planes.first { $0.isPrimary }
    let formats = PixelFormat.ranked(plane?.formats ?? [], preferredDepth: card.preferredDepth)
    self.formats = formats.isEmpty ? [.xrgb8888, .rgb565] : formats

    var modes = connector.modes(wanted: wanted)
    // The active mode first, if it is equivalent to the wanted one: then no modeset is needed and nothing flickers.
    if let state = drmModeGetCrtc(card.descriptor.number, crtc) {
      let present = state.pointee.mode
      if state.pointee.mode_valid != 0, present.isEquivalent(as: modes[0], wanted) { modes.insert(present, at: 0) }
      drmModeFreeCrtc(state)
    }
    self.modes = Array(modes.prefix(6))
  }
}

extension Connector {
  /// The modes, the configured one first.
  func modes(wanted: ModeRequest?) -> [drmModeModeInfo] {
    var modes = modes
    if let wanted, let index = modes.firstIndex(where: { $0.matches(wanted) }) {
      modes.insert(modes.remove(at: index), at: 0)
    }
    return modes
  }

  /// Whether no mode of `other` is missing.
  func hasModes(of other: Connector) -> Bool {
    other.modes.allSatisfy { mode in modes.contains { $0.hasSameTimings(as: mode) } }
  }
}

extension drmModeModeInfo {
  /// Whether size and interlacing are the same; the refresh rate only matters if one is wanted.
  func isEquivalent(as other: drmModeModeInfo, _ wanted: ModeRequest?) -> Bool {
    if let wanted, other.matches(wanted), !matches(wanted) { return false }
    return hdisplay == other.hdisplay && vdisplay == other.vdisplay
      && (flags ^ other.flags) & UInt32(DRM_MODE_FLAG_INTERLACE) == 0
  }

  /// Whether the mode has the requested size, and the requested rate to 0.6 Hz.
  func matches(_ request: ModeRequest) -> Bool {
    Int32(hdisplay) == request.width && Int32(vdisplay) == request.height
      && (request.rate.map { abs(1e9 / Double(period) - $0) < 0.6 } ?? true)
  }
}
