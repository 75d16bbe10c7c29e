import Foundation
import Process
import Testing

/// A foreign client, the Python package varlink, calls every method (varlink_client.py).
@Suite struct VarlinkClientTests {
  private static let python = Peers.root.appendingPathComponent("build/venv/bin/python").path

  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: python), "build/venv is missing: run Tests/venv"))
  func clientCallsEveryMethod() throws {
    let daemon = try RunningDaemon()
    let outcome = try Program(VarlinkClientTests.python, [Peers.script("varlink_client.py")]).run([daemon.socket])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.text == "done\n")
    #expect(try daemon.child.finish().status == 0, "its last call was Quit")
  }
}
