@testable import Input
import Raster
import Testing

/// Fingers on a touch screen, and what they mean.
@Suite struct GestureTests {
  private static let millisecond: Int64 = 1_000_000

  /// Feeds taps at places, each 60 ms long and 150 ms after the one before it; returns what came of them.
  private func taps(
    _ places: [(Float, Float)], apart: Int64 = 150, length: Int64 = 60, _ gestures: inout Gestures
  ) -> [Gestures.Gesture] {
    var found: [Gestures.Gesture] = [], time: Int64 = 1_000_000_000
    for (x, y) in places {
      let down = gestures.take(DeviceEvent(.down, 0, x: x, y: y, at: time))
      time += length * Self.millisecond
      let up = gestures.take(DeviceEvent(.up, 0, at: time))
      time += apart * Self.millisecond
      found += [down, up].compactMap { $0 }
    }
    return found
  }

  private func taps(_ places: [(Float, Float)], apart: Int64 = 150, length: Int64 = 60) -> [Gestures.Gesture] {
    var gestures = Gestures()
    return taps(places, apart: apart, length: length, &gestures)
  }

  @Test func threeTapsAreThree() {
    let here: (Float, Float) = (0.5, 0.5)
    #expect(taps([here, here, here]) == [.threeTaps])
    #expect(taps([here, here]) == [])
    #expect(taps([here, here, here, here, here]) == [.threeTaps], "the next three begin anew")
    #expect(taps([here, here, here, here, here, here]) == [.threeTaps, .threeTaps])
    #expect(taps([here, here, here], apart: 700) == [], "too slow")
    #expect(taps([here, here, here], length: 400) == [], "too long")
    #expect(taps([here, (0.7, 0.5), here]) == [], "too far apart")
    #expect(taps([here, (0.55, 0.45), (0.5, 0.5)]) == [.threeTaps], "near enough")
    #expect(taps([(0.9, 0.9), here, here, here]) == [.threeTaps], "what was elsewhere is forgotten")
  }

  @Test func aFingerThatSlidesTapsNothing() {
    var gestures = Gestures()
    for start: Int64 in [0, 200, 400] {
      _ = gestures.take(DeviceEvent(.down, 0, x: 0.5, y: 0.5, at: start * Self.millisecond))
      _ = gestures.take(DeviceEvent(.move, 0, x: 0.6, y: 0.5, at: (start + 20) * Self.millisecond))
      #expect(gestures.deadline == nil)
      #expect(gestures.take(DeviceEvent(.up, 0, at: (start + 50) * Self.millisecond)) == nil)
    }
  }

  @Test func twoFingersTapNothing() {
    var gestures = Gestures()
    for start: Int64 in [0, 200, 400] {
      let time = start * Self.millisecond
      _ = gestures.take(DeviceEvent(.down, 0, x: 0.5, y: 0.5, at: time))
      _ = gestures.take(DeviceEvent(.down, 1, x: 0.4, y: 0.5, at: time))
      #expect(gestures.take(DeviceEvent(.up, 0, at: time + 50 * Self.millisecond)) == nil)
      #expect(gestures.take(DeviceEvent(.up, 1, at: time + 50 * Self.millisecond)) == nil)
    }
    let here: (Float, Float) = (0.5, 0.5)
    #expect(taps([here, here, here], &gestures) == [.threeTaps], "one finger does")
  }

  @Test func aFingerThatStaysIsALongPressOnce() {
    var gestures = Gestures(longPress: 2_000_000_000)
    _ = gestures.take(DeviceEvent(.down, 0, x: 0.5, y: 0.5, at: 1_000_000_000))
    #expect(gestures.deadline == 3_000_000_000)
    #expect(gestures.turn(now: 2_999_999_999) == nil)
    #expect(gestures.take(DeviceEvent(.move, 0, x: 0.52, y: 0.49, at: 2_000_000_000)) == nil, "hands tremble")
    #expect(gestures.turn(now: 3_000_000_000) == .longPress)
    #expect(gestures.deadline == nil && gestures.turn(now: 9_000_000_000) == nil)
    #expect(gestures.take(DeviceEvent(.up, 0, at: 9_000_000_000)) == nil)

    gestures = Gestures(longPress: nil)
    _ = gestures.take(DeviceEvent(.down, 0, x: 0.5, y: 0.5, at: 1_000_000_000))
    #expect(gestures.deadline == nil)
  }

  @Test func aDeviceThatGoesTakesItsFingersAlong() {
    var gestures = Gestures()
    _ = gestures.take(DeviceEvent(.down, 0, x: 0.5, y: 0.5, at: 0))
    _ = gestures.take(DeviceEvent(.down, 1, x: 0.5, y: 0.5, at: 0))
    _ = gestures.take(DeviceEvent(.lost, at: 0))
    #expect(gestures.deadline == nil)
    let here: (Float, Float) = (0.5, 0.5)
    #expect(taps([here, here, here], &gestures) == [.threeTaps])
  }

  /// Where the picture's upper left is on a panel by which it is turned.
  @Test(arguments: [
    (Rotation.none, Float(0.1), Float(0.1)), (.clockwise, 0.9, 0.1), (.half, 0.9, 0.9), (.counterclockwise, 0.1, 0.9),
  ])
  func theCornerTurnsWithThePicture(_ rotation: Rotation, _ x: Float, _ y: Float) {
    for corner in [(0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)] as [(Float, Float)] {
      var gestures = Gestures(in: .topLeft)
      gestures.rotation = rotation
      let isIt = corner == (x, y)
      #expect(taps([corner, corner, corner], &gestures) == (isIt ? [.threeTaps] : []), "\(corner)")
    }
  }
}
