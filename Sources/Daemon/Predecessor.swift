import ScreenAPI
import Support
import System

/// The loaderd that runs already, from which this process takes over (`--replace`).
///
/// Connecting to its hand-over socket makes it stop drawing. It passes its open descriptors, each as a message with the
/// name and a line feed (SCM_RIGHTS, unix(7)), and then the message `end`. It draws again if this process ends before
/// `release`.
final class Predecessor {
  /// The message after the last descriptor.
  static var end: Bytes { "end\n" }
  /// What `release` sends.
  static var release: Bytes { "shown\n" }

  /// Its descriptors: `journal`, `handover`, `varlink`, `plymouth`, and `drm-card0` for each DRM device.
  private let passed: [(name: Bytes, descriptor: FileDescriptor)]
  private var connection: FileDescriptor?

  /// Nanoseconds to wait for each message.
  private static var timeout: Int64 { 5_000_000_000 }
  /// The number of descriptors that are accepted.
  private static var descriptorLimit: Int { 64 }

  /// Takes over the descriptors of the loaderd at `socket`; nil if none runs there, or if it does not answer.
  init?(beside socket: Bytes) {
    let path = SocketCompanion.handover.path(beside: socket)
    if path.isEmpty || !File.exists(path) { return nil }
    ProgramFile.load()
    guard let connection = try? Socket.connected(to: path),
      (try? Peer(of: connection))?.isOurs == true
    else { return nil }
    var passed: [(name: Bytes, descriptor: FileDescriptor)] = []
    while passed.count < Predecessor.descriptorLimit {
      guard connection.awaitBytes(until: Clock.nanoseconds + Predecessor.timeout),
        let message = (try? Socket.receive(upTo: 256, from: connection)) ?? nil, !message.bytes.isEmpty
      else { return nil }
      let text = Bytes(message.bytes)
      if text == Predecessor.end { break }
      // Without the line feed.
      if let descriptor = message.passed { passed.append((Bytes(text.utf8.dropLast()), descriptor)) }
    }
    self.connection = connection
    self.passed = passed
  }

  /// The descriptors of that name.
  func descriptors(named name: Bytes) -> [FileDescriptor] { passed.filter { $0.name == name }.map { $0.descriptor } }

  /// Those of its DRM devices, named like those in the file descriptor store.
  var devices: [(name: Bytes, descriptor: FileDescriptor)] { passed.filter { $0.name.hasPrefix("drm-") } }

  /// Lets it end, because our picture is on the screen. A second call has no effect.
  func release() {
    try? connection?.write(Predecessor.release.utf8)  // it may have been killed meanwhile
    connection = nil
  }
}
