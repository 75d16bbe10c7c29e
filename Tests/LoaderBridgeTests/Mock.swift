import Foundation
import Process
import Testing

/// A stand-in for a service on a bus, which does what it is told on its FIFO.
final class Mock {
  private let child: Child
  private let input: FileHandle
  private let folder = Folder()

  /// Returns when it has its name.
  init(_ service: String, on bus: PrivateBus) throws {
    mkfifo(folder["in"], 0o600)
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "mock.py").path()
    let folder = folder
    let child = try Child(
      Program("/usr/bin/python3"), [script, service, folder["in"]].map { Array($0.utf8) }, in: folder,
      environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
    let isReady = try eventually { try !folder.data("out").isEmpty }
    let complaints = try child.errors
    try #require(isReady, "\(complaints)")
    self.child = child
    input = try #require(FileHandle(forWritingAtPath: folder["in"]))
  }

  func tell(_ line: String) { input.write(Data((line + "\n").utf8)) }
}
