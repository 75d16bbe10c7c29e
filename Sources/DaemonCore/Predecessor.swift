import ScreenAPI
import Support
import System

/// The loaderd that runs already, from which this process takes over (`--replace`).
///
/// Connecting to its hand-over socket makes it stop drawing and reading calls. It passes its open descriptors, each as
/// a message with the name and a line feed (SCM_RIGHTS, unix(7)), and then `HandoverMessage.end`. If one of them is
/// `overlap`, it draws on from `prepare` there until `ready`, and closes it then. It continues if this process ends
/// before `shown`, or takes too long, which `refused` says then.
package final class Predecessor {
  /// Its descriptors: `journal`, `handover`, `varlink`, `plymouth`, `client` for each connection that it has accepted
  /// but not served, `overlap`, and `drm-card0` for each DRM device.
  package private(set) var passed: [(name: Bytes, descriptor: FileDescriptor)]
  private var connection: FileDescriptor?
  /// Open while it may draw.
  private var overlap: FileDescriptor?

  /// Nanoseconds to wait for each message.
  private static var timeout: Int64 { 5_000_000_000 }
  /// Nanoseconds to wait for its last frame.
  private static var stopTimeout: Int64 { 200_000_000 }
  /// The number of descriptors that are accepted.
  private static var descriptorLimit: Int { 64 }

  /// Takes over the descriptors of the loaderd at `socket`; nil if none runs there, or if it does not answer.
  package init?(beside socket: Bytes) {
    let path = SocketCompanion.handover.path(beside: socket)
    if path.isEmpty || !File.exists(path) { return nil }
    ProgramFile.load()
    guard let connection = try? Socket.connected(to: path),
      (try? Peer(of: connection))?.isTrusted == true
    else { return nil }
    var passed: [(name: Bytes, descriptor: FileDescriptor)] = []
    while passed.count < Predecessor.descriptorLimit {
      guard connection.awaitBytes(until: Clock.nanoseconds + Predecessor.timeout),
        let message = (try? Socket.receive(upTo: 256, from: connection)) ?? nil, !message.bytes.isEmpty
      else { return nil }
      let text = Bytes(message.bytes)
      if text == HandoverMessage.end { break }
      // Without the line feed.
      if let descriptor = message.passed { passed.append((Bytes(text.utf8.dropLast()), descriptor)) }
    }
    self.connection = connection
    self.passed = passed
    overlap = descriptors(named: "overlap").first
    try? overlap?.write(HandoverMessage.prepare.utf8)  // it may have been killed meanwhile
  }

  /// Whether it draws on its devices.
  package var isDrawing: Bool { overlap != nil }

  /// Lets it draw no more, and waits until its last frame is on the screen. A second call has no effect.
  package func stopDrawing() {
    guard let overlap else { return }
    self.overlap = nil
    try? overlap.write(HandoverMessage.ready.utf8)
    _ = overlap.awaitBytes(until: Clock.nanoseconds + Predecessor.stopTimeout)  // its end is closed
  }

  /// The descriptors of that name.
  package func descriptors(named name: Bytes) -> [FileDescriptor] {
    passed.filter { $0.name == name }.map { $0.descriptor }
  }

  /// Lets it end, because our picture is on the screen, and closes what nobody has taken over. Returns false if it has
  /// waited for too long and goes on: then this process has to end. A second call has no effect.
  @discardableResult
  package func release() -> Bool {
    guard let connection else { return true }
    try? connection.write(HandoverMessage.shown.utf8)  // it may have been killed meanwhile
    let answer = connection.awaitBytes(until: 0) ? (try? connection.read(upTo: 64)) ?? nil : nil
    self.connection = nil
    passed = []
    return answer.map { Bytes($0) } != HandoverMessage.refused
  }
}
