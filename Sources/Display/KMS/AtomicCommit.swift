internal import CDRM
import Raster
import Support
import System

/// Frames as atomic commits (drivers/gpu/drm/drm_atomic_uapi.c). A modeset is tested with TEST_ONLY first.
final class AtomicCommit: KMSCommit {
  private let card: Card
  private let pipeline: Pipeline
  private let plane: Plane
  /// How the plane rotates the picture, where it can.
  private let rotation: Rotation
  private let framebufferProperty: UInt32
  private let damageProperty: UInt32?

  /// Nil when the CRTC has no primary plane with the property "FB_ID".
  init?(_ card: Card, _ pipeline: Pipeline, rotation: Rotation) {
    guard let plane = pipeline.plane, let framebuffer = plane.properties.id("FB_ID") else { return nil }
    self.card = card
    self.pipeline = pipeline
    self.plane = plane
    self.rotation = rotation
    framebufferProperty = framebuffer
    damageProperty = plane.properties.id("FB_DAMAGE_CLIPS")
  }

  var usesDamageClips: Bool { damageProperty != nil }

  func modeset(_ buffer: DumbBuffer, _ configuration: ModesetConfiguration) throws(SystemError) {
    var mode = pipeline.modes[configuration.mode]
    let blob = try Blob(card, &mode, MemoryLayout.size(ofValue: mode))
    var request = try Request(card)
    setProperties(buffer, mode: blob.id, configuration, in: &request)
    let flags = configuration.allowsModeset ? UInt32(DRM_MODE_ATOMIC_ALLOW_MODESET) : 0
    try request.commit(UInt32(DRM_MODE_ATOMIC_TEST_ONLY) | flags)
    try request.commit(flags)
  }

  private func setProperties(
    _ buffer: DumbBuffer, mode: UInt32, _ configuration: ModesetConfiguration, in request: inout Request
  ) {
    let connector = pipeline.connector
    request.set("CRTC_ID", of: connector.id, connector.properties, UInt64(pipeline.crtc))
    request.set("MODE_ID", of: pipeline.crtc, pipeline.crtcProperties, UInt64(mode))
    request.set("ACTIVE", of: pipeline.crtc, pipeline.crtcProperties, 1)
    if configuration.allowsModeset { request.set("link-status", of: connector.id, connector.properties, 0) }
    if configuration.resetsInheritedState {
      for inherited: StaticString in ["VRR_ENABLED", "GAMMA_LUT", "DEGAMMA_LUT", "CTM"] {
        request.set(inherited, of: pipeline.crtc, pipeline.crtcProperties, 0)
      }
      for inherited: StaticString in ["HDR_OUTPUT_METADATA", "Colorspace"] {
        request.set(inherited, of: connector.id, connector.properties, 0)
      }
      // Planes that an earlier master left enabled.
      for other in card.planes where other.id != plane.id && other.isEnabled(on: pipeline.crtc, of: card) {
        request.set("FB_ID", of: other.id, other.properties, 0)
        request.set("CRTC_ID", of: other.id, other.properties, 0)
      }
      let planeRotation = configuration.rotatesInHardware ? rotation : .none
      request.set("rotation", of: plane.id, plane.properties, planeRotation.planeBit)
    }
    let panel = pipeline.modes[configuration.mode]
    let values: [(StaticString, UInt64)] = [
      ("FB_ID", UInt64(buffer.framebuffer)), ("CRTC_ID", UInt64(pipeline.crtc)),
      ("SRC_X", 0), ("SRC_Y", 0), ("SRC_W", UInt64(buffer.width) << 16), ("SRC_H", UInt64(buffer.height) << 16),
      ("CRTC_X", 0), ("CRTC_Y", 0), ("CRTC_W", UInt64(panel.hdisplay)), ("CRTC_H", UInt64(panel.vdisplay)),
    ]
    for (name, value) in values { request.set(name, of: plane.id, plane.properties, value) }
  }

  func flip(to buffer: DumbBuffer, clips: [Rect]) throws(SystemError) {
    var request = try Request(card)
    request.set(framebufferProperty, of: plane.id, UInt64(buffer.framebuffer))
    let flags = UInt32(DRM_MODE_ATOMIC_NONBLOCK) | UInt32(DRM_MODE_PAGE_FLIP_EVENT)
    guard let damageProperty, !clips.isEmpty else { return try request.commit(flags) }
    var rects = clips.map { drm_mode_rect(x1: $0.minX, y1: $0.minY, x2: $0.maxX, y2: $0.maxY) }
    let blob = try Blob(card, &rects, rects.count * MemoryLayout<drm_mode_rect>.stride)
    request.set(damageProperty, of: plane.id, UInt64(blob.id))
    try request.commit(flags)
  }
}

/// A property blob; the kernel keeps its data as long as a commit uses it.
private struct Blob: ~Copyable {
  let id: UInt32
  private let card: Card

  init(_ card: Card, _ bytes: UnsafeRawPointer, _ count: Int) throws(SystemError) {
    var id: UInt32 = 0
    try drm("create property blob", drmModeCreatePropertyBlob(card.descriptor.number, bytes, count, &id))
    self.id = id
    self.card = card
  }

  deinit { drmModeDestroyPropertyBlob(card.descriptor.number, id) }
}

/// The properties of one atomic commit.
private struct Request: ~Copyable {
  private let card: Card
  private let handle: drmModeAtomicReqPtr

  init(_ card: Card) throws(SystemError) {
    guard let handle = drmModeAtomicAlloc() else { throw SystemError("drmModeAtomicAlloc", Errno.noMemory) }
    self.card = card
    self.handle = handle
  }

  deinit { drmModeAtomicFree(handle) }

  mutating func set(_ property: UInt32, of object: UInt32, _ value: UInt64) {
    drmModeAtomicAddProperty(handle, object, property, value)
  }

  /// Does nothing where the object has no such property.
  mutating func set(_ name: StaticString, of object: UInt32, _ properties: Properties, _ value: UInt64) {
    if let property = properties.id(name) { set(property, of: object, value) }
  }

  func commit(_ flags: UInt32) throws(SystemError) {
    try drm("atomic commit", drmModeAtomicCommit(card.descriptor.number, handle, flags, nil))
  }
}
