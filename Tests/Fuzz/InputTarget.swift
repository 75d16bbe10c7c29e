@testable import Input

extension Target {
  /// Events of a touch screen. A gesture is only recognised while a finger touches the screen or leaves it.
  static let gestures = Target("gestures") { bytes in
    var input = FuzzInput(bytes)
    var gestures = Gestures(in: input.choice([.all, .topLeft, .bottomRight]), longPress: 1_000_000_000)
    gestures.rotation = input.choice([.none, .clockwise, .half, .counterclockwise])
    var limiter = EventRateLimiter(), time: Int64 = 0
    while !input.isEmpty {
      time += Int64(input.number(below: 256)) * 10_000_000
      let kind = input.choice([.key, .down, .move, .up, .lost] as [DeviceEvent.Kind])
      let position = (Float(bitPattern: input.structure(UInt32())), Float(input.number(below: 256)) / 255)
      let event = DeviceEvent(kind, Int32(input.number(below: 12)), x: position.0, y: position.1, at: time)
      var encoded: [UInt8] = []
      event.append(to: &encoded)
      encoded.append(1)
      let decoded = DeviceEvent.removeAll(from: &encoded)
      require(decoded.count == 1 && decoded[0].time == time && encoded == [1])
      let isPressed = gestures.dispatch(now: time) != nil
      require(!isPressed || gestures.deadline == nil)
      if gestures.handle(event) != nil { require(kind == .up) }
      if let deadline = gestures.deadline { require(deadline <= time + 1_000_000_000) }
      _ = limiter.count(from: "touch")
      require(limiter.delay(now: time) >= 0)
    }
  }
}
