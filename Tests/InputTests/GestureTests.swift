@testable import Input
import Support
import Testing

/// Gestures on a touch screen: taps, long presses and corners.
@Suite struct GestureTests {
  private static let millisecond: Int64 = 1_000_000

  @Test func eventThatArrivesInTwoPartsIsOne() {
    var sent: [UInt8] = [], received: [UInt8] = [], events: [DeviceEvent] = []
    for time in 1...3 as ClosedRange<Int64> { DeviceEvent(.down, 1, x: 0.25, y: 0.5, at: time).append(to: &sent) }
    for part in [sent[..<40], sent[40..<41], sent[41...]] {
      received += part
      events += DeviceEvent.removeAll(from: &received)
    }
    #expect(events.map { $0.time } == [1, 2, 3] && events[2].code == 1 && received.isEmpty)
  }

  /// Taps at positions, each 60 ms long and 150 ms after the one before. Returns the recognised gestures.
  private func taps(
    _ positions: [(Float, Float)], apart: Int64 = 150, length: Int64 = 60, _ gestures: inout Gestures
  ) -> [Gestures.Gesture] {
    var found: [Gestures.Gesture] = [], time: Int64 = 1_000_000_000
    for (x, y) in positions {
      let down = gestures.handle(DeviceEvent(.down, 0, x: x, y: y, at: time))
      time += length * Self.millisecond
      let up = gestures.handle(DeviceEvent(.up, 0, at: time))
      time += apart * Self.millisecond
      found += [down, up].compactMap { $0 }
    }
    return found
  }

  private func taps(_ positions: [(Float, Float)], apart: Int64 = 150, length: Int64 = 60) -> [Gestures.Gesture] {
    var gestures = Gestures()
    return taps(positions, apart: apart, length: length, &gestures)
  }

  @Test func threeTapsNearEachOtherAreRecognised() {
    let here: (Float, Float) = (0.5, 0.5)
    #expect(taps([here, here, here]) == [.threeTaps])
    #expect(taps([here, here]) == [])
    #expect(taps([here, here, here, here, here]) == [.threeTaps], "counting starts again after three")
    #expect(taps([here, here, here, here, here, here]) == [.threeTaps, .threeTaps])
    #expect(taps([here, here, here], apart: 700) == [], "too slow")
    #expect(taps([here, here, here], length: 400) == [], "too long")
    #expect(taps([here, (0.7, 0.5), here]) == [], "too far apart")
    #expect(taps([here, (0.55, 0.45), (0.5, 0.5)]) == [.threeTaps], "near enough")
    #expect(taps([(0.9, 0.9), here, here, here]) == [.threeTaps], "a tap elsewhere is not counted")
  }

  @Test func slidingFingerIsNoTap() {
    var gestures = Gestures()
    for start: Int64 in [0, 200, 400] {
      _ = gestures.handle(DeviceEvent(.down, 0, x: 0.5, y: 0.5, at: start * Self.millisecond))
      _ = gestures.handle(DeviceEvent(.move, 0, x: 0.6, y: 0.5, at: (start + 20) * Self.millisecond))
      #expect(gestures.deadline == nil)
      #expect(gestures.handle(DeviceEvent(.up, 0, at: (start + 50) * Self.millisecond)) == nil)
    }
  }

  @Test func twoFingersAreNoTap() {
    var gestures = Gestures()
    for start: Int64 in [0, 200, 400] {
      let time = start * Self.millisecond
      _ = gestures.handle(DeviceEvent(.down, 0, x: 0.5, y: 0.5, at: time))
      _ = gestures.handle(DeviceEvent(.down, 1, x: 0.4, y: 0.5, at: time))
      #expect(gestures.handle(DeviceEvent(.up, 0, at: time + 50 * Self.millisecond)) == nil)
      #expect(gestures.handle(DeviceEvent(.up, 1, at: time + 50 * Self.millisecond)) == nil)
    }
    let here: (Float, Float) = (0.5, 0.5)
    #expect(taps([here, here, here], &gestures) == [.threeTaps], "one finger is recognised afterwards")
  }

  @Test func longPressIsRecognisedOnce() {
    var gestures = Gestures(longPress: 2_000_000_000)
    _ = gestures.handle(DeviceEvent(.down, 0, x: 0.5, y: 0.5, at: 1_000_000_000))
    #expect(gestures.deadline == 3_000_000_000)
    #expect(gestures.dispatch(now: 2_999_999_999) == nil)
    #expect(
      gestures.handle(DeviceEvent(.move, 0, x: 0.52, y: 0.49, at: 2_000_000_000)) == nil, "a small movement is allowed")
    #expect(gestures.dispatch(now: 3_000_000_000) == .longPress)
    #expect(gestures.deadline == nil && gestures.dispatch(now: 9_000_000_000) == nil)
    #expect(gestures.handle(DeviceEvent(.up, 0, at: 9_000_000_000)) == nil)
    // A helper that was taken over may send any time.
    _ = gestures.handle(DeviceEvent(.down, 0, x: 0.5, y: 0.5, at: .max))
    #expect(gestures.deadline ?? 0 < 0)
    _ = gestures.handle(DeviceEvent(.up, 0, at: .max))

    gestures = Gestures(longPress: nil)
    _ = gestures.handle(DeviceEvent(.down, 0, x: 0.5, y: 0.5, at: 1_000_000_000))
    #expect(gestures.deadline == nil)
  }

  @Test func removedDeviceResetsItsFingers() {
    var gestures = Gestures()
    _ = gestures.handle(DeviceEvent(.down, 0, x: 0.5, y: 0.5, at: 0))
    _ = gestures.handle(DeviceEvent(.down, 1, x: 0.5, y: 0.5, at: 0))
    _ = gestures.handle(DeviceEvent(.lost, at: 0))
    #expect(gestures.deadline == nil)
    let here: (Float, Float) = (0.5, 0.5)
    #expect(taps([here, here, here], &gestures) == [.threeTaps])
  }

  /// The position of the picture's upper left corner on a panel, for each rotation of the picture.
  @Test(arguments: [
    (Rotation.none, Float(0.1), Float(0.1)), (.clockwise, 0.9, 0.1), (.half, 0.9, 0.9), (.counterclockwise, 0.1, 0.9),
  ])
  func tapAreaFollowsTheRotationOfThePicture(_ rotation: Rotation, _ x: Float, _ y: Float) {
    for corner in [(0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)] as [(Float, Float)] {
      var gestures = Gestures(in: .topLeft)
      gestures.rotation = rotation
      let isIt = corner == (x, y)
      #expect(taps([corner, corner, corner], &gestures) == (isIt ? [.threeTaps] : []), "\(corner)")
    }
  }
}
