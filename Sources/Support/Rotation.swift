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

  /// The rotation for a value of the KMS connector property "panel orientation": 0 normal, 1 bottom side up,
  /// 2 left side up, 3 right side up; nil for any other value.
  public init?(panelOrientation value: UInt64) {
    switch value {
    case 0: self = .none
    case 1: self = .half
    case 2: self = .counterclockwise
    case 3: self = .clockwise
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
}
