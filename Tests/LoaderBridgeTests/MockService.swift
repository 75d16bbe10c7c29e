import Foundation
import Process
import Testing

/// A mock of a D-Bus service, mock_service.py, which follows commands from a FIFO.
final class MockService {
  private let child: Child
  private let input: FileHandle
  private let folder = Folder()

  /// Returns when the service has its name on the bus.
  init(_ service: String, on bus: PrivateBus) throws {
    mkfifo(folder["in"], 0o600)
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "mock_service.py").path()
    let folder = folder
    let child = try Child(
      Program("/usr/bin/python3"), [script, service, folder["in"]].map { Array($0.utf8) }, in: folder,
      environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
    let isReady = try eventually { try !folder.data("out").isEmpty }
    let problems = try child.errors
    try #require(isReady, "\(problems)")
    self.child = child
    input = try #require(FileHandle(forWritingAtPath: folder["in"]))
  }

  /// The lines that it has printed: "ready", and what its clients have called.
  var lines: [Substring] {
    get throws { String(decoding: try folder.data("out"), as: UTF8.self).split(separator: "\n") }
  }

  /// Sends commands, one per line.
  func send(_ line: String) { input.write(Data((line + "\n").utf8)) }
}
