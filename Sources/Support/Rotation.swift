/// A clockwise rotation of a picture by a multiple of 90 degrees, for a panel that is mounted rotated.
public enum Rotation: CaseIterable, Equatable, Sendable {
  /// 0, 90, 180 and 270 degrees clockwise.
  case none, clockwise, half, counterclockwise

  /// The rotation by `degrees` clockwise: 0, 90, 180 or 270; nil for any other number.
  public init?(degrees: Int) {
    switch degrees {
    case 0: self = .none
    case 90: self = .clockwise
    case 180: self = .half
    case 270: self = .counterclockwise
    default: return nil
    }
  }

  /// True if width and height are exchanged.
  public var isSideways: Bool { self == .clockwise || self == .counterclockwise }

  /// The rotation that undoes this one.
  public var inverse: Rotation {
    switch self {
    case .none, .half: self
    case .clockwise: .counterclockwise
    case .counterclockwise: .clockwise
    }
  }

  /// Degrees clockwise.
  public var degrees: Int {
    switch self {
    case .none: 0
    case .clockwise: 90
    case .half: 180
    case .counterclockwise: 270
    }
  }
}
