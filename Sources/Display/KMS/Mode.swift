internal import CDRM
import Support

/// A mode of a display, as the kernel describes it.
extension drmModeModeInfo {
  /// Whether two modes have the same timings; names and types are ignored.
  func hasSameTimings(as other: drmModeModeInfo) -> Bool {
    clock == other.clock && hdisplay == other.hdisplay && vdisplay == other.vdisplay && htotal == other.htotal
      && vtotal == other.vtotal && flags == other.flags
  }

  /// Nanoseconds per refresh, computed from the timings because `vrefresh` is rounded to whole hertz. 60 Hz for a mode
  /// without timings.
  var period: Int64 {
    var pixels = Int64(htotal) * Int64(vtotal) * Int64(max(1, vscan))
    if flags & UInt32(DRM_MODE_FLAG_DBLSCAN) != 0 { pixels *= 2 }
    if flags & UInt32(DRM_MODE_FLAG_INTERLACE) != 0 { pixels /= 2 }
    // Limited for the product; so many pixels would take minutes.
    let period = clock > 0 ? min(pixels, 1 << 40) * 1_000_000 / Int64(clock) : 0
    return (1_000_000...1_000_000_000).contains(period) ? period : 16_666_667
  }

  /// "1024x768@60".
  var text: Bytes {
    "\(Int(hdisplay))x\(Int(vdisplay))@\((1e9 / Double(period) * 100).rounded() / 100)"
  }

  /// Whether size and interlacing are the same; the refresh rate only matters if one is wanted.
  func isEquivalent(as other: drmModeModeInfo, _ wanted: ModeRequest?) -> Bool {
    if let wanted, other.matches(wanted), !matches(wanted) { return false }
    return hdisplay == other.hdisplay && vdisplay == other.vdisplay
      && (flags ^ other.flags) & UInt32(DRM_MODE_FLAG_INTERLACE) == 0
  }

  /// Whether the mode has the requested size, and the requested rate to 0.6 Hz.
  func matches(_ request: ModeRequest) -> Bool {
    Int32(hdisplay) == request.width && Int32(vdisplay) == request.height
      && (request.rate.map { abs(1e9 / Double(period) - $0) < 0.6 } ?? true)
  }
}
