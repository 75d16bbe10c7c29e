internal import CDRM
import Raster
import System

extension Card {
  /// The colour around the picture that a boot loader or another program left on a CRTC: the colour of all four
  /// corners. Nil where no framebuffer is shown, the corners differ, or its memory cannot be read (GETFB2, MAP_DUMB).
  func bootBackground(of crtc: UInt32) -> Color? {
    let number = descriptor.number
    guard let shown = framebuffer(of: crtc), shown != 0, let found = drmModeGetFB2(number, shown) else { return nil }
    defer { drmModeFreeFB2(found) }
    let handle = found.pointee.handles.0, pitch = Int(clamping: found.pointee.pitches.0)
    if handle == 0 { return nil }  // only the master gets a handle
    defer { drmModeDestroyDumbBuffer(number, handle) }
    let width = Int(clamping: found.pointee.width), height = Int(clamping: found.pointee.height)
    guard let format = PixelFormat.allCases.first(where: { $0.code == found.pointee.pixel_format }),
      found.pointee.modifier == 0 || found.pointee.flags & UInt32(DRM_MODE_FB_MODIFIERS) == 0,
      (1...0xFFFF).contains(width), height > 0, pitch >= format.byteCount(width)
    else { return nil }
    var offset: UInt64 = 0
    guard drmModeMapDumbBuffer(number, handle, &offset) == 0,
      let memory = try? Mapping(
        of: descriptor, offset: Int64(clamping: offset), byteCount: Int(clamping: Int64(pitch) * Int64(height)))
    else { return nil }
    var color: UInt32?
    for y in [0, height - 1] {
      for x in [0, width - 1] {
        let pixel = format.pixel(at: Int32(x), of: memory.address + y * pitch)
        if color ?? pixel != pixel { return nil }
        color = pixel
      }
    }
    return color.map { Color($0 & 0xFFFFFF) }
  }
}
