import Raster
import Support

extension PixelFormat {
  /// The format's code in drm_fourcc.h; 0 (DRM_FORMAT_INVALID) for `l2`, which only fbdev has.
  var code: UInt32 {
    func fourcc(_ text: StaticString) -> UInt32 {
      text.withUTF8Buffer { UInt32($0[0]) | UInt32($0[1]) << 8 | UInt32($0[2]) << 16 | UInt32($0[3]) << 24 }
    }
    return switch self {
    case .xrgb8888: fourcc("XR24")
    case .xbgr8888: fourcc("XB24")
    case .argb8888: fourcc("AR24")
    case .abgr8888: fourcc("AB24")
    case .rgb565: fourcc("RG16")
    case .bgr565: fourcc("BG16")
    case .rgb888: fourcc("RG24")
    case .bgr888: fourcc("BG24")
    case .xrgb2101010: fourcc("XR30")
    case .r8: fourcc("R8  ")
    case .r1: fourcc("R1  ")
    case .d1: fourcc("D1  ")
    case .r2: fourcc("R2  ")
    case .l2: 0
    }
  }

  /// The formats that a plane has, the best first. A driver that prefers a depth of 16, or lists a grey format first,
  /// converts all other formats in software.
  static func ranked(_ formats: [PixelFormat], preferredDepth: UInt64) -> [PixelFormat] {
    let order: [PixelFormat] = [
      .xrgb8888, .xbgr8888, .argb8888, .abgr8888, .xrgb2101010, .rgb888, .bgr888, .rgb565, .bgr565, .r8, .r2, .r1, .d1,
    ]
    let native: [PixelFormat] =
      switch (preferredDepth, formats.first) {
      case (16, _): [.rgb565, .bgr565]
      case (_, .r8?), (_, .r2?), (_, .r1?), (_, .d1?): Array(formats.prefix(1))
      default: []
      }
    return (native + order.filter { !native.contains($0) }).filter { formats.contains($0) }
  }
}
