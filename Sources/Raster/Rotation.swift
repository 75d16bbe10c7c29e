/// How a picture is turned on its way to a panel that is mounted turned.
public enum Rotation: Equatable {
  case none, clockwise, half, counterclockwise

  /// 0, 90, 180 or 270 degrees clockwise.
  public init?(degrees: Int) {
    switch degrees {
    case 0: self = .none
    case 90: self = .clockwise
    case 180: self = .half
    case 270: self = .counterclockwise
    default: return nil
    }
  }

  /// Whether width and height change places.
  public var isSideways: Bool { self == .clockwise || self == .counterclockwise }

  /// The turned pixels of a picture that is `width` × `height`.
  public func turned(_ pixels: [UInt32], width: Int, height: Int) -> [UInt32] {
    if self == .none { return pixels }
    var result = pixels
    for y in 0..<height {
      for x in 0..<width {
        let place =
          switch self {
          case .none: y * width + x
          case .clockwise: x * height + height - 1 - y
          case .half: (height - 1 - y) * width + width - 1 - x
          case .counterclockwise: (width - 1 - x) * height + y
          }
        result[place] = pixels[y * width + x]
      }
    }
    return result
  }
}
