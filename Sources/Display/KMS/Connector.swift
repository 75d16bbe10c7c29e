internal import CDRM
import System
import Support
import Raster

/// A connector as it was when it was asked: what hangs on it, and what could drive it.
struct Connector {
  let id: UInt32
  /// "HDMI-A-1", as sysfs and the kernel's `video=` have it.
  let name: Bytes
  /// Whether it has a display that a picture belongs on; a headset (`non-desktop`) is none.
  let isUsable: Bool
  /// Without those that no screen can have. The preferred one first: what `video=` wants, else what the display prefers.
  let modes: [drmModeModeInfo]
  /// The display's own word on its size; 0 where it does not say.
  let millimetres: (width: Int32, height: Int32)
  /// The places of CRTCs that may drive it.
  let possibleCRTCs: UInt32
  /// The CRTC that drives it now, or 0.
  let crtc: UInt32
  /// How the panel is mounted, if it says so.
  let orientation: Rotation?
  let properties: Properties

  /// `probing` looks at the display itself, which takes tens of milliseconds. Nil when there is no such connector any more.
  init?(_ id: UInt32, of card: Card, probing: Bool) {
    let number = card.descriptor.number
    guard let read = probing ? drmModeGetConnector(number, id) : drmModeGetConnectorCurrent(number, id) else {
      return nil
    }
    defer { drmModeFreeConnector(read) }
    let connector = read.pointee
    self.id = id
    name =
      "\(Bytes(cString: drmModeGetConnectorTypeName(connector.connector_type)))-\(Int(connector.connector_type_id))"
    properties = card.properties.read(id, drm_object_connector)
    let all = UnsafeBufferPointer(start: connector.modes, count: Int(connector.count_modes))
    let possible = all.filter { (1...16384).contains($0.hdisplay) && (1...16384).contains($0.vdisplay) }
    modes =
      possible.filter { $0.type & drm_mode_userdef != 0 }
      + possible.filter { $0.type & drm_mode_userdef == 0 && $0.type & drm_mode_preferred != 0 }
      + possible.filter { $0.type & (drm_mode_userdef | drm_mode_preferred) == 0 }
    isUsable =
      connector.connection.rawValue == drm_connected && !modes.isEmpty && properties.value("non-desktop") ?? 0 == 0
    millimetres = (Int32(clamping: connector.mmWidth), Int32(clamping: connector.mmHeight))

    var crtcs: UInt32 = 0, driving: UInt32 = 0
    for index in 0..<Int(connector.count_encoders) {
      guard let encoder = drmModeGetEncoder(number, connector.encoders[index]) else { continue }
      defer { drmModeFreeEncoder(encoder) }
      crtcs |= encoder.pointee.possible_crtcs
      if encoder.pointee.encoder_id == connector.encoder_id { driving = encoder.pointee.crtc_id }
    }
    (possibleCRTCs, crtc) = (crtcs, driving)
    switch properties.label("panel orientation") {
    case "Upside Down": orientation = .half
    case "Left Side Up": orientation = .counterclockwise
    case "Right Side Up": orientation = .clockwise
    case "Normal": orientation = Rotation.none
    default: orientation = nil
    }
  }
}

extension drmModeModeInfo {
  /// Whether a screen in one of them looks and is timed as in the other; names and types do not matter.
  func isLike(_ other: drmModeModeInfo) -> Bool {
    clock == other.clock && hdisplay == other.hdisplay && vdisplay == other.vdisplay && htotal == other.htotal
      && vtotal == other.vtotal && flags == other.flags
  }

  /// Nanoseconds a refresh, from the timings: `vrefresh` is rounded to whole hertz. 60 Hz for a mode without timings.
  var period: Int64 {
    var pixels = Int64(htotal) * Int64(vtotal) * Int64(max(1, vscan))
    if flags & UInt32(DRM_MODE_FLAG_DBLSCAN) != 0 { pixels *= 2 }
    if flags & UInt32(DRM_MODE_FLAG_INTERLACE) != 0 { pixels /= 2 }
    let period = clock > 0 ? pixels * 1_000_000 / Int64(clock) : 0
    return (1_000_000...1_000_000_000).contains(period) ? period : 16_666_667
  }

  /// "1024x768@60".
  var text: Bytes {
    "\(Int(hdisplay))x\(Int(vdisplay))@\((1e9 / Double(period) * 100).rounded() / 100)"
  }
}
