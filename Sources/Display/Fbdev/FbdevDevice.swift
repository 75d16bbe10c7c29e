internal import CFramebuffer
import Raster
import Support
import System

/// An open framebuffer device with its mapped memory (linux/fb.h).
final class FbdevDevice {
  let path: Bytes
  let layout: FramebufferLayout
  let millimetres: (width: Int32, height: Int32)
  let descriptor: FileDescriptor
  private let memory: Mapping
  private let pixels: UnsafeMutableRawPointer
  private let variable: fb_var_screeninfo
  private let fixed: fb_fix_screeninfo

  /// Opens and maps a device. Throws, with a line that says what to do, if it cannot be drawn on.
  init(path: Bytes) throws(OutputError) {
    var variable = fb_var_screeninfo(), fixed = fb_fix_screeninfo()
    do throws(SystemError) {
      descriptor = try FileDescriptor(opening: path)
      try FbdevDevice.check("FBIOGET_VSCREENINFO", fb_get_variable(descriptor.number, &variable))
      try FbdevDevice.check("FBIOGET_FSCREENINFO", fb_get_fixed(descriptor.number, &fixed))
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
      memory = try Mapping(of: descriptor, offset: 0, byteCount: Int(clamping: Int64(offset) + Int64(layout.byteCount)))
    } catch {
      throw OutputError("\(path): the driver does not support mmap; loaderd cannot draw on it: \(error.text)", error)
    }
    self.path = path
    self.variable = variable
    self.fixed = fixed
    pixels = memory.address + offset
    millimetres = (Int32(clamping: variable.width), Int32(clamping: variable.height))
  }

  private static func check(_ call: StaticString, _ result: Int32) throws(SystemError) {
    if result < 0 { throw SystemError(call, -result) }
  }

  /// Copies a region of the picture to the memory whose first row is `row`.
  func draw(_ region: Region, of backBuffer: BackBuffer, at row: Int, _ rotation: Rotation) {
    backBuffer.copy(
      region, to: pixels + layout.offset(ofRow: row), pitch: layout.pitch, format: layout.format,
      channels: layout.channels, rotation: rotation)
  }

  /// fsync(2) makes a driver with deferred I/O send its memory now; other drivers do nothing (fb_deferred_io_fsync).
  func flush() { _ = fsync(descriptor.number) }

  /// FBIOPAN_DISPLAY: shows the memory from `row` on. Some drivers return only at the vblank.
  func pan(to row: Int) throws(SystemError) {
    try FbdevDevice.check("FBIOPAN_DISPLAY", fb_pan(descriptor.number, variable, UInt32(row)))
  }

  /// Whether the driver is still there, with the layout that was read first; the picture may have been panned since.
  var isPresent: Bool {
    let result = fb_is_unchanged(descriptor.number, variable, fixed)
    return result > 0 || result < 0 && result != -Errno.operationNotSupportedByDevice
  }

  /// Unblanks the display, and sets a linear colour map where the driver has one. The driver may block.
  func unblank() {
    let number = descriptor.number
    if layout.usesColorMap {
      _ = fb_set_linear_color_map(number, variable.red.length, variable.green.length, variable.blue.length)
    }
    _ = fb_unblank(number)  // a driver without FBIOBLANK never blanks
  }

  /// Blocks until the next vblank (FBIO_WAITFORVSYNC); false where the driver cannot.
  func waitForVblank() -> Bool { fb_wait_for_vsync(descriptor.number) == 0 }
}
