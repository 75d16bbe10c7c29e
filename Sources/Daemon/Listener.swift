import System

/// Sockets that listen, from which clients are taken: a few at a time, so that frames come between.
final class Listener {
  private let loop: EventLoop
  private let take: (FileDescriptor) -> Void
  private var sockets: [EventLoop.Token] = []
  /// Sockets that nobody is taken from for now, and until when.
  private var waiting: [FileDescriptor] = []
  private(set) var deadline: Int64?

  /// Clients that are taken at once.
  private static var batch: Int { 8 }
  /// Nanoseconds before clients are taken again.
  private static var pause: Int64 { 200_000_000 }

  init(_ loop: EventLoop, take: @escaping (FileDescriptor) -> Void) { (self.loop, self.take) = (loop, take) }

  func listen(on socket: FileDescriptor) throws(SystemError) {
    var token: EventLoop.Token?
    token = try loop.watch(socket) { [unowned(unsafe) self] _ in
      if accept(from: socket) { return }
      // No descriptor is left (EMFILE): whoever waits is taken a little later, when somebody may have gone.
      if let token { loop.forget(token) }
      waiting.append(socket)
      deadline = Clock.nanoseconds + Listener.pause
    }
    if let token { sockets.append(token) }
  }

  func dispatch(now: Int64) {
    guard let deadline, deadline <= now else { return }
    let sockets = waiting
    (self.deadline, waiting) = (nil, [])
    for socket in sockets { try? listen(on: socket) }  // what was watched before can be watched again
  }

  /// Takes those who wait; false when the process can have no more.
  private func accept(from socket: FileDescriptor) -> Bool {
    for _ in 0..<Listener.batch {
      do throws(SystemError) {
        guard let client = try Socket.accepted(from: socket) else { return true }
        take(client)
      } catch {
        return false
      }
    }
    return true
  }

  /// Takes nobody any more.
  func close() {
    for token in sockets { loop.forget(token) }
    (sockets, waiting, deadline) = ([], [], nil)
  }
}
