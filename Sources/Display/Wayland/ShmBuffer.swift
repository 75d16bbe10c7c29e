internal import CWayland
import Raster
import Support
import System

/// A wl_buffer in shared memory.
final class ShmBuffer: ProxyListener {
  /// Damage that this buffer has not received yet, in coordinates of the back buffer.
  var pendingDamage: Region
  /// Whether the compositor may still read it (no wl_buffer.release yet).
  private(set) var isBusy = false
  /// Whether its pixels have an alpha channel.
  let hasAlpha: Bool
  private let pitch, height: Int
  private let mapping: Mapping
  private var buffer: OpaquePointer?

  /// Allocates a buffer of the layout's size (memfd_create(2)). Throws when there is no memory or file descriptor.
  init(
    _ shm: OpaquePointer, _ layout: SurfaceLayout, _ backBuffer: BackBuffer, hasAlpha: Bool
  ) throws(SystemError) {
    self.hasAlpha = hasAlpha
    pitch = Int(layout.width) * 4
    height = Int(layout.height)
    let byteCount = pitch * height
    let memory = try Mapping.shared(byteCount: byteCount)
    mapping = memory.mapping
    pendingDamage = Region(backBuffer.bounds)
    super.init()
    let pool = wl_shm_create_pool(shm, memory.descriptor.number, Int32(byteCount))
    buffer = listen(
      to: wl_shm_pool_create_buffer(
        pool, 0, layout.width, layout.height, Int32(pitch),
        (hasAlpha ? WL_SHM_FORMAT_ARGB8888 : WL_SHM_FORMAT_XRGB8888).rawValue))
    wl_shm_pool_destroy(pool)
  }

  deinit { wl_buffer_destroy(buffer) }

  /// Copies the pending damage from the back buffer, and attaches the buffer to the surface. With an alpha channel, all
  /// of it has to be pending, and is shown with `opacity`.
  func attach(to surface: OpaquePointer, _ backBuffer: BackBuffer, _ rotation: Rotation, opacity: UInt8) {
    backBuffer.copy(pendingDamage, to: mapping.address, pitch: pitch, rotation: rotation)
    if hasAlpha { setOpacity(opacity) }
    pendingDamage = Region()
    isBusy = true
    wl_surface_attach(surface, buffer, 0, 0)
  }

  /// Multiplies opaque pixels by an opacity; alpha is premultiplied (wl_shm.format).
  private func setOpacity(_ opacity: UInt8) {
    let pixels = mapping.address.assumingMemoryBound(to: UInt32.self)
    // 0…256 instead of 0…255, so that a shift divides.
    let factor = UInt32(opacity) + UInt32(opacity >> 7)
    for index in 0..<pitch / 4 * height {
      let redBlue = (pixels[index] & 0xFF00FF) &* factor >> 8 & 0xFF00FF
      let green = (pixels[index] & 0x00FF00) &* factor >> 8 & 0x00FF00
      pixels[index] = UInt32(opacity) << 24 | redBlue | green
    }
  }

  /// wl_buffer.release.
  override func handleEvent(_ event: UInt32, of object: OpaquePointer, _ arguments: UnsafeMutablePointer<wl_argument>) {
    isBusy = false
  }
}
