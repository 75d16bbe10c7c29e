/// The pixel formats of display buffers. The names are those of drm_fourcc.h; memory is little-endian.
public enum PixelFormat: CaseIterable, Equatable, Sendable {
  /// Colour formats: the channels with their bits, from the highest bit of the pixel to the lowest. In the names, x is
  /// unused and a is alpha.
  case xrgb8888, xbgr8888, argb8888, abgr8888, rgb565, bgr565, rgb888, bgr888, xrgb2101010
  /// 8 or 1 bits of luminance; of the 1-bit pixels in a byte, the highest bit is the leftmost.
  case r8, r1
  /// 1 bit of darkness: `r1` inverted.
  case d1
  /// 2 bits of luminance; of the four pixels in a byte, the highest bits are the leftmost.
  case r2
  /// The same with the lowest bits as the leftmost, as fbdev has them on little-endian machines.
  case l2

  /// The format's name in lower case, for example "rgb565".
  public var name: StaticString {
    switch self {
    case .xrgb8888: "xrgb8888"
    case .xbgr8888: "xbgr8888"
    case .argb8888: "argb8888"
    case .abgr8888: "abgr8888"
    case .rgb565: "rgb565"
    case .bgr565: "bgr565"
    case .rgb888: "rgb888"
    case .bgr888: "bgr888"
    case .xrgb2101010: "xrgb2101010"
    case .r8: "r8"
    case .r1: "r1"
    case .d1: "d1"
    case .r2: "r2"
    case .l2: "l2"
    }
  }

  /// The format with a name in lower case; nil if there is none.
  public init?(name: [UInt8]) {
    for format in PixelFormat.allCases where format.name.withUTF8Buffer({ $0.elementsEqual(name) }) {
      self = format
      return
    }
    return nil
  }

  /// The size of one pixel: 1, 2, 8, 16, 24 or 32 bits.
  public var bitsPerPixel: Int {
    switch self {
    case .xrgb8888, .xbgr8888, .argb8888, .abgr8888, .xrgb2101010: 32
    case .rgb888, .bgr888: 24
    case .rgb565, .bgr565: 16
    case .r8: 8
    case .r2, .l2: 2
    case .r1, .d1: 1
    }
  }

  /// What a display with this format can show.
  public var tones: Tones { bitsPerPixel == 1 ? .two : bitsPerPixel == 2 ? .four : .all }

  /// The bytes of a row of `width` pixels, rounded up.
  public func byteCount(_ width: Int) -> Int { (width * bitsPerPixel + 7) / 8 }

  /// The byte of a row that contains the start of the pixel at `x`.
  func offset(_ x: Int32) -> Int { (Int(x) &* bitsPerPixel) >> 3 }

  /// The smallest rectangle around `rect` whose rows start and end at byte boundaries, or at the end of a row of
  /// `width` pixels.
  public func wholeBytes(_ rect: Rect, width: Int32) -> Rect {
    if bitsPerPixel >= 8 { return rect }
    let last = Int32(8 / bitsPerPixel - 1)  // of the pixels in a byte
    return Rect(rect.minX & ~last, rect.minY, min(width, (rect.maxX + last) & ~last), rect.maxY)
  }
}
