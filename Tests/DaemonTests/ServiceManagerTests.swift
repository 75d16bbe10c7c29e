import Foundation
import Images
import PNGReader
import Process
import Testing

/// sd_notify(3), the watchdog and socket activation, with a datagram socket of the test as the service manager's.
@Suite struct ServiceManagerTests {
  @Test(arguments: [false, true]) func readyIsSentWhenTheSocketListens(isAbstract: Bool) throws {
    let folder = Folder()
    let address = isAbstract ? "@\(folder.path)" : folder["notify"]
    let manager = try DatagramSocket(at: address)
    let daemon = try RunningDaemon(in: folder, environment: ["NOTIFY_SOCKET": address])
    #expect(manager.receive() == "READY=1")
    daemon.child.signal(SIGTERM)
    #expect(manager.receive() == "STOPPING=1")
    #expect(try daemon.child.finish().status == 0)
  }

  /// systemd logs each message of another process than the main one (NotifyAccess=main).
  @Test func processThatDrawsForASuccessorSendsNothing() throws {
    let folder = Folder()
    let manager = try DatagramSocket(at: folder["notify"])
    let daemon = try RunningDaemon(in: folder, environment: ["NOTIFY_SOCKET": folder["notify"]])
    #expect(manager.receive() == "READY=1")
    daemon.child.signal(SIGPWR)
    #expect(try daemon.child.finish().status == 0)
    let next = try RunningDaemon(showing: nil, ["--replace"], in: folder)
    #expect(try eventually { try next.control(["timeline"]).text.contains("replaced by its successor") })
    #expect(manager.receive(within: 0.5) == nil)
  }

  /// The kernel frees an unplugged card when nobody has it open.
  @Test func keptDescriptorThatNoDisplayUsesIsClosed() throws {
    let folder = Folder()
    let card = try folder.write("card", [])
    let variables = "exec 3<\(card); export LISTEN_PID=$$ LISTEN_FDS=1 LISTEN_FDNAMES=drm-card0;"
    let daemon = try RunningDaemon(in: folder, as: .loaderd.assigning(variables))
    let files = try daemon.child.openFiles
    #expect(files.count > 3 && !files.contains(card), "\(files)")
  }

  /// Any user may send to systemd's socket, and fill its queue while systemd is busy.
  @Test func fullQueueOfTheManagerDelaysOnlyTheMessages() throws {
    let folder = Folder(), address = folder["notify"]
    let manager = try DatagramSocket(at: address)
    let count = DatagramSocket.fill(address)
    #expect(count > 0)
    let daemon = try RunningDaemon(in: folder, environment: ["NOTIFY_SOCKET": address])
    #expect(try daemon.keepsDrawing())
    for _ in 0..<count { #expect(manager.receive() == "\0") }
    #expect(manager.receive() == "READY=1")
    #expect(manager.receive(within: 0.3) == nil, "it is sent once")
  }

  @Test func readyIsSentWithoutADisplay() throws {
    let folder = Folder()
    let manager = try DatagramSocket(at: folder["notify"])
    let daemon = try RunningDaemon(
      ["--output", "drm", "--device", "/nonexistent"], in: folder, environment: ["NOTIFY_SOCKET": folder["notify"]])
    #expect(manager.receive() == "READY=1")
    #expect(try daemon.call("GetState").isNull("output"))
    #expect(try daemon.call("SetStatus", "{\"text\":\"Waiting\"}").error == nil, "calls work without a display")
    #expect(try daemon.control(["outputs"]).text == "none; loaderd waits for one\n")
    #expect(try daemon.call("Screenshot").shortError == "NoDisplay")
    daemon.child.signal(SIGTERM)
    #expect(try daemon.child.finish().status == 0)
    let errors = try daemon.child.errors
    #expect(errors.split(separator: "\n").count == 1 && errors.contains("/nonexistent"), "\(errors)")
  }

  /// systemd has units as -.mount and -.slice, whose names start as an option does.
  @Test func failureUnitShowsUnitsThatStartWithADash() throws {
    let unit = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../systemd/loaderd-failure@.service").standardized
    let line = try String(contentsOf: unit, encoding: .utf8).split(separator: "\n").first { $0.hasPrefix("ExecStart=") }
    let words = try #require(line).replacingOccurrences(of: "%i", with: "-.mount").split(separator: "\"")
      .enumerated().flatMap { $0 % 2 == 1 ? [String($1)] : $1.split(separator: " ").map { String($0) } }
    let daemon = try RunningDaemon(), outcome = try daemon.control(Array(words.dropFirst()))
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try daemon.call("GetState").isNull("failure") == false)
  }

