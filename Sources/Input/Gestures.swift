public import Raster

/// What fingers on a touch screen mean: three taps, or one that stays. Pure: events and times come in, in nanoseconds.
public struct Gestures {
  public enum Gesture { case threeTaps, longPress }

  /// The part of the picture in which fingers count.
  public enum Area: Sendable {
    case all, topLeft, topRight, bottomLeft, bottomRight

    /// A corner is a quarter of the width and the height.
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

  /// The only finger on the screen, where it came down and when.
  private struct Finger {
    let code: Int32
    let x, y: Float
    let time: Int64
    /// Whether it has moved, or was not alone, or has been told of.
    var isSpoilt: Bool
  }

  private let area: Area
  /// Nanoseconds; nil where no press is long.
  private let longPress: Int64?
  /// How the picture is turned on the device.
  public var rotation = Rotation.none
  private var finger: Finger?
  private var others = 0
  /// The taps so far, and where and when the last one ended.
  private var taps = 0
  private var last: (x: Float, y: Float, time: Int64) = (0, 0, 0)

  /// The longest tap, and the longest pause between two, in nanoseconds.
  private static var tap: Int64 { 300_000_000 }
  private static var pause: Int64 { 600_000_000 }
  /// How far a finger may slip, and two taps be apart, as shares of the picture.
  private static var slip: Float { 0.05 }
  private static var distance: Float { 0.1 }

  public init(in area: Area = .all, longPress: Int64? = 3_000_000_000) {
    (self.area, self.longPress) = (area, longPress)
  }

  /// When `turn` is to be called.
  public var deadline: Int64? {
    guard let finger, !finger.isSpoilt, let longPress else { return nil }
    return finger.time + longPress
  }

  /// A finger that stays has been there long enough.
  public mutating func turn(now: Int64) -> Gesture? {
    guard let deadline, deadline <= now else { return nil }
    spoil()
    return .longPress
  }

  /// Takes what a finger did; keys mean nothing here.
  public mutating func take(_ event: DeviceEvent) -> Gesture? {
    let (x, y) = rotation.inverse.turned(event.x, event.y)
    switch event.kind {
    case .key: break
    case .down where finger == nil:
      let counts = others == 0 && area.contains(x, y)
      finger = Finger(code: event.code, x: x, y: y, time: event.time, isSpoilt: !counts)
      let isNext = event.time - last.time < Gestures.pause && isNear(x, y, last.x, last.y, Gestures.distance)
      if !counts || !isNext { taps = 0 }
    case .down:
      others += 1
      spoil()
    case .move:
      if let finger, finger.code == event.code, !isNear(x, y, finger.x, finger.y, Gestures.slip) {
        spoil()
      }
    case .up:
      guard let finger, finger.code == event.code else {
        others = max(0, others - 1)
        break
      }
      self.finger = nil
      if finger.isSpoilt || event.time - finger.time > Gestures.tap {
        taps = 0
        break
      }
      taps += 1
      last = (finger.x, finger.y, event.time)
      if taps == 3 {
        taps = 0
        return .threeTaps
      }
    case .lost: (finger, others, taps) = (nil, 0, 0)
    }
    return nil
  }

  /// Nothing comes of what the finger does from now on.
  private mutating func spoil() {
    finger?.isSpoilt = true
    taps = 0
  }

  private func isNear(_ x: Float, _ y: Float, _ otherX: Float, _ otherY: Float, _ limit: Float) -> Bool {
    abs(x - otherX) <= limit && abs(y - otherY) <= limit
  }
}

extension Rotation {
  /// Where a place of a picture whose sides are 1 comes to lie.
  func turned(_ x: Float, _ y: Float) -> (x: Float, y: Float) {
    switch self {
    case .none: (x, y)
    case .clockwise: (1 - y, x)
    case .half: (1 - x, 1 - y)
    case .counterclockwise: (y, 1 - x)
    }
  }
}
