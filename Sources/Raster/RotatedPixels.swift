public import Support

extension Rotation {
  /// The position of `rect` after a picture of `width` × `height` pixels is rotated.
  public func turned(_ rect: Rect, width: Int32, height: Int32) -> Rect {
    switch self {
    case .none: rect
    case .clockwise: Rect(height - rect.maxY, rect.minX, height - rect.minY, rect.maxX)
    case .half: Rect(width - rect.maxX, height - rect.maxY, width - rect.minX, height - rect.minY)
    case .counterclockwise: Rect(rect.minY, width - rect.maxX, rect.maxY, width - rect.minX)
    }
  }

  /// The pixels of a picture of `width` × `height` pixels, row by row, after the picture is rotated.
  public func turned(_ pixels: [UInt32], width: Int, height: Int) -> [UInt32] {
    if self == .none { return pixels }
    var result = pixels
    for y in 0..<height {
      for x in 0..<width {
        let index =
          switch self {
          case .none: y * width + x
          case .clockwise: x * height + height - 1 - y
          case .half: (height - 1 - y) * width + width - 1 - x
          case .counterclockwise: (width - 1 - x) * height + y
          }
        result[index] = pixels[y * width + x]
      }
    }
    return result
  }
}

extension Region {
  /// The region after a picture of `width` × `height` pixels is rotated.
  public func turned(_ rotation: Rotation, width: Int32, height: Int32) -> Region {
    var region = Region()
    region.rects = rects.map { rotation.turned($0, width: width, height: height) }
    return region
  }
}
