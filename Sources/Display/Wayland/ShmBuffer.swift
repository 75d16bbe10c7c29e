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
  private let pitch: Int
  private let mapping: Mapping
  private var buffer: OpaquePointer?

  /// Allocates a buffer of the layout's size (memfd_create(2)). Throws when there is no memory or file descriptor.
  init(_ shm: OpaquePointer, _ layout: SurfaceLayout, _ backBuffer: BackBuffer) throws(SystemError) {
    pitch = Int(layout.width) * 4
    let byteCount = pitch * Int(layout.height)
    let memory = try Mapping.shared(byteCount: byteCount)
    mapping = memory.mapping
    pendingDamage = Region(backBuffer.bounds)
    super.init()
    let pool = wl_shm_create_pool(shm, memory.descriptor.number, Int32(byteCount))
    buffer = listening(
      to: wl_shm_pool_create_buffer(
        pool, 0, layout.width, layout.height, Int32(pitch), WL_SHM_FORMAT_XRGB8888.rawValue))
    wl_shm_pool_destroy(pool)
  }

  deinit { wl_buffer_destroy(buffer) }

  /// Copies the pending damage from the back buffer, and attaches the buffer to the surface.
  func attach(to surface: OpaquePointer, _ backBuffer: BackBuffer, _ rotation: Rotation) {
    backBuffer.copy(pendingDamage, to: mapping.address, pitch: pitch, rotation: rotation)
    pendingDamage = Region()
    isBusy = true
    wl_surface_attach(surface, buffer, 0, 0)
  }

  /// wl_buffer.release.
  override func handleEvents(_ event: UInt32, of object: OpaquePointer, _ arguments: UnsafeMutablePointer<wl_argument>)
  {
    isBusy = false
  }
}
