internal import CEvdev
internal import CInput
public import Support
import System

/// Input backend that uses libinput, which follows udevd and knows the quirks of devices. Reads all devices of seat0.
public final class LibinputDevices: Devices {
  private unowned(unsafe) let reader: InputReader
  private let seat: OpaquePointer
  private let descriptor: FileDescriptor

  /// Why libinput cannot be loaded (dlerror(3)); nil if it can.
  public static var unavailableReason: Bytes? {
    var reason: UnsafePointer<CChar>?
    if input_is_available(&reason) != 0 { return nil }
    return SharedLibraries.canBeOpened ? Bytes(cString: reason) : "this loaderd is static and cannot open libinput"
  }

  /// Throws `ENOENT` if libinput is not installed and `ENODEV` without udev.
  init(_ loop: EventLoop, _ reader: InputReader) throws(SystemError) {
    if let reason = LibinputDevices.unavailableReason {
      let advice: Bytes = SharedLibraries.canBeOpened ? "install libinput10, or " : ""
      reader.log("\(reason); using evdev instead: \(advice)set 'devices = evdev' in section Input")
      throw SystemError("dlopen", Errno.noSuchFileOrDirectory)
    }
    guard let seat = input_seat() else { throw SystemError("libinput", Errno.operationNotSupportedByDevice) }
    self.reader = reader
    self.seat = seat
    descriptor = try FileDescriptor(duplicating: input_descriptor(seat))
    read()
    _ = try loop.watch(descriptor) { [unowned(unsafe) self] _ in read() }
  }

  var deadline: Int64? { nil }
  func dispatch(now: Int64) {}

  private func read() {
    _ = input_dispatch(seat)  // after an error of a device, libinput removes it
    var event = InputEvent(), overrunDevice: UnsafePointer<CChar>?
    while input_next(seat, &event) != 0 {
      let name = withUnsafeBytes(of: event.name) { Bytes(Array($0.prefix { $0 != 0 })).printableASCII }
      reader.handle(deviceEvent(event), from: name)
      if event.type == InputRemoved { reader.log("\(name) was removed") }
    }
    for _ in 0..<input_overruns(&overrunDevice) {
      reader.eventsLost(from: Bytes(cString: overrunDevice).printableASCII)
    }
  }

  /// Converts an event; nil for one that loaderd does not use.
  private func deviceEvent(_ event: InputEvent) -> DeviceEvent? {
    let kind: DeviceEvent.Kind
    switch event.type {
    case InputKey: kind = .key
    case InputDown: kind = .down
    case InputMove: kind = .move
    case InputUp: kind = .up
    case InputCancelled, InputRemoved: kind = .lost
    default: return nil
    }
    return DeviceEvent(kind, event.code, x: event.x, y: event.y, at: event.time)
  }
}
