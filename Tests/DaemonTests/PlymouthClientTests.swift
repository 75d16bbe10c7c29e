import Foundation
import Process
import Testing

/// Every command of Debian's plymouth client and of ours, with a loaderd at plymouthd's address in a separate network
/// namespace.
@Suite(.enabled(if: Peers.areUsable, "build/peers is missing (run Tests/peers), or we are not root"))
struct PlymouthClientTests {
  private let daemon: RunningDaemon

  init() throws {
    daemon = try RunningDaemon.compatible("plymouth = yes", as: .loaderd.behind("/usr/bin/unshare", ["-n"]))
  }

  private func inNamespace(_ client: PlymouthProgram) -> Program {
    client.program(in: daemon.folder).behind("/usr/bin/nsenter", ["--net=/proc/\(daemon.child.pid)/ns/net"])
  }

  /// Runs the client with its arguments in the daemon's namespace.
  private func run(_ client: PlymouthProgram) -> (String...) throws -> Outcome {
    { (words: String...) in try inNamespace(client).run(words, environment: Peers.environment) }
  }

  private func start(_ client: PlymouthProgram, _ words: [String], in folder: Folder) throws -> Child {
    try Child(inNamespace(client), words.map { Array($0.utf8) }, in: folder, environment: Peers.environment)
  }

  private func text(_ member: String) throws -> String { "\(try daemon.state()[member] ?? "none")" }

  @Test(arguments: PlymouthProgram.allCases)
  func pingSucceedsWithADaemonOnly(client: PlymouthProgram) throws {
    let plymouth = run(client)
    #expect(try plymouth("--ping").status == 0)
    daemon.child.signal(SIGTERM)
    _ = try daemon.child.finish()
    let alone = try client.program(in: daemon.folder).behind("/usr/bin/unshare", ["-n"]).run(
      ["--ping"], environment: Peers.environment)
    #expect(alone.status == 1, "without a daemon it fails")
  }

  /// Any user may take the name while no daemon runs.
  @Test func daemonOfAnotherUserIsIgnored() throws {
    let script = """
      import os, socket, subprocess, sys
      listener, (reading, writing) = socket.socket(socket.AF_UNIX), os.pipe()
      if os.fork() == 0:
          os.setresuid(65534, 65534, 65534)
          listener.bind("\\0/org/freedesktop/plymouthd")
          listener.listen()
          os.write(1, b"listens\\n")
          os.write(writing, b"1")
          client = listener.accept()[0]
          client.recv(9) and client.send(b"\\6") and client.recv(9)
          os._exit(0)
      os.read(reading, 1)
      print(subprocess.run([sys.argv[1], "--ping"]).returncode)
      """
    let program = PlymouthProgram.ours.program(in: daemon.folder).path
    let python = Program("/usr/bin/python3").behind("/usr/bin/unshare", ["-n"])
    #expect(try python.run(["-c", script, program]).text == "listens\n1\n")
  }

  /// Older clients pad the name /ply-boot-protocol with NUL to the size of the whole address.
  @Test func addressPaddedWithNULIsAccepted() throws {
    let script = """
      import socket
      client = socket.socket(socket.AF_UNIX)
      client.connect(b"\\0/ply-boot-protocol".ljust(108, b"\\0"))
      client.sendall(b"P\\0")
      print(client.recv(1).hex())
      """
    let python = Program("/usr/bin/python3").behind(
      "/usr/bin/nsenter", ["--net=/proc/\(daemon.child.pid)/ns/net"])
    #expect(try python.run(["-c", script]).text == "06\n")
  }

  @Test(arguments: PlymouthProgram.allCases)
  func changeModeSetsTheMode(client: PlymouthProgram) throws {
    let plymouth = run(client)
    for (option, mode) in [
      ("--shutdown", "shutdown"), ("--reboot", "reboot"), ("--updates", "update"), ("--boot-up", "boot"),
      ("--system-upgrade", "update"), ("--firmware-upgrade", "firmware"),
    ] {
      #expect(try plymouth("change-mode", option).status == 0)
      #expect(try daemon.reaches("mode", mode), "\(option)")
    }
  }

  @Test(arguments: PlymouthProgram.allCases)
  func updatesSetProgressAndMilestone(client: PlymouthProgram) throws {
    let plymouth = run(client)
    #expect(try plymouth("system-update", "--progress=42").status == 0 && text("progress") == "0.42")
    #expect(try plymouth("update", "--status=dbus.service").status == 0)
    #expect(try daemon.reaches("milestone", "dbus.service"))
    #expect(try text("progress") == "0.42")
    #expect(try plymouth("--update=other.service").status == 0)
    #expect(try daemon.reaches("milestone", "other.service"))
  }

  @Test(arguments: PlymouthProgram.allCases)
  func pausedProgressIsHeld(client: PlymouthProgram) throws {
    let plymouth = run(client)
    #expect(try plymouth("system-update", "--progress=10").status == 0)
    #expect(try plymouth("pause-progress").status == 0)
    #expect(try plymouth("system-update", "--progress=20").status == 0 && text("progress") == "0.1")
    #expect(try plymouth("unpause-progress").status == 0 && text("progress") == "0.2")
  }

