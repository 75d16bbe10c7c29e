public import Linux
public import Notation

/// Reads keyboards and touch screens in a process of its own, and writes what they do to a pipe: what a device or a library
/// takes its time for costs no frame, and no more is open when the process has ended.
public final class Reader {
  private let loop: EventLoop
  private let timer: Timer
  private let output: FileDescriptor
  private var devices: (any Devices)?
  private var flood = Flood()
  /// What was heard since the last turn.
  private(set) var events: [DeviceEvent] = []

  /// What else comes in one turn than keys: nobody has more fingers.
  private static var keyLimit: Int { 16 }

  /// udevd's socket: where it runs, libinput knows what devices there are, and what they need.
  public static var hasUdev: Bool { File.exists("/run/udev/control") }

  public init(to output: FileDescriptor) throws(SystemError) {
    (loop, timer, self.output) = (try EventLoop(), try Timer(), output)
  }

  /// Reads by `libinput`, by `evdev`, or `auto`, by what suits the machine; returns when nobody wants it any more.
  public func run(by way: Bytes) throws(SystemError) {
    let token = try loop.watch(output) { [unowned(unsafe) self] events in
      if events.isClosed { loop.stop() }
    }
    loop.want(token, reading: false, writing: false)
    _ = try loop.watch(timer.descriptor) { [unowned(unsafe) self] _ in timer.acknowledge() }
    if way == "libinput" || way == "auto" && Reader.hasUdev { devices = try? LibinputDevices(loop, self) }
    if devices == nil { devices = try EvdevDevices(loop, self) }
    try loop.run { [unowned(unsafe) self] in turn() }
  }

  private func turn() {
    let now = Clock.nanoseconds
    devices?.turn(now: now)
    let rest = flood.rest(now: now)
    if let complaint = flood.complaint() {
      say(complaint)
      events.append(DeviceEvent(.lost, at: now))
    }
    if !events.isEmpty {
      var bytes: [UInt8] = []
      for event in events { event.append(to: &bytes) }
      events.removeAll(keepingCapacity: true)
      do throws(SystemError) { try output.write(bytes) } catch { loop.stop() }  // nobody reads
    }
    if rest > 0 { Clock.rest(milliseconds: rest) }
    timer.set(devices?.deadline)
  }

  /// What came from the device of that name; nil for what means nothing to us, and is only counted.
  func hear(_ event: DeviceEvent?, from name: Bytes) {
    guard flood.take(from: name), let event else { return }
    // Of a finger's places only the last one counts.
    var index = events.count - 1
    while event.kind == .move, index >= 0, events[index].kind == .move {
      if events[index].code == event.code { return events[index] = event }
      index -= 1
    }
    if event.kind != .key || events.count < Reader.keyLimit { events.append(event) }
  }

  /// The kernel lost what came from a device.
  func miss(from name: Bytes) { _ = flood.take(Flood.loss, from: name) }

  func say(_ line: Bytes) { Standard.error("loaderd: input: \(line)") }
}
