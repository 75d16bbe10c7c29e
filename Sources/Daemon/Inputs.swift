import Input
import System
import Support
import Raster

/// Keyboards and touch screens, read by a process of its own for as long as they are ours.
final class Inputs {
  enum Event {
    case key(Bytes)
    case console, cancel
  }

  private let loop: EventLoop
  private let settings: InputSettings
  private let handler: (Event) -> Void
  private var gestures: Gestures
  private var reader: (worker: WorkerProcess, pipe: FileDescriptor, token: EventLoop.Token)?
  /// Not before then is another one started.
  private var earliest: Int64 = 0
  private var isWanted = false

  /// Another program that looks at the card may come back at once. In nanoseconds.
  private static var restartDelay: Int64 { 500_000_000 }
  /// Nanoseconds between attempts to read anything.
  private static var retryInterval: Int64 { 10_000_000_000 }

  /// `handler` hears what was meant.
  init(_ loop: EventLoop, _ settings: InputSettings, handler: @escaping (Event) -> Void) {
    (self.loop, self.settings, self.handler) = (loop, settings, handler)
    gestures = Gestures(in: settings.area, longPress: settings.longPress)
  }

  /// When `turn` is to be called.
  var deadline: Int64? {
    if reader != nil { return gestures.deadline }
    return isWanted ? earliest : nil
  }

  /// Reads while the devices are ours and somebody cares. `rotation` is that of the picture on the touch screen.
  func dispatch(now: Int64, isActive: Bool, isAwaited: Bool, _ rotation: Rotation) {
    gestures.rotation = rotation
    isWanted = isActive && settings.areRead && (isAwaited || settings.hasBindings)
    if !isWanted, reader != nil { stop(until: now + Inputs.restartDelay) }
    if isWanted, reader == nil, earliest <= now { start(now) }
    if let gesture = gestures.dispatch(now: now) { handle(gesture) }
  }

  private func start(_ now: Int64) {
    do throws(SystemError) {
      let (reading, writing) = try FileDescriptor.pipe()
      let worker = try WorkerProcess(running: "loaderd-input", "--input=\(settings.devices)", to: writing)
      let token = try loop.watch(reading) { [unowned(unsafe) self] _ in receive() }
      reader = (worker, reading, token)
    } catch {
      earliest = now + Inputs.retryInterval  // for want of memory or descriptors, which may come back
    }
  }

  private func stop(until time: Int64) {
    if let reader { loop.forget(reader.token) }
    (reader, earliest) = (nil, time)
    _ = gestures.handle(DeviceEvent(.lost, at: 0))
  }

  private func receive() {
    guard let reader else { return }
    // A little at a time: frames come between. What does not fit into the pipe the other process keeps.
    guard let bytes = try? reader.pipe.read(upTo: 16 * DeviceEvent.size) else { return }
    if bytes.isEmpty { return stop(until: Clock.nanoseconds + Inputs.retryInterval) }
    for event in DeviceEvent.all(in: bytes) {
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

  /// What a key means that nobody waits for.
  func event(for key: Bytes) -> Event? {
    settings.console.contains(key) ? .console : settings.cancel.contains(key) ? .cancel : nil
  }
}
