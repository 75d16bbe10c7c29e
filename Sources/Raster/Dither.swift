/// Ordered dithering with Bayer's 8×8 matrix (B. E. Bayer, "An optimum method for two-level rendition of
/// continuous-tone pictures", 1973).
///
/// The rounding of a pixel depends on its position only, so a still picture does not flicker. A channel 0…255 becomes
/// (channel · most + threshold) / 255, rounded down, where `most` is the channel's largest value in the display's
/// format.
enum Dither {
  /// The rows and columns of the matrix.
  static var size: Int32 { 8 }

  /// A colour with 16 bits a channel, of which 255 is 65280, as a pixel: each channel is rounded up or down by its
  /// threshold.
  @inline(__always)
  static func rounded(_ color: UInt64, _ thresholds: UInt64) -> UInt32 {
    let channels = (color &+ thresholds) &>> 8 & 0x00FF_00FF_00FF_00FF
    let bytes = (channels | channels &>> 8) & 0x0000_FFFF_0000_FFFF
    return UInt32(truncatingIfNeeded: bytes | bytes &>> 16)
  }

  /// The thresholds of the eight pixels from `x`, `y` to the right, one byte each, the first pixel in the lowest byte.
  @inline(never)
  static func thresholds(x: Int32, y: Int32) -> UInt64 {
    let shift = UInt64(x & 7) * 8
    return row(y) &>> shift | row(y) &<< (64 - shift)
  }

  /// The thresholds of the eight columns, each of eight rows, for all channels of a colour with 16 bits a channel.
  static let columns: [UInt64] = {
    let rows = (0..<size).map { row($0) }
    return (0..<64).map { repeated(rows[$0 & 7] &>> UInt64($0 & 56) & 255) }
  }()

  /// Writes a colour with 16 bits a channel to eight rows, `stride` pixels apart: a column of the matrix.
  @_optimize(speed) @inline(never)
  static func write(
    _ color: UInt64, _ thresholds: UnsafePointer<UInt64>, to column: UnsafeMutablePointer<UInt32>, stride: Int
  ) {
    for y in 0..<Int(size) { column[y &* stride] = rounded(color, thresholds[y]) }
  }

  /// A threshold in each channel of a colour with 16 bits a channel.
  @inline(__always)
  static func repeated(_ threshold: UInt64) -> UInt64 { threshold &* 0x0001_0001_0001_0001 }

  /// The thresholds of one row of the matrix, column 0 in the lowest byte.
  private static func row(_ y: Int32) -> UInt64 {
    switch y & 7 {
    case 0: 0xA929_8909_A121_8101
    case 1: 0x69E9_49C9_61E1_41C1
    case 2: 0x9919_B939_9111_B131
    case 3: 0x59D9_79F9_51D1_71F1
    case 4: 0xA525_8505_AD2D_8D0D
    case 5: 0x65E5_45C5_6DED_4DCD
    case 6: 0x9515_B535_9D1D_BD3D
    default: 0x55D5_75F5_5DDD_7DFD
    }
  }
}
