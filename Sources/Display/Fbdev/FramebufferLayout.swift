internal import CFramebuffer
import Support
import Raster

/// Where a framebuffer's pixels lie in its memory, as far as its driver can be believed. Pure.
struct FramebufferLayout: Equatable {
  let width, height: Int32
  let channels: Channels
  /// Bytes from one row to the next.
  let pitch: Int
  /// Bytes of a row that are left of the picture.
  let margin: Int
  /// The row of memory that is the display's first.
  let firstRow: Int
  /// Whether there is room for a second picture below the first, and the driver can show it.
  let canPan: Bool
  /// Bytes of memory.
  let byteCount: Int
  /// Nanoseconds from one refresh to the next.
  let period: Int64
  /// Whether each channel of a pixel is looked up in a table.
  let usesPalette: Bool
  /// What the driver says that cannot be, and is not believed; empty where all is well.
  let inconsistency: Bytes

  /// Throws for what cannot be drawn on.
  init(_ variable: fb_var_screeninfo, _ fixed: fb_fix_screeninfo) throws(OutputError) {
    guard (1...16384).contains(variable.xres), (1...16384).contains(variable.yres) else {
      throw OutputError(
        "says that it has \(Int(variable.xres))x\(Int(variable.yres)) pixels; its mode must be set first")
    }
    let channels = try FramebufferLayout.channels(variable, fixed)
    let width = Int(variable.xres), height = Int(variable.yres), pixel = channels.bitsPerPixel / 8
    let size = Int(fixed.smem_len), least = width * pixel
    var pitch = Int(fixed.line_length), rows = Int(variable.yoffset)
    var margin = Int(variable.xoffset) * pixel, inconsistency: Bytes = ""
    func fits() -> Bool {
      pitch >= margin + least && pitch <= 1 << 24 && rows <= 1 << 24
        && (rows + height - 1) * pitch + margin + least <= size
    }
    if !fits() {
      inconsistency = "says that it shows \(width)x\(height) pixels from row \(rows) of \(pitch) bytes on, of \(size)"
      // It may be wrong in where the picture begins, or in how long a row is: that has at least the virtual pixels.
      (rows, margin) = (0, 0)
      if !fits() { pitch = max(width, min(Int(variable.xres_virtual), 65536)) * pixel }
      if !fits() { pitch = least }
      if !fits() { throw OutputError("\(inconsistency), which is too little; another driver or mode is needed") }
      inconsistency += ", which cannot be; it is drawn from row 0 of \(pitch) bytes on"
    }
    (self.width, self.height, self.channels) = (Int32(width), Int32(height), channels)
    (self.pitch, self.margin, self.inconsistency, firstRow, byteCount) = (pitch, margin, inconsistency, rows, size)
    let step = Int(fixed.ypanstep)
    // Memory without an address is a copy that the driver sends to the display, and of which it may send one picture only
    // (Linux 6.1, drm_fb_helper.c): there is no scanning out to be ahead of.
    canPan =
      fixed.smem_start != 0 && variable.yres_virtual >= 2 * variable.yres && step > 0 && height % step == 0
      && (2 * height - 1) * pitch + margin + least <= size
    period = FramebufferLayout.period(variable)
    usesPalette = fixed.visual == UInt32(FB_VISUAL_DIRECTCOLOR)
  }

  /// The byte at which a picture starts whose first row is `row`.
  func offset(ofRow row: Int) -> Int { row * pitch + margin }

  private static func channels(
    _ variable: fb_var_screeninfo, _ fixed: fb_fix_screeninfo
  ) throws(OutputError) -> Channels {
    func mask(_ field: fb_bitfield) -> UInt32 {
      if field.offset > 31 || field.length > 32 - field.offset || field.msb_right != 0 { return 0 }
      return UInt32(truncatingIfNeeded: (UInt64(1) << UInt64(field.length) - 1) << UInt64(field.offset))
    }
    let bits = Int(variable.bits_per_pixel)
    let hasColors = [FB_VISUAL_TRUECOLOR, FB_VISUAL_DIRECTCOLOR].contains(Int32(truncatingIfNeeded: fixed.visual))
    guard fixed.type == UInt32(FB_TYPE_PACKED_PIXELS), hasColors, variable.grayscale == 0,
      let channels = Channels(
        bitsPerPixel: bits, red: mask(variable.red), green: mask(variable.green), blue: mask(variable.blue),
        alpha: mask(variable.transp))
    else {
      let why: Bytes = hasColors ? "in an order that is not known" : "whose colours are not in the pixels"
      throw OutputError("has \(bits) bits a pixel, \(why); set another depth, as with fbset -depth 32")
    }
    return channels
  }

  /// By the mode's timings, where they can be: its pixel clock is in picoseconds, and 0 where nobody knows it.
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

  /// 10 to 250 Hz.
  static func isPeriod(_ nanoseconds: Double) -> Bool { nanoseconds >= 4_000_000 && nanoseconds <= 100_000_000 }
}
