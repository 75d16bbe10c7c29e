import Foundation
import Process
import Testing

/// plymouthd's protocol byte by byte, with a running daemon at a private abstract address.
@Suite struct PlymouthSocketTests {
  private let folder: Folder
  private let name: String
  private let daemon: RunningDaemon

  init() throws {
    folder = Folder()
    name = "@\(folder.path)/plymouth"
    daemon = try RunningDaemon.compatible("plymouth = \(name)", in: folder)
  }

  private func connect() throws -> RawClient { try RawClient(to: name, of: daemon) }

  private static let ping: [UInt8] = [0x50, 0]
  private static let ack: [UInt8] = [0x06], nak: [UInt8] = [0x15]

  private func message(_ text: String) -> [UInt8] { [0x4D, 2, UInt8(text.utf8.count + 1)] + Array(text.utf8) + [0] }

  @Test(.enabled(if: geteuid() == 0)) func twoRequestsInOneWriteAreAnswered() throws {
    let client = try connect()
    client.send(message("Please wait") + [0x41, 0])
    #expect(try client.bytes(2) == [0x06, 0x06])
    #expect(try daemon.state()["message"] as? String == "Please wait")
  }

  private static let show: [UInt8] = [0x24, 0], hide: [UInt8] = [0x48, 0]

  /// As systemd-firstboot does before it asks on the terminal.
  @Test(.enabled(if: geteuid() == 0)) func hideShowsTheTextConsoleUntilShow() throws {
    let client = try connect()
    client.send(Self.hide)
    #expect(try client.bytes(1) == Self.ack && daemon.reaches("yielded", "1"))
    client.send(Self.show)
    #expect(try client.bytes(1) == Self.ack && daemon.reaches("yielded", "0"))
    #expect(try daemon.keepsDrawing())
  }

  @Test(.enabled(if: geteuid() == 0), arguments: [true, false]) func hiddenScreenStaysHidden(isKilled: Bool) throws {
    let client = try connect()
    client.send(Self.hide)
    #expect(try client.bytes(1) == Self.ack && daemon.reaches("yielded", "1"))
    #expect(daemon.journalContains(#""splashHidden":true"#))
    if isKilled { daemon.child.signal(SIGKILL) }
    let next = try RunningDaemon(
      showing: nil, ["--config", folder["loaderd.conf"], "--replace"], in: folder)
    _ = try daemon.child.finish()
    #expect(try next.state()["yielded"] as? Bool == true)
    #expect(try next.control(["show", "bar"]).status == 0 && next.reaches("yielded", "0"))
    #expect(next.journalContains(#""splashHidden":false"#))
  }

  /// Such a client may never send `show`.
  @Test(.enabled(if: geteuid() == 0), arguments: [["mode", "shutdown"], ["show", "bar"]])
  func nextScreenIsShownAfterHide(words: [String]) throws {
    let client = try connect()
    client.send(Self.hide)
    #expect(try client.bytes(1) == Self.ack && daemon.reaches("yielded", "1"))
    #expect(try daemon.control(["status", "Going on"]).status == 0 && daemon.reaches("yielded", "1"))
    #expect(try daemon.control(words).status == 0 && daemon.reaches("yielded", "0"))
  }

  @Test(.enabled(if: geteuid() == 0)) func handoverAfterHideEndsTheDaemon() throws {
    let client = try connect()
    client.send(Self.hide)
    #expect(try client.bytes(1) == Self.ack && daemon.reaches("yielded", "1"))
    #expect(try daemon.control(["quit", "--handover"]).status == 0)
    #expect(try daemon.child.finish().status == 0)
  }

  @Test(.enabled(if: geteuid() == 0)) func requestsBeforeADisconnectAreHandled() throws {
    for index in 0..<200 { try connect().send(message("\(index)")) }
    #expect(try daemon.reaches("message", "199"))
  }

  @Test(.enabled(if: geteuid() == 0)) func splitAndUnknownRequestsAreAnswered() throws {
    let client = try connect()
    for byte in PlymouthSocketTests.ping + message("slow") + [0x7A, 0] {
      client.send([byte])
      pause(0.01)
    }
    #expect(try client.bytes(3) == [0x06, 0x06, 0x15])
  }

