internal import CFramebuffer
import Raster
import Support

/// The layout of a framebuffer's memory, checked against its size because drivers may report wrong values. Pure.
struct FramebufferLayout: Equatable {
  /// Visible size in pixels.
  let width, height: Int32
  let format: PixelFormat
  /// Used instead of `format` where the driver's bitfields match no known format.
  let channels: Channels?
  /// Bytes per row.
  let pitch: Int
  /// Bytes of a row before the visible pixels.
  let margin: Int
  /// The first visible row in the memory.
  let firstRow: Int
  /// Whether the memory has room for a second picture and the driver can pan to it.
  let canPan: Bool
  /// Size of the memory in bytes.
  let byteCount: Int
  /// Nanoseconds per refresh.
  let period: Int64
  /// Whether the hardware maps each channel through a colour map (FB_VISUAL_DIRECTCOLOR, or FB_VISUAL_PSEUDOCOLOR with
  /// greys).
  let usesColorMap: Bool
  /// One line about impossible values that the driver reports, and what is used instead; empty if they are consistent.
  let inconsistency: Bytes

  /// Throws, with a line that says what to do, if the framebuffer cannot be drawn on.
  init(_ variable: fb_var_screeninfo, _ fixed: fb_fix_screeninfo) throws(OutputError) {
    guard (1...16384).contains(variable.xres), (1...16384).contains(variable.yres) else {
      throw OutputError(
        "reports \(Double(variable.xres))x\(Double(variable.yres)) pixels; set a mode first")
    }
    let isGray = FramebufferLayout.hasTwoBits(variable, fixed)
    let channels = isGray ? nil : try FramebufferLayout.channels(variable, fixed)
    let format = isGray ? FramebufferLayout.twoBits : channels?.format ?? .xrgb8888
    let width = Int(variable.xres), height = Int(variable.yres), bits = channels?.bitsPerPixel ?? format.bitsPerPixel
    func bytes(_ pixels: Int64) -> Int { Int(clamping: (pixels * Int64(bits) + 7) / 8) }
    let size = Int(clamping: fixed.smem_len), least = bytes(Int64(width))
    var pitch = Int(clamping: fixed.line_length), rows = Int(clamping: variable.yoffset)
    var margin = Int(clamping: Int64(variable.xoffset) * Int64(bits) / 8), inconsistency: Bytes = ""
    func fits() -> Bool {
      pitch <= 1 << 24 && margin <= pitch - least && rows <= 1 << 24
        && Int64(rows + height - 1) * Int64(pitch) + Int64(margin + least) <= Int64(size)
    }
    if !fits() {
      inconsistency =
        "reports \(width)x\(height) pixels from row \(rows), \(pitch) bytes per row, \(size) bytes in all"
      // Either the offset or the row length may be wrong; a row has at least the virtual pixels.
      rows = 0
      margin = 0
      if !fits() { pitch = bytes(Int64(max(width, Int(min(variable.xres_virtual, 65536))))) }
      if !fits() { pitch = least }
      if !fits() { throw OutputError("\(inconsistency); that is too little memory: use another driver or mode") }
      inconsistency += ", which is impossible; using row 0 and \(pitch) bytes per row"
    }
    self.width = Int32(width)
    self.height = Int32(height)
    self.format = format
    self.channels = channels?.format == nil ? channels : nil
    self.pitch = pitch
    self.margin = margin
    self.inconsistency = inconsistency
    firstRow = rows
    byteCount = size
    let step = Int(fixed.ypanstep)
    // Memory without a physical address is a copy that the driver sends to the display, and some drivers send only the
    // first picture (Linux 6.1, drm_fb_helper.c). Panning has no use there.
    canPan =
      fixed.smem_start != 0 && variable.yres_virtual >= 2 * variable.yres && step > 0 && height % step == 0
      && Int64(2 * height - 1) * Int64(pitch) + Int64(margin + least) <= Int64(size)
    period = FramebufferLayout.period(variable)
    usesColorMap = fixed.visual == UInt32(isGray ? FB_VISUAL_PSEUDOCOLOR : FB_VISUAL_DIRECTCOLOR)
  }

  /// Offset in bytes of a picture whose first row is `row`.
  func offset(ofRow row: Int) -> Int { row * pitch + margin }

  /// The order of four greys in a byte. The kernel packs the leftmost pixel into the lowest bits on little-endian
  /// machines, and into the highest bits on others (fb_draw.h).
  private static var twoBits: PixelFormat { 1.littleEndian == 1 ? .l2 : .r2 }

  /// Whether pixels are four greys, from black to white.
  private static func hasTwoBits(_ variable: fb_var_screeninfo, _ fixed: fb_fix_screeninfo) -> Bool {
    variable.bits_per_pixel == 2 && variable.grayscale == 1 && fixed.type == UInt32(FB_TYPE_PACKED_PIXELS)
      && fixed.visual != UInt32(FB_VISUAL_MONO01)
  }

  private static func channels(
    _ variable: fb_var_screeninfo, _ fixed: fb_fix_screeninfo
  ) throws(OutputError) -> Channels {
    func mask(_ field: fb_bitfield) -> UInt32 {
      if field.offset > 31 || field.length > 32 - field.offset || field.msb_right != 0 { return 0 }
      return UInt32(truncatingIfNeeded: (UInt64(1) << UInt64(field.length) - 1) << UInt64(field.offset))
    }
    let bits = Int(clamping: variable.bits_per_pixel)
    let hasColors = [FB_VISUAL_TRUECOLOR, FB_VISUAL_DIRECTCOLOR].contains(Int32(truncatingIfNeeded: fixed.visual))
    guard fixed.type == UInt32(FB_TYPE_PACKED_PIXELS), hasColors, variable.grayscale == 0,
      let channels = Channels(
        bitsPerPixel: bits, red: mask(variable.red), green: mask(variable.green), blue: mask(variable.blue),
        alpha: mask(variable.transp))
    else {
      let reason: Bytes = hasColors ? "in an unknown channel order" : "without true colour"
      throw OutputError(
        "has \(bits) bits a pixel, \(reason), which is not supported; set another depth, as with fbset -depth 32")
    }
    return channels
  }

  /// Computed from the mode's timings (`pixclock` is in picoseconds, 0 if unknown); 60 Hz where they are implausible.
  private static func period(_ variable: fb_var_screeninfo) -> Int64 {
    let across =
      Double(variable.xres) + Double(variable.left_margin) + Double(variable.right_margin)
      + Double(variable.hsync_len)
    let down =
      Double(variable.yres) + Double(variable.upper_margin) + Double(variable.lower_margin)
      + Double(variable.vsync_len)
    let nanoseconds = across * down * Double(variable.pixclock) / 1000
    return isPeriod(nanoseconds) ? Int64(nanoseconds) : 16_666_667
  }

  /// Whether a refresh period in nanoseconds is plausible: 10 to 250 Hz.
  static func isPeriod(_ nanoseconds: Double) -> Bool { nanoseconds >= 4_000_000 && nanoseconds <= 100_000_000 }
}
