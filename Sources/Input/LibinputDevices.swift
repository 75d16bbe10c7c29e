internal import CInput
import Linux
public import Notation

/// The devices of seat0 as libinput has them, which listens to udevd and knows their quirks.
public final class LibinputDevices: Devices {
  private unowned(unsafe) let reader: Reader
  private let seat: OpaquePointer
  private let descriptor: FileDescriptor

  /// Why it cannot be had on this machine; nil where it can.
  public static var obstacle: Bytes? {
    var reason: UnsafePointer<CChar>?
    return input_is_available(&reason) != 0 ? nil : Bytes(cString: reason)
  }

  /// Throws where it is not installed, or there is no udev.
  init(_ loop: EventLoop, _ reader: Reader) throws(SystemError) {
    if let obstacle = LibinputDevices.obstacle {
      reader.say("\(obstacle); evdev takes its place: install libinput10, or set 'devices = evdev' in section Input")
      throw SystemError("dlopen", 2)
    }
    guard let seat = input_seat() else { throw SystemError("libinput", 19) }
    (self.reader, self.seat) = (reader, seat)
    descriptor = try FileDescriptor(duplicating: input_descriptor(seat))
    read()
    _ = try loop.watch(descriptor) { [unowned(unsafe) self] _ in read() }
  }

  var deadline: Int64? { nil }
  func turn(now: Int64) {}

  private func read() {
    _ = input_dispatch(seat)  // what it could not read, it tells of by a device's removal
    var news = InputNews(), loser: UnsafePointer<CChar>?
    while input_next(seat, &news) != 0 {
      let name = withUnsafeBytes(of: news.name) { Bytes(Array($0.prefix { $0 != 0 })).named }
      reader.hear(event(news), from: name)
      if news.change == InputRemoved { reader.say("\(name) has gone") }
    }
    for _ in 0..<input_missed(&loser) { reader.miss(from: Bytes(cString: loser).named) }
  }

  private func event(_ news: InputNews) -> DeviceEvent? {
    let kind: DeviceEvent.Kind
    switch news.change {
    case InputKey: kind = .key
    case InputDown: kind = .down
    case InputMove: kind = .move
    case InputUp: kind = .up
    case InputCancelled, InputRemoved: kind = .lost
    default: return nil
    }
    return DeviceEvent(kind, news.code, x: news.x, y: news.y, at: news.time)
  }
}
