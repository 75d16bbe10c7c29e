import Support
import System

/// Listening sockets. Clients are accepted a few at a time, so that frames are not delayed.
final class Listener {
  private let loop: EventLoop
  /// Clients accepted in one event.
  private let batch: Int
  private let isReady: () -> Bool
  private let accepted: (FileDescriptor) -> Void
  private var sockets: [EventLoop.Token] = []
  /// Sockets that are paused because the process has no file descriptor left, or is not ready.
  private var paused: [FileDescriptor] = []
  /// When paused sockets are watched again.
  private(set) var deadline: Int64?

  /// Nanoseconds of a pause.
  private static var pause: Int64 { 200_000_000 }

  /// `accepted` is called with each new connection. `batch` clients are accepted in one event, once `isReady` returns
  /// true.
  init(
    _ loop: EventLoop, batch: Int = 8, isReady: @escaping () -> Bool = { true },
    accepted: @escaping (FileDescriptor) -> Void
  ) {
    self.loop = loop
    self.batch = batch
    self.isReady = isReady
    self.accepted = accepted
  }

  func listen(on socket: FileDescriptor) throws(SystemError) {
    var token: EventLoop.Token?
    token = try loop.watch(socket) { [unowned(unsafe) self] _ in
      if isReady(), accept(from: socket) { return }
      // EMFILE, or not ready: the clients wait until other connections may have ended.
      if let token {
        loop.forget(token)
        sockets.removeAll { $0 == token }
      }
      paused.append(socket)
      deadline = Clock.nanoseconds + Listener.pause
    }
    if let token { sockets.append(token) }
  }

  func dispatch(now: Int64) {
    guard let deadline, deadline <= now else { return }
    let sockets = paused
    self.deadline = nil
    paused = []
    for socket in sockets {
      do throws(SystemError) {
        try listen(on: socket)
      } catch {
        // No memory for the event loop.
        paused.append(socket)
        self.deadline = now + Listener.pause
      }
    }
  }

  /// Accepts clients that wait; false if the process can have no more file descriptors.
  private func accept(from socket: FileDescriptor) -> Bool {
    for _ in 0..<batch {
      do throws(SystemError) {
        guard let client = try Socket.accepted(from: socket) else { return true }
        accepted(client)
      } catch {
        return false
      }
    }
    return true
  }

  /// Stops listening.
  func close() {
    for token in sockets { loop.forget(token) }
    sockets = []
    paused = []
    deadline = nil
  }
}