  @Test(arguments: ["/nonexistent/notify", "@nobody", "", String(repeating: "x", count: 300)])
  func missingServiceManagerIsIgnored(address: String) throws {
    #expect(try RunningDaemon(environment: ["NOTIFY_SOCKET": address]).keepsDrawing())
  }

  @Test func watchdogIsNotifiedDuringAStillPicture() throws {
    let folder = Folder()
    let manager = try DatagramSocket(at: folder["notify"])
    let program = Program.loaderd.assigning("WATCHDOG_PID=$$ WATCHDOG_USEC=400000"), start = now
    let daemon = try RunningDaemon(
      showing: nil, in: folder, as: program, environment: ["NOTIFY_SOCKET": folder["notify"]])
    #expect(manager.receive() == "READY=1")
    for _ in 0..<6 { #expect(manager.receive() == "WATCHDOG=1") }
    #expect(now - start > 0.7, "every 0.2 s, starting at once")
    #expect(daemon.child.isRunning)
  }

  /// A frame that can never be shown, as on a display of another program, ends neither pings nor replies, nor the
  /// sleep.
  @Test func watchdogIsNotifiedBeforeAFirstFrame() throws {
    let folder = Folder()
    let manager = try DatagramSocket(at: folder["notify"])
    let program = Program.loaderd.assigning("WATCHDOG_PID=$$ WATCHDOG_USEC=400000")
    try FileManager.default.createDirectory(atPath: folder["frames/000000.png"], withIntermediateDirectories: true)
    let daemon = try RunningDaemon(
      ["--frames", folder["frames"]], in: folder, as: program, environment: ["NOTIFY_SOCKET": folder["notify"]])
    #expect(manager.receive() == "READY=1")
    for _ in 0..<6 { #expect(manager.receive() == "WATCHDOG=1") }
    let monitor = try daemon.client()
    monitor.send(#"{"method":"io.loaderd.Screen.Monitor","more":true}"#)
    for _ in 0..<3 { #expect(try monitor.reply().error == nil) }
    let before = try daemon.child.figure("voluntary_ctxt_switches")
    pause(1)
    let wakeUps = try daemon.child.figure("voluntary_ctxt_switches") - before
    #expect((1...200).contains(wakeUps), "it sleeps until the next refresh: \(wakeUps)")
  }

  @Test(arguments: [
    "WATCHDOG_PID=1 WATCHDOG_USEC=100000", "WATCHDOG_USEC=0", "WATCHDOG_USEC=-5", "WATCHDOG_USEC=x",
    "WATCHDOG_USEC=1e300",
  ])
  func watchdogOfAnotherProcessIsIgnored(variables: String) throws {
    let folder = Folder()
    let manager = try DatagramSocket(at: folder["notify"])
    let daemon = try RunningDaemon(
      showing: nil, in: folder, as: .loaderd.assigning(variables), environment: ["NOTIFY_SOCKET": folder["notify"]])
    #expect(manager.receive() == "READY=1")
    #expect(manager.receive(within: 0.5) == nil)
    #expect(daemon.child.isRunning)
  }

  /// Passes a listening socket to loaderd as sd_listen_fds(3) expects it. A call waits at the socket, or comes after
  /// the start if there is the marker of a loaderd that has ended, which the new one removes. Before it comes a report
  /// of a unit, as systemd sends it.
  private static let activation = """
    import os, socket, sys, time
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(sys.argv[1])
    listener.listen()
    def call(text=sys.argv[3].encode()):
        client = socket.socket(socket.AF_UNIX)
        client.connect(sys.argv[1])
        client.send(text + b"\\0")
        client.set_inheritable(True)
        return client
    marker = sys.argv[1] + ".ended"
    if os.path.exists(marker):
        if os.fork() == 0:
            while os.path.exists(marker):
                time.sleep(0.005)
            with call(b'{"method":"io.loaderd.Screen.SetProgress","parameters":{"alive":true,"milestone":"a"}}') as report:
                report.recv(1)
            time.sleep(0.1)
            call().recv(1)
            os._exit(0)
    elif sys.argv[3]:
        client = call()
    os.dup2(listener.fileno(), 3)
    os.set_inheritable(3, True)
    os.environ.update(LISTEN_PID=str(os.getpid() + int(sys.argv[2])), LISTEN_FDS="1")
    os.execv(sys.argv[4], sys.argv[4:])
    """

  /// `call` waits at the socket when loaderd starts; empty for none.
  private static func activated(at path: String, pidError: Int = 0, call: String = "") -> Program {
    Program.loaderd.behind("/usr/bin/python3", ["-c", activation, path, "\(pidError)", call])
  }

  @Test func socketOfTheServiceManagerIsUsed() throws {
    let folder = Folder()
    let daemon = try RunningDaemon(in: folder, as: ServiceManagerTests.activated(at: folder["s"]))
    let first = try daemon.client(), second = try daemon.client()
    #expect(try second.call("io.loaderd.Screen.GetState").text("text") == "Thinking…")
    #expect(try first.call("io.loaderd.Screen.GetState").text("text") == "Thinking…")
    #expect(try daemon.keepsDrawing())
  }

  /// As `loaderctl mode shutdown` does after the boot screen has ended; loaderd is started for it, or beside it.
  @Test(arguments: [false, true]) func callThatStartsTheDaemonDecidesTheFirstFrame(comesLate: Bool) throws {
    let place = Folder()
    let rendered = try Program.loaderctl(in: place).run([
      "render", "text", "Second", "--screen", "320x200", "--at", "0", "-o", place["second.png"],
    ])
    #expect(rendered.status == 0 && rendered.errors == "")
    let call = #"{"method":"io.loaderd.Screen.Show","parameters":{"loader":"text","text":"Second"}}"#
    // loaderd waits for the call for 50 ms at most, in which a busy machine may not send it.
    let isDecided = try eventually {
      let folder = Folder()
      if comesLate { try folder.write("s.ended", []) }
      return try firstFrame(after: call, in: folder) == PNGReader(place.data("second.png"))
    }
    #expect(isDecided)
  }

  /// The first frame of a daemon that a client has started with a call.
  private func firstFrame(after call: String, in folder: Folder) throws -> PNGReader {
    let daemon = try RunningDaemon(
      showing: "First", ["--frames", folder["frames"]], in: folder,
      as: ServiceManagerTests.activated(at: folder["s"], call: call))
    #expect(eventually { folder.exists("frames/000000.png") })
    daemon.child.signal(SIGTERM)
    _ = try daemon.child.finish()
    return try PNGReader(folder.data("frames/000000.png"))
  }

  /// The files of such a call are read meanwhile.
  @Test func filesOfTheCallThatStartsTheDaemonAreInTheFirstFrame() throws {
    let place = Folder(), size = 2000
    let pixels = [UInt32](repeating: 0xFF00_FF00, count: size * size)
    let picture = PNG(PNG.Frame(width: size, height: size, pixels: pixels), hasAlpha: false).bytes
    let path = try place.write("green.png", picture)
    let parameters = #"{"loader":"logo","image":"\#(path)","width":200}"#
    let call = #"{"method":"io.loaderd.Screen.Show","parameters":\#(parameters)}"#
    // loaderd waits for the call for 50 ms at most, in which a busy machine may not read it.
    let isDecided = try eventually {
      try firstFrame(after: call, in: Folder())[160, 100] == (0, 255, 0, 255)
    }
    #expect(isDecided)
  }

  @Test func socketForAnotherProcessIsIgnored() throws {
    let folder = Folder()
    let program = ServiceManagerTests.activated(at: folder["theirs"], pidError: 1)
    #expect(
      try RunningDaemon(in: folder, as: program).call("GetState").error == nil, "the daemon listens at its own path")
  }
}
