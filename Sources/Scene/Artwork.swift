public import Raster
import Support

/// A picture in one or more resolutions.
public final class Artwork: Equatable {
  /// The pictures by ascending scale; a scale is in pixels per point.
  private let variants: [(scale: Double, picture: Picture)]

  /// An artwork from its variants, in any order; `scale` is the number of pixels per point. Traps if there is none.
  public init(_ variants: [(scale: Double, picture: Picture)]) {
    precondition(!variants.isEmpty)
    self.variants = variants.ordered { $0.scale < $1.scale }
  }

  /// True if both have the same number of variants, and the smallest ones the same scale and pixels.
  public static func == (left: Artwork, right: Artwork) -> Bool {
    let first = left.variants[0], second = right.variants[0]
    return left.variants.count == right.variants.count && first.scale == second.scale
      && first.picture.hasSamePixels(as: second.picture)
  }

  /// The natural size, in points: that of the variant with the lowest scale.
  public var size: Size {
    let first = variants[0]
    return Size(Double(first.picture.width) / first.scale, Double(first.picture.height) / first.scale)
  }

  /// The mean of all pixels.
  public var meanColor: Color {
    let pixel = variants[0].picture.resized(width: 1, height: 1).pixels[0], alpha = max(1, pixel >> 24)
    func straight(_ channel: UInt32) -> UInt8 { UInt8(min(255, (channel & 255) * 255 / alpha)) }
    return Color(
      red: straight(pixel >> 16), green: straight(pixel >> 8), blue: straight(pixel), alpha: UInt8(pixel >> 24))
  }

  /// The picture in a size in pixels, resampled from the smallest variant that is wide enough, or else from the
  /// largest.
  func picture(width: Int32, height: Int32) -> Picture {
    let source = variants.first { $0.picture.width >= width } ?? variants[variants.count - 1]
    return source.picture.resized(width: width, height: height)
  }
}
