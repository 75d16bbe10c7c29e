internal import CEvdev
public import Support
public import System

/// An evdev device read with libevdev (Documentation/input/event-codes.rst): a device with keys, a touch screen, or
/// both.
public final class EvdevDevice {
  /// Path of the device node, /dev/input/eventN.
  public let path: Bytes
  /// The device's name in printable ASCII.
  public let name: Bytes
  /// Whether the device has keys (codes below BTN_MISC).
  public let hasKeys: Bool
  /// Whether the device reports absolute positions on the screen.
  public let isTouchScreen: Bool
  let descriptor: FileDescriptor
  private let device: OpaquePointer
  /// Not 0 while libevdev reports the state it has read again after SYN_DROPPED.
  private var isSyncing: Int32 = 0
  /// Set while the device is watched.
  var token: EventLoop.Token?
  /// Whether the device reports several fingers (multi-touch protocol B).
  private let hasSlots: Bool
  private var fingers = [Finger](repeating: Finger(), count: 10)
  /// The slot that events refer to.
  private var slot: Int

  /// State of a slot since the last SYN_REPORT.
  private struct Finger {
    var isDown = false, wasDown = false, hasMoved = false
  }

  /// The maximum number of events per call of `read`, so that other devices are read too.
  private static var limit: Int { 256 }

  /// Opens a device node. Throws the errno of open(2), and `ENODEV` if the file is not an evdev device.
  public init(_ path: Bytes) throws(SystemError) {
    evdev_disable_log()
    let descriptor = try FileDescriptor(reading: path)
    guard let device = evdev_open(descriptor.number) else { throw SystemError("libevdev", ENODEV) }
    self.path = path
    self.descriptor = descriptor
    self.device = device
    name = Bytes(cString: libevdev_get_name(device)).printableASCII
    func has(_ type: Int32, _ code: Int32) -> Bool { libevdev_has_event_code(device, UInt32(type), UInt32(code)) != 0 }
    hasKeys = (1..<BTN_MISC).contains { has(EV_KEY, $0) }
    hasSlots = has(EV_ABS, ABS_MT_SLOT)
    // The kernel reports the slot only when it changes.
    slot = EvdevDevice.slot(libevdev_get_current_slot(device))
    // INPUT_PROP_DIRECT is set for touch screens and not for touchpads. Old drivers set no property; they are
    // recognised by their buttons.
    let hasDirectProperty = libevdev_has_property(device, UInt32(INPUT_PROP_DIRECT)) != 0
    let hasScreenButtons = has(EV_KEY, BTN_TOUCH) && !has(EV_KEY, BTN_TOOL_FINGER) && !has(EV_KEY, BTN_TOOL_PEN)
    let isOnScreen = hasDirectProperty || hasScreenButtons
    isTouchScreen = isOnScreen && has(EV_ABS, hasSlots ? ABS_MT_POSITION_X : ABS_X)
  }

  /// Whether the device has keys or is a touch screen.
  public var isUsable: Bool { hasKeys || isTouchScreen }

  deinit { libevdev_free(device) }

  /// The result of `read`.
  enum ReadResult {
    /// All events were read.
    case drained
    /// libevdev may have more events in its buffer. The descriptor is not readable for these.
    case mayHaveMore
    /// The device is gone.
    case removed
  }

  /// Reads the available events, at most `limit`.
  func read(_ reader: InputReader) -> ReadResult {
    for _ in 0..<EvdevDevice.limit {
      var type: UInt32 = 0, code: UInt32 = 0, value: Int32 = 0, time: Int64 = 0
      switch evdev_next(device, &isSyncing, &type, &code, &value, &time) {
      case 0: return .drained
      case 1: handle(Int32(type), Int32(code), value, time, reader)
      default:
        reader.handle(DeviceEvent(.lost, at: 0), from: name)
        return .removed
      }
    }
    return .mayHaveMore
  }

  private func handle(_ type: Int32, _ code: Int32, _ value: Int32, _ time: Int64, _ reader: InputReader) {
    switch (type, code) {
    case (EV_KEY, BTN_TOUCH) where !hasSlots: fingers[0].isDown = value != 0
    case (EV_KEY, 1..<BTN_MISC) where value == 1: return reader.handle(DeviceEvent(.key, code, at: time), from: name)
    case (EV_ABS, ABS_MT_SLOT): slot = EvdevDevice.slot(value)
    case (EV_ABS, ABS_MT_TRACKING_ID): fingers[slot].isDown = value >= 0
    case (EV_ABS, ABS_MT_POSITION_X), (EV_ABS, ABS_MT_POSITION_Y): fingers[slot].hasMoved = true
    case (EV_ABS, ABS_X) where !hasSlots, (EV_ABS, ABS_Y) where !hasSlots: fingers[slot].hasMoved = true
    case (EV_SYN, SYN_DROPPED): reader.eventsLost(from: name)
    case (EV_SYN, SYN_REPORT) where isTouchScreen:
      for slot in fingers.indices { report(slot, time, reader) }
    default: break
    }
    reader.handle(nil, from: name)
  }

  /// Slots above 9 share the last finger.
  private static func slot(_ value: Int32) -> Int { min(max(0, Int(value)), 9) }

  /// Position of a finger on an axis, 0…1, from libevdev's state: the kernel reports a value only when it changes.
  /// `single` is the axis of devices without slots.
  private func position(_ slot: Int, _ axis: Int32, single: Int32) -> Float {
    let code = UInt32(hasSlots ? axis : single)
    let value =
      hasSlots
      ? libevdev_get_slot_value(device, UInt32(slot), code) : libevdev_get_event_value(device, UInt32(EV_ABS), code)
    let least = libevdev_get_abs_minimum(device, code), most = libevdev_get_abs_maximum(device, code)
    return Float(value &- least) / max(1, Float(most &- least) + 1)
  }

  /// Reports what a finger did since the last SYN_REPORT.
  private func report(_ slot: Int, _ time: Int64, _ reader: InputReader) {
    let finger = fingers[slot]
    if !finger.isDown && !finger.wasDown { return }
    if finger.isDown && finger.wasDown && !finger.hasMoved { return }
    let kind: DeviceEvent.Kind = !finger.isDown ? .up : finger.wasDown ? .move : .down
    fingers[slot].wasDown = finger.isDown
    fingers[slot].hasMoved = false
    let x = position(slot, ABS_MT_POSITION_X, single: ABS_X)
    let y = position(slot, ABS_MT_POSITION_Y, single: ABS_Y)
    reader.handle(DeviceEvent(kind, Int32(slot), x: x, y: y, at: time), from: name)
  }
}