  @Test(arguments: PlymouthProgram.allCases)
  func messagesAreShownAndHidden(client: PlymouthProgram) throws {
    let plymouth = run(client)
    #expect(try plymouth("display-message", "--text=Checking disks…").status == 0)
    #expect(try text("message") == "Checking disks…")
    #expect(try plymouth("message", "--text=Two").status == 0 && text("message") == "Two")
    #expect(try plymouth("hide-message", "--text=Tw").status == 0 && text("message") == "Two")
    #expect(try plymouth("hide-message", "--text=Two").status == 0 && text("message") == "Checking disks…")
    #expect(try plymouth("display-message", "--text=").status == 0 && text("message") == "")
  }

  @Test(arguments: PlymouthProgram.allCases)
  func reportErrorShowsTheFailureScreen(client: PlymouthProgram) throws {
    let plymouth = run(client)
    #expect(try daemon.call("GetState").isNull("failure"))
    #expect(try plymouth("report-error").status == 0)
    #expect(try text("loader") == "failure" && !daemon.call("GetState").isNull("failure"))
  }

  @Test(arguments: PlymouthProgram.allCases)
  func deactivateReleasesTheDisplay(client: PlymouthProgram) throws {
    let plymouth = run(client)
    #expect(try plymouth("deactivate").status == 0 && text("yielded") == "1")
    #expect(try plymouth("reactivate").status == 0 && text("yielded") == "0")
  }

  @Test(arguments: PlymouthProgram.allCases)
  func showSplashAndHideSplashChangeTheLoader(client: PlymouthProgram) throws {
    let plymouth = run(client)
    #expect(try plymouth("hide-splash").status == 0 && text("loader") == "<null>")
    #expect(try plymouth("show-splash").status == 0 && text("loader") == "shimmer" && text("text") == "Thinking…")
    #expect(try plymouth("--hide-splash").status == 0 && text("loader") == "<null>")
    #expect(try plymouth("--show-splash").status == 0 && text("loader") == "shimmer")
    _ = try daemon.control(["show", "dots"])
    #expect(try plymouth("show-splash").status == 0 && text("loader") == "dots", "the shown loader stays")
  }

  @Test(arguments: PlymouthProgram.allCases)
  func requestsForRootAndTerminalAreAnswered(client: PlymouthProgram) throws {
    let plymouth = run(client)
    #expect(try plymouth("--sysinit").status == 0)
    #expect(try plymouth("update-root-fs", "--new-root-dir=/nonexistent").status == 0)
    #expect(try plymouth("update-root-fs", "--read-write").status == 0)
    #expect(try plymouth("--has-active-vt").status == 1, "a headless output has none")
    #expect(try daemon.keepsDrawing())
  }

  @Test(arguments: PlymouthProgram.allCases)
  func promptsAreShownAndNotAnswered(client: PlymouthProgram) throws {
    let plymouth = run(client)
    for (verb, text) in [("ask-for-password", "Disk?"), ("ask-question", "Name?")] {
      let outcome = try plymouth(verb, "--prompt=\(text)")
      #expect(outcome.status != 0 && outcome.text == "", "\(verb): \(outcome)")
      #expect(try self.text("message") == text)
    }
  }

  @Test(arguments: PlymouthProgram.allCases)
  func keystrokeWatchEndsWhenRemoved(client: PlymouthProgram) throws {
    let plymouth = run(client)
    let folder = Folder()
    let watch = try start(client, ["watch-keystroke", "--keys=yn"], in: folder)
    pause(0.3)
    #expect(watch.isRunning)
    #expect(try plymouth("ignore-keystroke", "--keys=y").status == 0 && watch.isRunning)
    // The watch may not be registered yet.
    #expect(try eventually { try plymouth("ignore-keystroke", "--keys=yn").status == 0 && !watch.isRunning })
    #expect(try watch.finish().output.isEmpty)
  }

  @Test(arguments: PlymouthProgram.allCases)
  func quitRetainingTheSplashEndsTheDaemon(client: PlymouthProgram) throws {
    let plymouth = run(client)
    let folder = Folder()
    let waiting = try start(client, ["--wait"], in: folder)
    let process = daemon.child.pid
    #expect(eventually { connectionCount(at: "plymouthd", inNamespaceOf: process) > 0 } && waiting.isRunning)
    #expect(try plymouth("quit", "--retain-splash").status == 0)
    #expect(try waiting.finish().status == 0 && daemon.child.finish().status == 0)
    #expect(try daemon.child.errors.isEmpty)
  }

  @Test(arguments: PlymouthProgram.allCases)
  func quitEndsTheDaemonAndRemovesTheSocket(client: PlymouthProgram) throws {
    let plymouth = run(client)
    #expect(try plymouth("quit").status == 0)
    #expect(try daemon.child.finish().status == 0)
    #expect(!daemon.folder.exists("s"))
  }
}