  @Test(arguments: [[0x4D, 2, 0], [0x4D, 2, 2, 0x61, 0x62], [0x50, 7]] as [[UInt8]])
  func malformedRequestsEndTheConnection(bytes: [UInt8]) throws {
    let client = try connect(), other = try connect()
    client.send(bytes)
    #expect(client.isClosed())
    other.send(PlymouthSocketTests.ping)
    #expect(try other.bytes(1).count == 1)
  }

  @Test(.enabled(if: geteuid() == 0)) func requestsOfOtherUsersAreRefused() throws {
    let script = """
      import os, socket, sys
      os.setuid(65534)
      client = socket.socket(socket.AF_UNIX)
      client.connect(sys.argv[1].replace("@", "\\0", 1))
      print(client.recv(1).hex())
      try:
          client.sendall(b"P\\0Q\\2\\2\\1\\0M\\2\\2x\\0")
          print(client.recv(1).hex())
      except OSError:
          print()
      """
    let outcome = try Program("/usr/bin/python3", ["-c", script]).run([name])
    #expect(outcome.text == "15\n\n", "\(outcome)")
    #expect(try daemon.keepsDrawing() && daemon.state()["message"] as? String == "")
  }

  @Test(.enabled(if: geteuid() == 0)) func clientThatNeverReadsIsDisconnected() throws {
    let silent = try connect(), client = try connect()
    let pings = Array(repeatElement(PlymouthSocketTests.ping, count: 1000).joined())
    var sent = 0
    while sent < 100, silent.send(pings) { sent += 1 }
    #expect(sent < 100 && silent.isClosed())
    client.send(PlymouthSocketTests.ping)
    #expect(try client.bytes(1) == PlymouthSocketTests.ack)
    #expect(try daemon.keepsDrawing())
  }

  @Test(.enabled(if: geteuid() == 0)) func numberOfConnectionsIsLimited() throws {
    let first = try connect()
    let crowd = try (0..<100).map { _ in try connect() }
    for client in crowd { client.send(PlymouthSocketTests.ping) }
    let answered = crowd.filter { (try? $0.bytes(1)) == PlymouthSocketTests.ack }.count
    #expect(answered == 63)
    first.send(PlymouthSocketTests.ping)
    #expect(try first.bytes(1) == PlymouthSocketTests.ack && daemon.keepsDrawing())
  }

  @Test(.enabled(if: geteuid() == 0)) func keystrokeWatchEndsWithItsConnection() throws {
    // There may be 64 watches; one more is answered with ENQ at once.
    for index in 0..<100 {
      let client = try connect()
      client.send([0x4B, 0] + PlymouthSocketTests.ping)
      #expect(try client.bytes(1) == PlymouthSocketTests.ack, "the watch of connection \(index) is refused")
    }
  }

  @Test func addressInUseIsLogged() throws {
    let second = try RunningDaemon.compatible("plymouth = \(name)")
    let errors = try second.child.errors
    #expect(errors.contains("plymouth: \(name): Address already in use") && errors.contains("plymouth = no"))
    #expect(errors.split(separator: "\n").count == 1)
    #expect(try second.keepsDrawing())
  }

  /// In namespaces of its own, because the standard addresses are those of the machine.
  @Test(.enabled(if: geteuid() == 0, "needs root, for the namespaces"), arguments: [true, false])
  func standardAddressesOfAPrivateDaemonNeedTheConfiguration(isConfigured: Bool) throws {
    let folder = Folder()
    let program = Program.loaderd.behind(
      "/usr/bin/unshare", ["-nm", "/bin/sh", "-c", "mount -t tmpfs tmpfs /run && exec \"$@\"", "sh"]
    ).assigning("export PSPLASH_FIFO_DIR=\(folder.path);")
    let second =
      isConfigured
      ? try RunningDaemon.compatible("plymouth = yes\npsplash = yes", in: folder, as: program)
      : try RunningDaemon(in: folder, as: program)
    let table = try String(contentsOfFile: "/proc/\(second.child.pid)/net/unix", encoding: .utf8)
    #expect(table.contains(second.socket))
    #expect(table.contains("@/org/freedesktop/plymouthd") == isConfigured)
    #expect(table.contains("@/ply-boot-protocol") == isConfigured)
    #expect(folder.exists("psplash_fifo") == isConfigured)
  }
}
