import Display
import ScreenAPI
import Support
import System

/// Passes the display to a successor: the other end of `Predecessor`.
final class Handover {
  /// The hand-over socket, and its path.
  let socket: FileDescriptor
  private let path: Bytes
  private let loop: EventLoop
  private var token: EventLoop.Token?

  /// Listens at the hand-over socket beside `address`, or at `inherited`, the one of the predecessor. `perform` is called
  /// with each connection of root or our own user. Nil if the socket cannot be made: then there is no hand-over.
  init?(
    beside address: Bytes, inherited: FileDescriptor?, _ loop: EventLoop, perform: @escaping (FileDescriptor) -> Void
  ) {
    let path = SocketCompanion.handover.path(beside: address)
    guard !path.isEmpty, let socket = inherited ?? (try? Socket.listeningPrivately(at: path))
    else { return nil }
    self.socket = socket
    self.path = path
    self.loop = loop
    token = try? loop.watch(socket) { _ in
      guard let connection = (try? Socket.accepted(from: socket)) ?? nil,
        (try? Peer(of: connection))?.isOurs == true
      else { return }
      perform(connection)
    }
  }

  deinit { if let token { loop.forget(token) } }

  /// Removes the socket's file, when there is no successor.
  func close() { File.remove(path) }

  /// Passes descriptors to the successor, and waits until it has shown its first picture. Returns false if it ended before.
  ///
  /// Nothing else happens meanwhile, because the successor reads the events of the same open devices. `keepAlive` is
  /// called once a second.
  static func pass(
    _ descriptors: [(name: Bytes, descriptor: FileDescriptor)], to successor: FileDescriptor, keepAlive: () -> Void
  ) -> Bool {
    do throws(SystemError) {
      for (name, descriptor) in descriptors {
        try Socket.send((name + "\n").utf8, passing: descriptor, on: successor)
      }
      try successor.write(Predecessor.end.utf8)
      while !successor.awaitBytes(until: Clock.nanoseconds + 1_000_000_000) { keepAlive() }
      return try successor.read(upTo: 64) == Predecessor.release.utf8
    } catch {
      return false
    }
  }
}
