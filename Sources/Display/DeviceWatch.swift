import Support
import System

/// When the devices of a subsystem are looked for: after a burst of its uevents, or once a second where there are none
/// to receive.
final class DeviceWatch {
  private let subsystem: Bytes
  private let loop: EventLoop
  private var uevents: (source: Uevents, token: EventLoop.Token)?
  /// When the next scan is due; nil while none is planned.
  private(set) var deadline: Int64?

  /// Nanoseconds between scans where uevents are not available, and until a locked device is tried again.
  private static var pollInterval: Int64 { 1_000_000_000 }
  /// Nanoseconds to collect a burst of uevents.
  static var debounceInterval: Int64 { 30_000_000 }

  init(of subsystem: Bytes, _ loop: EventLoop) {
    self.subsystem = subsystem
    self.loop = loop
  }

  deinit { stop() }

  /// Receives uevents from now on; before the first scan, so that none is missed. `handle` gets them, or nil if some
  /// were lost.
  func start(_ handle: @escaping ([Uevents.Event]?) -> Void) {
    guard let source = try? Uevents(of: subsystem),
      let token = try? loop.watch(
        source.descriptor, for: .nothing,
        { [unowned(unsafe) loop] _ in
          let events = source.read()
          if events?.isEmpty ?? false { return }  // those of other devices, where the kernel has no filter
          loop.require(.all)
          handle(events)
        })
    else { return }
    uevents = (source, token)
  }

  /// Receives no more uevents, and plans no scan.
  func stop() {
    if let uevents { loop.forget(uevents.token) }
    (uevents, deadline) = (nil, nil)
  }

  /// Whether a scan is due.
  func isScanDue(now: Int64) -> Bool { deadline.map { $0 <= now } ?? false }

  /// A scan starts.
  func scanStarts(now: Int64) { deadline = uevents == nil ? now + DeviceWatch.pollInterval : nil }

  /// Plans a scan.
  func scheduleScan(at time: Int64) { deadline = time }

  /// Plans a scan for a device that could not be opened yet.
  func retryScan(now: Int64) { deadline = now + DeviceWatch.pollInterval }
}
