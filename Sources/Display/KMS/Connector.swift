internal import CDRM
import Raster
import Support
import System

/// A snapshot of a connector: its display's modes and the CRTCs that can drive it.
struct Connector {
  let id: UInt32
  /// "HDMI-A-1", as in sysfs and in the kernel argument `video=`.
  let name: Bytes
  /// Whether a display may be connected that is not a headset (property "non-desktop") and has a mode.
  let isUsable: Bool
  /// Whether the driver cannot tell if a display is connected: composite video, or VGA without DDC.
  let isUncertain: Bool
  /// The modes, 1 to 16384 pixels a side: the one of `video=` first, then those the display prefers, then the others.
  let modes: [drmModeModeInfo]
  /// Physical size from the EDID in millimetres; 0 if unknown.
  let millimetres: (width: Int32, height: Int32)
  /// CRTCs that can drive the connector, as bits of their indices.
  let possibleCRTCs: UInt32
  /// Id of the CRTC that drives it now, or 0.
  let crtc: UInt32
  /// The property "panel orientation" as the rotation that compensates it; nil if there is none.
  let orientation: Rotation?
  let properties: Properties

  /// Reads a connector. `probing` makes the kernel read the EDID, which takes tens of milliseconds. Nil when the
  /// connector is gone.
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
    isUncertain = connector.connection == DRM_MODE_UNKNOWNCONNECTION
    let isDisconnected = connector.connection == DRM_MODE_DISCONNECTED
    isUsable = !isDisconnected && !modes.isEmpty && properties.value("non-desktop") ?? 0 == 0
    millimetres = (Int32(clamping: connector.mmWidth), Int32(clamping: connector.mmHeight))

    var crtcs: UInt32 = 0, driving: UInt32 = 0
    for index in 0..<Int(connector.count_encoders) {
      guard let encoder = drmModeGetEncoder(number, connector.encoders[index]) else { continue }
      defer { drmModeFreeEncoder(encoder) }
      crtcs |= encoder.pointee.possible_crtcs
      if encoder.pointee.encoder_id == connector.encoder_id { driving = encoder.pointee.crtc_id }
    }
    possibleCRTCs = crtcs
    crtc = driving
    switch properties.label("panel orientation") {
    case "Upside Down": orientation = .half
    case "Left Side Up": orientation = .counterclockwise
    case "Right Side Up": orientation = .clockwise
    case "Normal": orientation = Rotation.none
    default: orientation = nil
    }
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
