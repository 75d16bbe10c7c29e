internal import CDRM
import Raster
import Support
import System

/// A dumb buffer with its framebuffer: mapped memory that a CRTC can scan out.
final class DumbBuffer {
  let card: Card
  let framebuffer: UInt32
  /// Size in pixels.
  let width, height: Int32
  let format: PixelFormat
  /// Rotation that is applied when the picture is copied here.
  let rotation: Rotation
  /// Damage that this buffer has not received yet, in coordinates of the back buffer.
  var pendingDamage = Region()
  private let pitch: Int
  private let handle: UInt32
  private let mapping: Mapping
  private var isKept = false

  /// Allocates, adds and maps a buffer; size in pixels. Throws the error of the request that failed, ENOMEM among them.
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
      mapping = try Mapping(of: card.descriptor, offset: Int64(clamping: offset), byteCount: Int(clamping: size))
    } catch {
      if framebuffer != 0 { drmModeRmFB(number, framebuffer) }
      drmModeDestroyDumbBuffer(number, handle)
      throw error
    }
    self.card = card
    self.framebuffer = framebuffer
    self.pitch = Int(pitch)
    self.handle = handle
    self.width = width
    self.height = height
    self.format = format
    self.rotation = rotation
  }

  /// Removing a framebuffer that is scanned out turns the display off, unless it is kept.
  deinit {
    if !isKept { drmModeRmFB(card.descriptor.number, framebuffer) }
    drmModeDestroyDumbBuffer(card.descriptor.number, handle)
  }

  /// Keeps the picture on the screen when this buffer is freed. Kernels before 6.8 have no CLOSEFB, and keep it only
  /// while the device stays open.
  func keepOnScreen() {
    isKept = true
    _ = drm_close_framebuffer(card.descriptor.number, framebuffer)
  }

  /// Copies the pending damage from the back buffer.
  func update(from backBuffer: BackBuffer) {
    backBuffer.copy(
      pendingDamage, to: mapping.address, pitch: pitch, format: format, rotation: rotation,
      wasBlack: card.clearsBuffers && format.isBlackZero)
    pendingDamage = Region()
  }

  /// The damage in coordinates of this buffer.
  func clips(of damage: Region, in backBuffer: BackBuffer) -> [Rect] {
    if rotation == .none { return damage.rects }
    return damage.rects.map { rotation.turned($0, width: backBuffer.width, height: backBuffer.height) }
  }
}
