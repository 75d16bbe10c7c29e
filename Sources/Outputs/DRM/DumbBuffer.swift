internal import CDRM
import Linux
import Raster

/// Memory that the kernel allocated, as XRGB8888, which a CRTC can scan out.
final class DumbBuffer {
  let card: Card
  let framebuffer: UInt32
  let pitch: Int
  /// What the shadow holds and this buffer does not yet.
  var stale: Region
  private let handle: UInt32
  private let mapping: Mapping

  init(on card: Card, width: Int32, height: Int32) throws(SystemError) {
    let number = card.descriptor.number
    var handle: UInt32 = 0, pitch: UInt32 = 0, size: UInt64 = 0
    try drm(
      "create dumb buffer",
      drmModeCreateDumbBuffer(number, UInt32(width), UInt32(height), 32, 0, &handle, &pitch, &size))
    var framebuffer: UInt32 = 0
    do throws(SystemError) {
      try drm("drmModeAddFB2", drm_add_framebuffer(number, UInt32(width), UInt32(height), handle, pitch, &framebuffer))
      var offset: UInt64 = 0
      try drm("map dumb buffer", drmModeMapDumbBuffer(number, handle, &offset))
      mapping = try Mapping(of: card.descriptor, offset: Int(offset), byteCount: Int(size))
    } catch {
      if framebuffer != 0 { drmModeRmFB(number, framebuffer) }
      drmModeDestroyDumbBuffer(number, handle)
      throw error
    }
    (self.card, self.framebuffer, self.pitch, self.handle) = (card, framebuffer, Int(pitch), handle)
    stale = Region(Rect(0, 0, width, height))
  }

  deinit {
    drmModeRmFB(card.descriptor.number, framebuffer)
    drmModeDestroyDumbBuffer(card.descriptor.number, handle)
  }

  /// Takes over what it lacks.
  func update(from shadow: Shadow) {
    shadow.copy(stale, to: mapping.address, pitch: pitch)
    stale = Region()
  }
}

/// libdrm returns 0 or a negative error.
func drm(_ call: StaticString, _ result: Int32) throws(SystemError) {
  if result < 0 { throw SystemError(call, -result) }
}
