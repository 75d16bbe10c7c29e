internal import CFramebuffer
import System
import Support
import Raster

/// An open framebuffer: memory that is on the display, as the kernel had it before DRM.
final class Framebuffer {
  let path: Bytes
  let layout: FramebufferLayout
  let millimetres: (width: Int32, height: Int32)
  private let descriptor: FileDescriptor
  private let memory: Mapping
  private let pixels: UnsafeMutableRawPointer
  private let variable: fb_var_screeninfo

  init(path: Bytes) throws(OutputError) {
    var variable = fb_var_screeninfo(), fixed = fb_fix_screeninfo()
    do throws(SystemError) {
      descriptor = try FileDescriptor(opening: path)
      try Framebuffer.check("FBIOGET_VSCREENINFO", fb_get_variable(descriptor.number, &variable))
      try Framebuffer.check("FBIOGET_FSCREENINFO", fb_get_fixed(descriptor.number, &fixed))
    } catch {
      throw OutputError("\(path): \(error.isDenial ? "\(error.reason); run loaderd as root" : error.text)", error)
    }
    do throws(OutputError) {
      layout = try FramebufferLayout(variable, fixed)
    } catch {
      throw OutputError("\(path) \(error.text)")
    }
    let offset = fb_page_offset(fixed.smem_start)
    do throws(SystemError) {
      memory = try Mapping(of: descriptor, offset: 0, byteCount: offset + layout.byteCount)
    } catch {
      throw OutputError("\(path): its driver does not give its memory away: \(error.text)", error)
    }
    (self.path, self.variable, pixels) = (path, variable, memory.address + offset)
    millimetres = (Int32(clamping: variable.width), Int32(clamping: variable.height))
  }

  private static func check(_ call: StaticString, _ result: Int32) throws(SystemError) {
    if result < 0 { throw SystemError(call, -result) }
  }

  /// Copies a part of the picture to the memory from `row` on.
  func draw(_ region: Region, of backBuffer: BackBuffer, at row: Int, _ rotation: Rotation) {
    let format = layout.channels.format
    backBuffer.copy(
      region, to: pixels + layout.offset(ofRow: row), pitch: layout.pitch, format: format ?? .xrgb8888,
      channels: format == nil ? layout.channels : nil, rotation: rotation)
  }

  /// Has a driver that sends its memory over a bus do so now, rather than some time later; the others have nothing to do.
  func flush() { _ = fsync(descriptor.number) }

  /// Shows the memory from `row` on. Some drivers return when it is seen.
  func pan(to row: Int) throws(SystemError) {
    try Framebuffer.check("FBIOPAN_DISPLAY", fb_pan(descriptor.number, variable, UInt32(row)))
  }

  /// Whether its driver is still there.
  var isPresent: Bool {
    var fixed = fb_fix_screeninfo()
    return fb_get_fixed(descriptor.number, &fixed) != -19
  }

  /// Switches the display on, and has each pixel mean its colour. A driver may take its time for both.
  func unblank() {
    let number = descriptor.number
    if layout.usesPalette {
      _ = fb_set_linear_palette(number, variable.red.length, variable.green.length, variable.blue.length)
    }
    _ = fb_unblank(number)  // one that cannot is never dark
  }

  /// Waits for the next vblank; false where the driver does not tell of it.
  func waitForVblank() -> Bool { fb_wait_for_vsync(descriptor.number) == 0 }
}
