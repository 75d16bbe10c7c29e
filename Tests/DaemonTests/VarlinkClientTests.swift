import Foundation
import Process
import Testing

/// A foreign client, the Python package varlink, calls every method (varlink_client.py).
@Suite struct VarlinkClientTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")
    .standardized
  private static let python = root.appendingPathComponent("build/venv/bin/python").path

  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: python), "build/venv is missing: run Tests/venv"))
  func clientCallsEveryMethod() throws {
    let daemon = try RunningDaemon()
    let script = VarlinkClientTests.root.appendingPathComponent("Tests/DaemonTests/varlink_client.py").path
    let outcome = try Program(VarlinkClientTests.python, [script]).run([daemon.socket])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.text == "done\n")
    #expect(try daemon.child.finish().status == 0, "its last call was Quit")
  }
}
