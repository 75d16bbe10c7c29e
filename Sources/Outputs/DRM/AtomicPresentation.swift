internal import CDRM
import Linux
import Notation
import Raster

/// Frames as atomic commits (Linux, drm_atomic_uapi.c): tried before they are made, without a modeset where none is needed.
final class AtomicPresentation: Presentation {
  private let card: Card
  private let pipe: Pipe
  private let plane: UInt32
  private let framebufferProperty: UInt32
  private let damageProperty: UInt32?

  /// Nil when the CRTC has no primary plane that says what it needs.
  init?(_ card: Card, _ pipe: Pipe) {
    guard let plane = AtomicPresentation.planes(of: card, pipe).first(where: { $0.isPrimary })?.id,
      let framebuffer = card.property("FB_ID", of: plane, drm_object_plane)
    else { return nil }
    (self.card, self.pipe, self.plane) = (card, pipe, plane)
    framebufferProperty = framebuffer.id
    damageProperty = card.property("FB_DAMAGE_CLIPS", of: plane, drm_object_plane)?.id
  }

  private static func planes(of card: Card, _ pipe: Pipe) -> [(id: UInt32, isPrimary: Bool)] {
    guard let all = drmModeGetPlaneResources(card.descriptor.number) else { return [] }
    defer { drmModeFreePlaneResources(all) }
    var planes: [(id: UInt32, isPrimary: Bool)] = []
    for index in 0..<Int(all.pointee.count_planes) {
      guard let plane = drmModeGetPlane(card.descriptor.number, all.pointee.planes[index]) else { continue }
      defer { drmModeFreePlane(plane) }
      if plane.pointee.possible_crtcs >> pipe.crtcIndex & 1 == 0 { continue }
      let type = card.property("type", of: plane.pointee.plane_id, drm_object_plane)?.value
      planes.append((plane.pointee.plane_id, type == UInt64(DRM_PLANE_TYPE_PRIMARY)))
    }
    return planes
  }

  func light(_ buffer: DumbBuffer) throws(SystemError) {
    var mode = pipe.mode
    var blob: UInt32 = 0
    try drm(
      "mode blob", drmModeCreatePropertyBlob(card.descriptor.number, &mode, MemoryLayout.size(ofValue: mode), &blob))
    defer { drmModeDestroyPropertyBlob(card.descriptor.number, blob) }
    var request = try Request(card)
    describe(buffer, mode: blob, in: &request)
    // First as the CRTC stands: if that is possible the screen does not flicker.
    for flags in [0, UInt32(DRM_MODE_ATOMIC_ALLOW_MODESET)] {
      do throws(SystemError) {
        try request.commit(UInt32(DRM_MODE_ATOMIC_TEST_ONLY) | flags)
        return try request.commit(flags)
      } catch {
        if flags != 0 { throw error }
      }
    }
  }

  private func describe(_ buffer: DumbBuffer, mode: UInt32, in request: inout Request) {
    request.set("CRTC_ID", of: pipe.connector, drm_object_connector, UInt64(pipe.crtc))
    request.set("link-status", of: pipe.connector, drm_object_connector, 0)
    request.set("MODE_ID", of: pipe.crtc, drm_object_crtc, UInt64(mode))
    request.set("ACTIVE", of: pipe.crtc, drm_object_crtc, 1)
    for inherited: Bytes in ["VRR_ENABLED", "GAMMA_LUT", "DEGAMMA_LUT", "CTM"] {
      request.set(inherited, of: pipe.crtc, drm_object_crtc, 0)
    }
    for other in AtomicPresentation.planes(of: card, pipe) where other.id != plane {
      // A plane that the last master left on, on our CRTC.
      guard card.property("CRTC_ID", of: other.id, drm_object_plane)?.value == UInt64(pipe.crtc) else { continue }
      request.set("FB_ID", of: other.id, drm_object_plane, 0)
      request.set("CRTC_ID", of: other.id, drm_object_plane, 0)
    }
    let width = UInt64(pipe.width), height = UInt64(pipe.height)
    let values: [(Bytes, UInt64)] = [
      ("FB_ID", UInt64(buffer.framebuffer)), ("CRTC_ID", UInt64(pipe.crtc)),
      ("SRC_X", 0), ("SRC_Y", 0), ("SRC_W", width << 16), ("SRC_H", height << 16),
      ("CRTC_X", 0), ("CRTC_Y", 0), ("CRTC_W", width), ("CRTC_H", height), ("rotation", 1),
    ]
    for (name, value) in values { request.set(name, of: plane, drm_object_plane, value) }
  }

  func flip(to buffer: DumbBuffer, damage: Region) throws(SystemError) {
    var request = try Request(card)
    request.set(framebufferProperty, of: plane, UInt64(buffer.framebuffer))
    var blob: UInt32 = 0
    if let damageProperty {
      var clips = damage.rects.map { drm_mode_rect(x1: $0.minX, y1: $0.minY, x2: $0.maxX, y2: $0.maxY) }
      let size = clips.count * MemoryLayout<drm_mode_rect>.stride
      try drm("damage blob", drmModeCreatePropertyBlob(card.descriptor.number, &clips, size, &blob))
      request.set(damageProperty, of: plane, UInt64(blob))
    }
    defer { if blob != 0 { drmModeDestroyPropertyBlob(card.descriptor.number, blob) } }
    try request.commit(UInt32(DRM_MODE_ATOMIC_NONBLOCK) | UInt32(DRM_MODE_PAGE_FLIP_EVENT))
  }
}

/// Properties that change together.
private struct Request: ~Copyable {
  private let card: Card
  private let handle: drmModeAtomicReqPtr

  init(_ card: Card) throws(SystemError) {
    guard let handle = drmModeAtomicAlloc() else { throw SystemError("drmModeAtomicAlloc", 12) }
    (self.card, self.handle) = (card, handle)
  }

  deinit { drmModeAtomicFree(handle) }

  mutating func set(_ property: UInt32, of object: UInt32, _ value: UInt64) {
    drmModeAtomicAddProperty(handle, object, property, value)
  }

  /// An object without such a property stays as it is.
  mutating func set(_ name: Bytes, of object: UInt32, _ type: Int32, _ value: UInt64) {
    if let property = card.property(name, of: object, type) { set(property.id, of: object, value) }
  }

  func commit(_ flags: UInt32) throws(SystemError) {
    try drm("atomic commit", drmModeAtomicCommit(card.descriptor.number, handle, flags, nil))
  }
}
