internal import CEvdev
public import Linux
public import Notation

/// One device as the kernel has it (Documentation/input/event-codes.rst): a keyboard, or what has keys; a touch screen; or both.
public final class EvdevDevice {
  public let path: Bytes
  public let name: Bytes
  public let hasKeys: Bool
  public let isTouchScreen: Bool
  let descriptor: FileDescriptor
  private let device: OpaquePointer
  private var isBehind: Int32 = 0
  var token: EventLoop.Token?
  /// Fingers have slots where there can be several.
  private let hasSlots: Bool
  private var fingers = [Finger](repeating: Finger(), count: 10)
  private var slot: Int

  private struct Finger {
    var isDown = false, wasDown = false, hasMoved = false
  }

  /// Events that are read before others have their turn.
  private static var limit: Int { 256 }

  /// Throws `ENODEV` for what is no device.
  public init(_ path: Bytes) throws(SystemError) {
    evdev_be_silent()
    let descriptor = try FileDescriptor(reading: path)
    guard let device = evdev_open(descriptor.number) else { throw SystemError("libevdev", ENODEV) }
    (self.path, self.descriptor, self.device) = (path, descriptor, device)
    name = Bytes(cString: libevdev_get_name(device)).named
    func has(_ type: Int32, _ code: Int32) -> Bool { libevdev_has_event_code(device, UInt32(type), UInt32(code)) != 0 }
    hasKeys = (1..<BTN_MISC).contains { has(EV_KEY, $0) }
    hasSlots = has(EV_ABS, ABS_MT_SLOT)
    // What has not changed the kernel does not tell.
    slot = EvdevDevice.slot(libevdev_get_current_slot(device))
    // A touchpad points at the screen, and is not before it.
    let isDirect = libevdev_has_property(device, UInt32(INPUT_PROP_DIRECT)) != 0
    let isBefore = isDirect || has(EV_KEY, BTN_TOUCH) && !has(EV_KEY, BTN_TOOL_FINGER) && !has(EV_KEY, BTN_TOOL_PEN)
    isTouchScreen = isBefore && has(EV_ABS, hasSlots ? ABS_MT_POSITION_X : ABS_X)
  }

  public var isOfUse: Bool { hasKeys || isTouchScreen }

  deinit { libevdev_free(device) }

  /// Takes what has come; nil when the device has gone, else whether there may be more, of which the kernel tells no more.
  func read(_ reader: Reader) -> Bool? {
    for _ in 0..<EvdevDevice.limit {
      var type: UInt32 = 0, code: UInt32 = 0, value: Int32 = 0, time: Int64 = 0
      switch evdev_next(device, &isBehind, &type, &code, &value, &time) {
      case 0: return false
      case 1: take(Int32(type), Int32(code), value, time, reader)
      default:
        reader.hear(DeviceEvent(.lost, at: 0), from: name)
        return nil
      }
    }
    return true
  }

  private func take(_ type: Int32, _ code: Int32, _ value: Int32, _ time: Int64, _ reader: Reader) {
    switch (type, code) {
    case (EV_KEY, BTN_TOUCH) where !hasSlots: fingers[0].isDown = value != 0
    case (EV_KEY, 1..<BTN_MISC) where value == 1: return reader.hear(DeviceEvent(.key, code, at: time), from: name)
    case (EV_ABS, ABS_MT_SLOT): slot = EvdevDevice.slot(value)
    case (EV_ABS, ABS_MT_TRACKING_ID): fingers[slot].isDown = value >= 0
    case (EV_ABS, ABS_MT_POSITION_X), (EV_ABS, ABS_MT_POSITION_Y): fingers[slot].hasMoved = true
    case (EV_ABS, ABS_X) where !hasSlots, (EV_ABS, ABS_Y) where !hasSlots: fingers[slot].hasMoved = true
    case (EV_SYN, SYN_DROPPED): reader.miss(from: name)
    case (EV_SYN, SYN_REPORT) where isTouchScreen:
      for slot in fingers.indices { tell(slot, time, reader) }
    default: break
    }
    reader.hear(nil, from: name)
  }

  private static func slot(_ value: Int32) -> Int { min(max(0, Int(value)), 9) }

  /// Where a finger is on an axis: the kernel tells of it only when it is elsewhere than the one before.
  private func place(_ slot: Int, _ axis: Int32, _ first: Int32) -> Float {
    let code = UInt32(hasSlots ? axis : first)
    let value =
      hasSlots
      ? libevdev_get_slot_value(device, UInt32(slot), code) : libevdev_get_event_value(device, UInt32(EV_ABS), code)
    let least = libevdev_get_abs_minimum(device, code), most = libevdev_get_abs_maximum(device, code)
    return Float(value &- least) / max(1, Float(most &- least) + 1)
  }

  private func tell(_ slot: Int, _ time: Int64, _ reader: Reader) {
    let finger = fingers[slot]
    if !finger.isDown && !finger.wasDown { return }
    if finger.isDown && finger.wasDown && !finger.hasMoved { return }
    let kind: DeviceEvent.Kind = !finger.isDown ? .up : finger.wasDown ? .move : .down
    fingers[slot].wasDown = finger.isDown
    fingers[slot].hasMoved = false
    let (x, y) = (place(slot, ABS_MT_POSITION_X, ABS_X), place(slot, ABS_MT_POSITION_Y, ABS_Y))
    reader.hear(DeviceEvent(kind, Int32(slot), x: x, y: y, at: time), from: name)
  }
}
