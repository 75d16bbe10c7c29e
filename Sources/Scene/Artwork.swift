import Notation
public import Raster

/// A picture in one or more resolutions.
public final class Artwork {
  /// Pixels a point, ascending, each with its picture.
  private let variants: [(scale: Double, picture: Picture)]

  /// At least one variant; a scale is how many pixels of its picture are a point.
  public init(_ variants: [(scale: Double, picture: Picture)]) {
    precondition(!variants.isEmpty)
    self.variants = variants.ordered { $0.scale < $1.scale }
  }

  /// Its own size, in points.
  public var size: Size {
    let first = variants[0]
    return Size(Double(first.picture.width) / first.scale, Double(first.picture.height) / first.scale)
  }

  /// The picture in a size, made from the smallest variant that is large enough.
  func picture(width: Int32, height: Int32) -> Picture {
    let source = variants.first { $0.picture.width >= width } ?? variants[variants.count - 1]
    return source.picture.resized(width: width, height: height)
  }
}
