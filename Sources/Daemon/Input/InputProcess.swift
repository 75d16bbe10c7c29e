import Input
import Raster
import Settings
import Support
import System

/// Keyboards and touch screens. The input helper, a process of its own, reads them while the displays are ours.
final class InputProcess {
  /// A key that was pressed, or a gesture.
  enum Event {
    case key(Bytes)
    case console, cancel
  }

  private let loop: EventLoop
  private let settings: InputSettings
  private let handler: (Event) -> Void
  private var gestures: Gestures
  /// The start of an event whose end has not arrived.
  private var incomplete: [UInt8] = []
  private var reader: (worker: WorkerProcess, pipe: FileDescriptor, token: EventLoop.Token)?
  /// When the helper may be started again.
  private var earliestStart: Int64 = 0
  private var isWanted = false

  /// Nanoseconds before the helper is started again after the display was lost: a program that opens the device briefly
  /// may do so again at once.
  private static var restartDelay: Int64 { 500_000_000 }
  /// Nanoseconds before the helper is started again after a failure.
  private static var retryInterval: Int64 { 10_000_000_000 }

  /// `handler` is called for each event.
  init(_ loop: EventLoop, _ settings: InputSettings, handler: @escaping (Event) -> Void) {
    self.loop = loop
    self.settings = settings
    self.handler = handler
    gestures = Gestures(in: settings.area, longPress: settings.longPress)
  }

  /// When `dispatch` has something to do.
  var deadline: Int64? {
    if reader != nil { return gestures.deadline }
    return isWanted ? earliestStart : nil
  }

  /// Starts or stops the helper. `ownsDisplay` is whether the displays are ours, `isAwaited` whether a client waits for
  /// a key; `rotation` is that of the picture on the touch screen.
  func dispatch(now: Int64, ownsDisplay: Bool, isAwaited: Bool, _ rotation: @autoclosure () -> Rotation) {
    isWanted = ownsDisplay && settings.isEnabled && (isAwaited || settings.hasBindings)
    if isWanted { gestures.rotation = rotation() }
    if !isWanted, reader != nil { stop(until: now + InputProcess.restartDelay) }
    if isWanted, reader == nil, earliestStart <= now { start(now) }
    if let gesture = gestures.dispatch(now: now) { handle(gesture) }
  }

  /// Lets `dispatch` start another helper at once, with the root directory that this process has now.
  func restart(_ now: Int64) { if reader != nil { stop(until: now) } }

  /// Ends the helper. systemd would report a process that outlives its unit.
  func close() { stop(until: .max) }

  private func start(_ now: Int64) {
    do throws(SystemError) {
      let (reading, writing) = try FileDescriptor.pipe()
      let worker = try WorkerProcess(running: "@loaderd-input", "--input=\(settings.devices)", to: writing)
      let token = try loop.watch(reading) { [unowned(unsafe) self] _ in receive() }
      reader = (worker, reading, token)
    } catch {
      earliestStart = now + InputProcess.retryInterval  // memory or descriptors may be available then
    }
  }

  private func stop(until time: Int64) {
    if let reader { loop.forget(reader.token) }
    reader = nil
    incomplete = []
    earliestStart = time
    _ = gestures.handle(DeviceEvent(.lost, at: 0))
  }

  private func receive() {
    guard let reader else { return }
    // Few events at a time, so that frames are not delayed. The helper keeps what does not fit into the pipe.
    guard let bytes = try? reader.pipe.read(upTo: 16 * DeviceEvent.size) else { return }
    if bytes.isEmpty { return stop(until: Clock.nanoseconds + InputProcess.retryInterval) }
    incomplete += bytes
    for event in DeviceEvent.removeAll(from: &incomplete) {
      if event.kind == .key {
        handler(.key(Key.name(of: Int(event.code))))
      } else if let gesture = gestures.handle(event) {
        handle(gesture)
      }
    }
  }

  private func handle(_ gesture: Gestures.Gesture) {
    switch gesture {
    case .threeTaps: if settings.hasTaps { handler(.console) }
    case .longPress: handler(.cancel)
    }
  }

  /// The event to which a key is bound.
  func event(for key: Bytes) -> Event? {
    settings.console.contains(key) ? .console : settings.cancel.contains(key) ? .cancel : nil
  }
}
