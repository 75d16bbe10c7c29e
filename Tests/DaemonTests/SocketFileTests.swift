import Foundation
import Process
import Testing

/// The file of the Varlink socket.
@Suite struct SocketFileTests {
  @Test func onlyOwnerAndGroupMayConnect() throws {
    let daemon = try RunningDaemon()
    var status = stat()
    #expect(stat(daemon.socket, &status) == 0)
    #expect(status.st_mode == S_IFSOCK | 0o660)
  }

  @Test func socketOfAKilledDaemonIsReplaced() throws {
    let folder = Folder()
    do {
      let first = try RunningDaemon(in: folder)
      first.child.signal(SIGKILL)
      #expect(try first.child.finish().status == nil)
    }
    #expect(folder.exists("s"))
    #expect(try RunningDaemon(showing: "Second", in: folder).keepsDrawing())
  }

  @Test func socketOfARunningDaemonIsNotReplaced() throws {
    let daemon = try RunningDaemon()
    let outcome = try Program.loaderd.run(["--output", "headless", "--socket", daemon.socket])
    #expect(outcome.status == 1 && outcome.errorLines.count == 1)
    #expect(outcome.errors.hasPrefix("loaderd: \(daemon.socket): another loaderd answers there"))
    #expect(try daemon.keepsDrawing())
  }

  @Test func otherFilesAreNotReplaced() throws {
    let folder = Folder()
    let path = try folder.write("precious", Array("data".utf8))
    let outcome = try Program.loaderd.run(["--output", "headless", "--once", "--socket", path])
    #expect(try folder.data("precious") == Data("data".utf8))
    #expect(outcome.errorLines.count == 1)
  }

  @Test func folderOfTheSocketIsCreated() throws {
    let folder = Folder()
    let outcome = try Program.loaderd.run(["--output", "headless", "--once", "--socket", folder["sub/s"]])
    #expect(outcome.status == 0 && outcome.errors == "")
    #expect(folder.exists("sub"))
  }

  @Test(arguments: ["/proc/s", "", "/tmp/\(String(repeating: "x", count: 200))"])
  func pictureIsShownWithoutASocket(path: String) throws {
    let outcome = try Program.loaderd.run(["--output", "headless", "--once", "--socket", path])
    #expect(outcome.status == 0)
    #expect(outcome.errorLines.count == 1 && outcome.errors.contains("no client can connect"))
    #expect(outcome.errors.contains("too long") == (path.utf8.count > 107), "\(outcome.errors)")
  }
}
