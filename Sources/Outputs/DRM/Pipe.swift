internal import CDRM
import Linux
import Notation

/// What leads from memory to a screen: a primary plane, a CRTC, a connector and the mode it is driven in.
struct Pipe {
  let connector: UInt32
  let name: Bytes
  let crtc: UInt32
  /// The CRTC's place in the card's list, which masks are made of.
  let crtcIndex: UInt32
  let mode: drmModeModeInfo
  /// The display's own word on its size; 0 where it does not say.
  let millimetres: (width: Int32, height: Int32)

  /// The first connected connector, with the CRTC that drives it already if one does.
  ///
  /// The mode is the CRTC's present one if it is as large as the preferred one, so that taking over needs no
  /// modeset. Throws when nothing is connected.
  init(of card: Card) throws(OutputError) {
    let number = card.descriptor.number
    guard let resources = drmModeGetResources(number) else { throw OutputError("\(card.path): has no connectors") }
    defer { drmModeFreeResources(resources) }
    // Known states first: a probe reads EDIDs, which takes tens of milliseconds.
    for probe in [false, true] {
      for index in 0..<Int(resources.pointee.count_connectors) {
        let id = resources.pointee.connectors[index]
        guard let connector = probe ? drmModeGetConnector(number, id) : drmModeGetConnectorCurrent(number, id) else {
          continue
        }
        defer { drmModeFreeConnector(connector) }
        if let pipe = Pipe(card, resources, connector) {
          self = pipe
          return
        }
      }
    }
    let count = Int(resources.pointee.count_connectors)
    throw OutputError(count == 0 ? "\(card.path): has no connectors" : "\(card.path): no display is connected")
  }

  private init?(
    _ card: Card, _ resources: UnsafeMutablePointer<drmModeRes>, _ connector: UnsafeMutablePointer<drmModeConnector>
  ) {
    guard connector.pointee.connection.rawValue == drm_connected, connector.pointee.count_modes > 0,
      card.property("non-desktop", of: connector.pointee.connector_id, drm_object_connector)?.value ?? 0 == 0
    else { return nil }
    let number = card.descriptor.number
    let modes = UnsafeBufferPointer(start: connector.pointee.modes, count: Int(connector.pointee.count_modes))
    let wanted = modes.first { $0.type & drm_mode_preferred != 0 } ?? modes[0]
    if wanted.hdisplay == 0 || wanted.vdisplay == 0 { return nil }

    var possible: UInt32 = 0, current: UInt32 = 0
    for index in 0..<Int(connector.pointee.count_encoders) {
      guard let encoder = drmModeGetEncoder(number, connector.pointee.encoders[index]) else { continue }
      defer { drmModeFreeEncoder(encoder) }
      possible |= encoder.pointee.possible_crtcs
      if encoder.pointee.encoder_id == connector.pointee.encoder_id { current = encoder.pointee.crtc_id }
    }
    let crtcs = UnsafeBufferPointer(start: resources.pointee.crtcs, count: Int(resources.pointee.count_crtcs))
    guard let index = crtcs.firstIndex(of: current) ?? crtcs.indices.first(where: { possible >> UInt32($0) & 1 == 1 })
    else { return nil }

    var mode = wanted
    if let state = drmModeGetCrtc(number, crtcs[index]) {
      let present = state.pointee.mode
      if state.pointee.mode_valid != 0, present.hdisplay == wanted.hdisplay, present.vdisplay == wanted.vdisplay {
        mode = present
      }
      drmModeFreeCrtc(state)
    }
    self.connector = connector.pointee.connector_id
    name =
      "\(Bytes(cString: drmModeGetConnectorTypeName(connector.pointee.connector_type)))-\(Int(connector.pointee.connector_type_id))"
    millimetres = (Int32(clamping: connector.pointee.mmWidth), Int32(clamping: connector.pointee.mmHeight))
    (crtc, crtcIndex, self.mode) = (crtcs[index], UInt32(index), mode)
  }

  var width: Int32 { Int32(mode.hdisplay) }
  var height: Int32 { Int32(mode.vdisplay) }

  /// Nanoseconds a refresh, from the timings: `vrefresh` is rounded to whole hertz. 60 Hz for a mode without timings.
  var period: Int64 {
    var pixels = Int64(mode.htotal) * Int64(mode.vtotal) * Int64(max(1, mode.vscan))
    if mode.flags & UInt32(DRM_MODE_FLAG_DBLSCAN) != 0 { pixels *= 2 }
    if mode.flags & UInt32(DRM_MODE_FLAG_INTERLACE) != 0 { pixels /= 2 }
    let period = mode.clock > 0 ? pixels * 1_000_000 / Int64(mode.clock) : 0
    return (1_000_000...1_000_000_000).contains(period) ? period : 16_666_667
  }
}
