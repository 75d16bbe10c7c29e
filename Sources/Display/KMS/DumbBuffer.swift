internal import CDRM
import Support
import System
import Raster

/// Memory that the kernel allocated, which a CRTC can scan out.
final class DumbBuffer {
  let card: Card
  let framebuffer: UInt32
  /// Pixels of the panel.
  let width, height: Int32
  let format: PixelFormat
  /// How the picture is turned when it is copied here.
  let rotation: Rotation
  /// What the shadow holds and this buffer does not yet, in the shadow's own place.
  var pendingDamage = Region()
  private let pitch: Int
  private let handle: UInt32
  private let mapping: Mapping
  private var isLeft = false

  init(on card: Card, width: Int32, height: Int32, format: PixelFormat, rotation: Rotation) throws(SystemError) {
    let number = card.descriptor.number
    var handle: UInt32 = 0, pitch: UInt32 = 0, size: UInt64 = 0
    try drm(
      "create dumb buffer",
      drmModeCreateDumbBuffer(
        number, UInt32(width), UInt32(height), UInt32(format.bitsPerPixel), 0, &handle, &pitch, &size))
    var framebuffer: UInt32 = 0
    do throws(SystemError) {
      try drm(
        "drmModeAddFB2",
        drm_add_framebuffer(number, UInt32(width), UInt32(height), format.code, handle, pitch, &framebuffer))
      var offset: UInt64 = 0
      try drm("map dumb buffer", drmModeMapDumbBuffer(number, handle, &offset))
      mapping = try Mapping(of: card.descriptor, offset: Int(offset), byteCount: Int(size))
    } catch {
      if framebuffer != 0 { drmModeRmFB(number, framebuffer) }
      drmModeDestroyDumbBuffer(number, handle)
      throw error
    }
    (self.card, self.framebuffer, self.pitch, self.handle) = (card, framebuffer, Int(pitch), handle)
    (self.width, self.height, self.format, self.rotation) = (width, height, format, rotation)
  }

  /// A buffer that is on the screen takes the picture with it, unless it is left there.
  deinit {
    if !isLeft { drmModeRmFB(card.descriptor.number, framebuffer) }
    drmModeDestroyDumbBuffer(card.descriptor.number, handle)
  }

  /// Leaves the picture on the screen when this goes: on kernels before 6.8 only for as long as the card stays open.
  func leaveOnScreen() {
    isLeft = true
    _ = drm_close_framebuffer(card.descriptor.number, framebuffer)
  }

  /// Takes over what it lacks.
  func update(from backBuffer: BackBuffer) {
    backBuffer.copy(pendingDamage, to: mapping.address, pitch: pitch, format: format, rotation: rotation)
    pendingDamage = Region()
  }

  /// Where a part of the shadow's picture is on the panel.
  func clips(of damage: Region, in backBuffer: BackBuffer) -> [Rect] {
    damage.rects.map { rotation.turned($0, width: backBuffer.width, height: backBuffer.height) }
  }
}
