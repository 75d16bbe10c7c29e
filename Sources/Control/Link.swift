import Linux
import Meters
import Notation
import Protocol

/// A presence and its connection, which nobody ever waits for.
final class Link {
  private let loop: EventLoop
  private let path: Bytes
  private(set) var presence: Presence
  private var connection: (descriptor: FileDescriptor, token: EventLoop.Token)?
  private var framing = Framing()
  private var outgoing = Outbox()
  /// Why nobody could be reached, the last time.
  private var obstacle: Failure?

  init(_ loop: EventLoop, to path: Bytes, _ presence: Presence) {
    (self.loop, self.path, self.presence) = (loop, path, presence)
  }

  func tell(_ readings: [Reading]) {
    for reading in readings { presence.tell(reading) }
  }

  /// Does what is due; returns when there is more to do.
  func turn() -> Int64? {
    let now = Clock.nanoseconds
    while let effect = presence.next(now: now) {
      switch effect {
      case .connect: connect(now)
      case .send(let call):
        outgoing.add(call.text.utf8 + [0])
        flush()
      }
    }
    return presence.deadline
  }

  /// Shows the loader and returns its id, if that is a matter of a moment; a daemon that is slow is not waited for.
  func introduce() -> Int? {
    let end = Clock.nanoseconds + Link.moment
    _ = turn()
    while presence.id == nil, let connection, connection.descriptor.awaitBytes(until: end) {
      receive()
      _ = turn()
    }
    return presence.id
  }

  /// In nanoseconds.
  private static var moment: Int64 { 50_000_000 }

  private func connect(_ now: Int64) {
    do throws(SystemError) {
      let descriptor = try Socket.connectedAtOnce(to: path)
      let token = try loop.watch(descriptor) { [unowned(unsafe) self] events in serve(events) }
      connection = (descriptor, token)
      (framing, outgoing) = (Framing(), Outbox())
      obstacle = nil
      presence.connected()
    } catch {
      obstacle = Connection.failure(error, path)
      presence.lost(now: now)
    }
  }

  private func serve(_ events: EventLoop.Events) {
    if events.isWritable { flush() }
    if events.isReadable || events.isClosed { receive() }
  }

  private func receive() {
    guard let connection else { return }
    do throws(SystemError) {
      guard let bytes = try connection.descriptor.read(upTo: 16384) else { return }
      if bytes.isEmpty { return lose() }
      do throws(Reply) {
        for message in try framing.take(bytes) where try !presence.replied(Reply(message)) { return lose() }
      } catch {
        lose()
      }
    } catch {
      lose()
    }
  }

  private func flush() {
    guard let connection else { return }
    do throws(SystemError) {
      try outgoing.flush(to: connection.descriptor)
      loop.want(connection.token, reading: true, writing: !outgoing.isEmpty)
    } catch {
      lose()
    }
  }

  /// Whether there is no daemon.
  var isAlone: Bool { connection == nil }

  /// Why nothing of ours was ever on the screen; nil when it was.
  var failure: Failure? {
    if presence.hasBeenThere { return nil }
    return obstacle ?? .refused(presence.complaint ?? "\(path): loaderd does not answer")
  }

  private func lose() {
    drop()
    presence.lost(now: Clock.nanoseconds)
  }

  private func drop() {
    if let connection { loop.forget(connection.token) }
    connection = nil
  }
}
