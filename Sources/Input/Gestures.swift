public import Support

/// Recognises gestures of one finger on a touch screen: three taps, or a long press. Pure: events and times (ns) come
/// in.
public struct Gestures {
  /// A recognised gesture.
  public enum Gesture {
    /// Three taps at the same place.
    case threeTaps
    /// A finger that stays at its place.
    case longPress
  }

  /// The part of the picture in which gestures are recognised.
  public enum Area: Sendable {
    /// The whole picture.
    case all
    /// A corner of the picture, after its rotation.
    case topLeft, topRight, bottomLeft, bottomRight

    /// Whether the area contains a position, 0…1 from left to right and from top to bottom. A corner has a quarter of
    /// the width and a quarter of the height.
    func contains(_ x: Float, _ y: Float) -> Bool {
      switch self {
      case .all: true
      case .topLeft: x < 0.25 && y < 0.25
      case .topRight: x >= 0.75 && y < 0.25
      case .bottomLeft: x < 0.25 && y >= 0.75
      case .bottomRight: x >= 0.75 && y >= 0.75
      }
    }
  }

  /// The first finger on the screen, with the position and time at which it touched the screen.
  private struct Finger {
    let code: Int32
    let x, y: Float
    let time: Int64
    /// Whether no gesture can come of this touch: the finger has moved, there was another one, or the gesture is done.
    var isRejected: Bool
  }

  private let area: Area
  /// Duration of a long press in nanoseconds; nil disables it.
  private let longPress: Int64?
  /// How the picture is rotated on the panel.
  public var rotation = Rotation.none
  private var finger: Finger?
  /// Number of further fingers on the screen.
  private var others = 0
  private var taps = 0
  /// Position and end of the last tap.
  private var last: (x: Float, y: Float, time: Int64) = (0, 0, 0)

  /// Maximum duration of a tap in nanoseconds.
  private static var tapDuration: Int64 { 300_000_000 }
  /// Maximum time between two taps in nanoseconds.
  private static var tapInterval: Int64 { 600_000_000 }
  /// Maximum movement of a finger, as a share of the width and the height.
  private static var movement: Float { 0.05 }
  /// Maximum distance of two taps, as a share of the width and the height.
  private static var tapDistance: Float { 0.1 }

  /// A recogniser; `longPress` is in nanoseconds, and nil disables long presses.
  public init(in area: Area = .all, longPress: Int64? = 3_000_000_000) {
    self.area = area
    self.longPress = longPress
  }

  /// When `dispatch(now:)` is to be called (ns); nil is never.
  public var deadline: Int64? {
    guard let finger, !finger.isRejected, let longPress else { return nil }
    return finger.time &+ longPress
  }

  /// Recognises a long press once `deadline` is reached.
  public mutating func dispatch(now: Int64) -> Gesture? {
    guard let deadline, deadline <= now else { return nil }
    reject()
    return .longPress
  }

  /// Handles an event; keys are ignored. Returns the gesture that the event completes.
  public mutating func handle(_ event: DeviceEvent) -> Gesture? {
    let (x, y) = rotation.inverse.turned(event.x, event.y)
    switch event.kind {
    case .key: break
    case .down where finger == nil:
      let counts = others == 0 && area.contains(x, y)
      finger = Finger(code: event.code, x: x, y: y, time: event.time, isRejected: !counts)
      let isNext = event.time &- last.time < Gestures.tapInterval && isNear(x, y, last.x, last.y, Gestures.tapDistance)
      if !counts || !isNext { taps = 0 }
    case .down:
      others += 1
      reject()
    case .move:
      if let finger, finger.code == event.code, !isNear(x, y, finger.x, finger.y, Gestures.movement) {
        reject()
      }
    case .up:
      guard let finger, finger.code == event.code else {
        others = max(0, others - 1)
        break
      }
      self.finger = nil
      if finger.isRejected || event.time &- finger.time > Gestures.tapDuration {
        taps = 0
        break
      }
      taps += 1
      last = (finger.x, finger.y, event.time)
      if taps == 3 {
        taps = 0
        return .threeTaps
      }
    case .lost:
      finger = nil
      others = 0
      taps = 0
    }
    return nil
  }

  /// Ignores the current touch and the taps before it.
  private mutating func reject() {
    finger?.isRejected = true
    taps = 0
  }

  private func isNear(_ x: Float, _ y: Float, _ otherX: Float, _ otherY: Float, _ limit: Float) -> Bool {
    abs(x - otherX) <= limit && abs(y - otherY) <= limit
  }
}

extension Rotation {
  /// Rotates a position in a picture with sides of length 1.
  func turned(_ x: Float, _ y: Float) -> (x: Float, y: Float) {
    switch self {
    case .none: (x, y)
    case .clockwise: (1 - y, x)
    case .half: (1 - x, 1 - y)
    case .counterclockwise: (y, 1 - x)
    }
  }
}
