import Foundation
import Process
import Testing

/// A running daemon as a client of SWUpdate's progress socket.
@Suite struct SWUpdateServerTests {
  private let folder = Folder()
  private var path: String { folder["swupdate/swupdateprog"] }

  private func daemon() throws -> RunningDaemon { try RunningDaemon.compatible("swupdate = \(path)", in: folder) }

  /// swupdate_server.py, which continues with each line on its standard input.
  private final class Server {
    let child: Child
    private let input: Int32

    init(_ path: String, _ layout: String, _ ack: String, in folder: Folder) throws {
      mkfifo(folder["in"], 0o600)
      input = open(folder["in"], O_RDWR | O_CLOEXEC)
      child = try Child(
        Program("/usr/bin/python3", [Peers.script("swupdate_server.py")]), [path, layout, ack].map { Array($0.utf8) },
        in: folder, input: folder["in"])
    }

    func proceed() { _ = write(input, "\n", 1) }
    deinit { close(input) }
  }

  @Test(arguments: ["packed", "unpacked"], ["yes", "no"])
  func installedAndFailedUpdatesAreShown(layout: String, ack: String) throws {
    let daemon = try daemon(), server = try Server(path, layout, ack, in: Folder())
    #expect(try daemon.reaches("status", "The update is installed") && daemon.reaches("progress", "1"))
    server.proceed()
    #expect(try daemon.reaches("status", "Step 3 of 4: app.bin") && daemon.reaches("progress", "0.625"))
    server.proceed()
    #expect(try daemon.reaches("failure", "The update failed"))
    server.proceed()
    let outcome = try server.child.finish()
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try daemon.keepsDrawing())
  }

  @Test func daemonConnectsToANewServer() throws {
    // The second server replaces the socket of the first one.
    let daemon = try daemon()
    for _ in 0..<2 {
      let server = try Server(path, "packed", "yes", in: Folder())
      #expect(try daemon.reaches("status", "The update is installed"))
      #expect(try daemon.reaches("mode", "update"))
      server.child.signal(SIGKILL)
      _ = try server.child.finish()
      try FileManager.default.removeItem(atPath: path)
      _ = try daemon.control(["status", ""])
    }
    #expect(try daemon.child.errors == "")
  }

  /// Killed because memory ran out: nobody reports the end of the update, and its screen must not stay for ever.
  @Test func endOfTheServerIsTheFailureOfItsUpdate() throws {
    let daemon = try daemon(), server = try Server(path, "packed", "yes", in: Folder())
    #expect(try daemon.reaches("status", "The update is installed") && daemon.reaches("mode", "update"))
    server.proceed()
    #expect(try daemon.reaches("status", "Step 3 of 4: app.bin"))
    server.child.signal(SIGKILL)
    _ = try server.child.finish()
    #expect(try daemon.reaches("mode", "boot"))
    #expect(try eventually { try daemon.control(["state"]).text.contains("The update failed") })
  }

  /// A new process at the socket does not know the update of the one before.
  @Test func anotherServerDoesNotGoOnWithTheUpdate() throws {
    let daemon = try daemon(), server = try Server(path, "packed", "yes", in: Folder())
    #expect(try daemon.reaches("status", "The update is installed"))
    server.proceed()
    #expect(try daemon.reaches("status", "Step 3 of 4: app.bin"))
    server.child.signal(SIGKILL)
    _ = try server.child.finish()
    let script = """
      import os, socket, sys
      os.remove(sys.argv[1])
      server = socket.socket(socket.AF_UNIX)
      server.bind(sys.argv[1])
      server.listen()
      print("listening", file=sys.stderr)
      connections = [server.accept() for _ in range(2)]
      """
    let other = try Child(Program("/usr/bin/python3"), ["-c", script, path].map { Array($0.utf8) }, in: Folder())
    #expect(try eventually { try other.errors == "listening\n" })
    #expect(try daemon.reaches("mode", "boot"))
    other.signal(SIGKILL)
  }

  /// As where systemd listens: it accepts connections also after the server has ended.
  @Test func silenceAfterALostConnectionIsAFailure() throws {
    let script = """
      import os, socket, struct, sys
      os.makedirs(os.path.dirname(sys.argv[1]))
      server = socket.socket(socket.AF_UNIX)
      server.bind(sys.argv[1])
      server.listen()
      client, _ = server.accept()
      for status, step in (1, 0), (2, 3):
          client.sendall(struct.pack("<3IQ3I256s64sII2048s", 0x20000, status, 0, 0, 4, step, 50, b"a", b"raw", 1, 0, b""))
      input()
      client.close()
      connections = [server.accept() for _ in range(2)]
      """
    let daemon = try daemon(), inputs = Folder()
    mkfifo(inputs["in"], 0o600)
    let input = open(inputs["in"], O_RDWR | O_CLOEXEC)
    defer { close(input) }
    let server = try Child(
      Program("/usr/bin/python3"), ["-c", script, path].map { Array($0.utf8) }, in: inputs, input: inputs["in"])
    #expect(try daemon.reaches("status", "Step 3 of 4: a") && daemon.reaches("mode", "update"))
    _ = write(input, "\n", 1)
    #expect(try daemon.reaches("mode", "boot"))
    server.signal(SIGKILL)
  }

  /// Any user may create a socket in /tmp. A connection to it could pass descriptors whose close(2) sleeps.
  @Test(.enabled(if: geteuid() == 0, "needs root, to become another user"))
  func socketOfAnotherUserIsIgnored() throws {
    let script = """
      import os, socket, sys
      path = sys.argv[1]
      os.mkdir(os.path.dirname(path))
      os.chmod(os.path.dirname(path), 0o777)
      os.chmod(os.path.dirname(os.path.dirname(path)), 0o755)
      os.setresuid(65534, 65534, 65534)
      server = socket.socket(socket.AF_UNIX)
      server.bind(path)
      server.listen()
      print("listening", file=sys.stderr)
      server.accept()
      print("connected", file=sys.stderr)
      """
    let words = ["-c", script, path].map { Array($0.utf8) }
    let stranger = try Child(Program("/usr/bin/python3"), words, in: Folder())
    #expect(try eventually { try stranger.errors == "listening\n" })
    let daemon = try daemon()
    #expect(try daemon.keepsDrawing())
    try FileManager.default.removeItem(atPath: path)
    let server = try Server(path, "packed", "yes", in: Folder())
    #expect(try daemon.reaches("status", "The update is installed"))
    #expect(try stranger.errors == "listening\n")
    stranger.signal(SIGKILL)
    server.child.signal(SIGKILL)
  }

  @Test func missingServerCausesNoWakeups() throws {
    let daemon = try RunningDaemon.compatible("swupdate = \(path)", showing: nil, in: folder)
    #expect(
      try eventually {
        let before = try daemon.child.figure("voluntary_ctxt_switches")
        pause(2.5)
        return try daemon.child.figure("voluntary_ctxt_switches") == before
      })
  }

  @Test(.enabled(if: Peers.areUsable, "build/peers is missing (run Tests/peers), or we are not root"))
  func progressOfDebiansSWUpdateIsShown() throws {
    // SWUpdate deletes files of the update's names in TMPDIR.
    let scratch = Folder()
    let daemon = try RunningDaemon.compatible("swupdate = \(scratch["swupdateprog"])", in: folder)
    let made = try Program("/bin/sh", [Peers.script("update.sh")]).run([folder.path])
    #expect(made.status == 0, "\(made.errors)")
    let environment = Peers.environment.merging(["TMPDIR": scratch.path]) { $1 }
    // With its web server, SWUpdate does not end by itself; port 0 is any free port.
    let words = ["-H", "board:1.0", "-k", folder["certificate.pem"], "-w", "-p 0"]
    let server = try Child(
      // The PID namespace ends its children with it.
      Peers.program("swupdate").behind("/usr/bin/unshare", ["--pid", "--fork", "--kill-child"]),
      words.map { Array($0.utf8) }, in: Folder(), environment: environment)
    #expect(eventually { scratch.exists("sockinstctrl") && scratch.exists("swupdateprog") })
    // loaderd, which tries it once a second, and SWUpdate's own web server.
    #expect(eventually { connectionCount(at: scratch["swupdateprog"]) == 2 })
    let outcome = try Peers.program("swupdate-client").run([folder["update.swu"]], environment: environment)
    let errors = try server.errors
    #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)\(errors)")
    #expect(try daemon.reaches("status", "The update is installed") && daemon.reaches("progress", "1"))
    #expect(try folder.data("notes.out") == Data("hello\n".utf8))
    #expect(try folder.data("target.img").prefix(3_000_000) == folder.data("image.raw"))
    server.signal(SIGKILL)
  }
}
