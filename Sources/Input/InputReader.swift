public import Support
public import System

/// Reads keyboards and touch screens in a separate process and writes their events to a pipe.
///
/// In this way a slow device or library delays no frame, and everything is closed when the process ends.
public final class InputReader {
  private let loop: EventLoop
  private let timer: Timer
  private let output: FileDescriptor
  private var devices: (any Devices)?
  private var rateLimiter = EventRateLimiter()
  private var hasStarted = false
  /// Events since the last `dispatch`.
  private(set) var events: [DeviceEvent] = []

  /// The maximum number of queued events at which a key is still accepted.
  private static var keyLimit: Int { 16 }

  /// Whether udevd runs (its socket exists). libinput needs udevd's database.
  public static var hasUdev: Bool { File.exists("/run/udev/control") }

  /// A reader that writes encoded events to `output`. Throws errors of epoll and timerfd.
  public init(to output: FileDescriptor) throws(SystemError) {
    loop = try EventLoop()
    timer = try Timer()
    self.output = output
  }

  /// Reads with `libinput`, `evdev`, or `auto`: libinput if there is a touch screen, which udevd may have calibrated,
  /// and libraries can be opened. Without libinput, evdev is used. To load libinput takes 70 ms of a processor with 500
  /// MIPS.
  ///
  /// This process then has no capabilities, and few system calls. Returns when the reading end of the pipe is closed.
  /// Throws the errno of epoll(7).
  public func run(backend: Bytes) throws(SystemError) {
    let token = try loop.watch(output) { [unowned(unsafe) self] events in
      if events.isClosed { loop.stop() }
    }
    loop.want(token, reading: false, writing: false)
    _ = try loop.watch(timer.descriptor) { [unowned(unsafe) self] _ in timer.acknowledge() }
    let isChosen = backend == "auto" && InputReader.hasUdev && SharedLibraries.canBeOpened
    if backend == "libinput" || isChosen && EvdevDevices.hasTouchScreen { devices = try? LibinputDevices(loop, self) }
    if devices == nil { devices = try EvdevDevices(loop, self) }
    SystemCallFilter.confineReader()  // libraries are loaded; devices that come later are opened for reading
    try loop.run { [unowned(unsafe) self] in dispatch() }
  }

  private func dispatch() {
    let now = Clock.nanoseconds
    devices?.dispatch(now: now)
    let delay = rateLimiter.delay(now: now)
    if let warning = rateLimiter.warning() {
      log(warning)
      events.append(DeviceEvent(.lost, at: now))
    }
    if !events.isEmpty {
      var bytes: [UInt8] = []
      for event in events { event.append(to: &bytes) }
      events.removeAll(keepingCapacity: true)
      do throws(SystemError) { try output.write(bytes) } catch { loop.stop() }  // the pipe is closed
    }
    if delay > 0 { Clock.sleep(milliseconds: delay) }
    timer.set(devices?.deadline)
    if !hasStarted { ProgramFile.unmapUnused() }
    hasStarted = true
  }

  /// Handles an event of a device. Nil is an event that is only counted.
  func handle(_ event: DeviceEvent?, from name: Bytes) {
    guard rateLimiter.count(from: name), let event else { return }
    // A position replaces the queued one of the same finger.
    var index = events.count - 1
    while event.kind == .move, index >= 0, events[index].kind == .move {
      if events[index].code == event.code { return events[index] = event }
      index -= 1
    }
    if event.kind != .key || events.count < InputReader.keyLimit { events.append(event) }
  }

  /// Counts a buffer overrun of a device in the kernel (SYN_DROPPED).
  func eventsLost(from name: Bytes) { _ = rateLimiter.count(EventRateLimiter.overrun, from: name) }

  /// Logs a line.
  func log(_ line: Bytes) { StandardStreams.error("loaderd: input: \(line)") }
}
