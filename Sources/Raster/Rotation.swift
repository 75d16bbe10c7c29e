/// How a picture is turned on its way to a panel that is mounted turned.
public enum Rotation: CaseIterable, Equatable, Sendable {
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

  /// That of a panel by the kernel's property "panel orientation": normal, bottom, left or right side up.
  public init?(panelOrientation value: UInt64) {
    switch value {
    case 0: self = .none
    case 1: self = .half
    case 2: self = .counterclockwise
    case 3: self = .clockwise
    default: return nil
    }
  }

  /// Whether width and height change places.
  public var isSideways: Bool { self == .clockwise || self == .counterclockwise }

  /// What turns back.
  public var inverse: Rotation {
    switch self {
    case .none, .half: self
    case .clockwise: .counterclockwise
    case .counterclockwise: .clockwise
    }
  }

  /// Where a part of a picture that is `width` × `height` comes to lie.
  public func turned(_ rect: Rect, width: Int32, height: Int32) -> Rect {
    switch self {
    case .none: rect
    case .clockwise: Rect(height - rect.maxY, rect.minX, height - rect.minY, rect.maxX)
    case .half: Rect(width - rect.maxX, height - rect.maxY, width - rect.minX, height - rect.minY)
    case .counterclockwise: Rect(rect.minY, width - rect.maxX, rect.maxY, width - rect.minX)
    }
  }

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
