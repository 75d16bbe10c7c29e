import Foundation
import Process
import Testing

/// The progress of file system checks, from systemd-fsckd and from our relay, and the file by which systemd-fsckd finds
/// us.
@Suite(.enabled(if: PrivateMachine.isUsable, "needs root"))
struct FsckTests {
  private static let fsckd = "/lib/systemd/systemd-fsckd"
  private static let address = "/run/systemd/fsck.progress"

  /// What e2fsck does: writes a part of its progress, waits for a line on standard input, and ends.
  private static let client = """
    import socket, sys
    client = socket.socket(socket.AF_UNIX)
    while client.connect_ex("/run/systemd/fsck.progress"):
        pass
    client.sendall(b"1 1 2 /dev/sda2\\n")
    sys.stdin.readline()
    """

  @Test func pidFileExistsWhileWeListen() throws {
    let machine = try PrivateMachine()
    let pid = try String(contentsOfFile: machine.path("/run/plymouth/pid"), encoding: .utf8)
    #expect(pid == "\(machine.child.pid)\n")
    let run = try machine.inside(Program("/bin/sh")).run(["-c", "rm -r /run/plymouth"])
    #expect(run.status == 0)
    let other = try PrivateMachine(["--replace"])
    // A process that keeps the namespace.
    let keeper = try Child(other.inside(Program("/bin/sleep")), [Array("infinity".utf8)], in: Folder())
    let file = "/proc/\(keeper.pid)/root" + "/run/plymouth/pid"
    #expect(eventually { (try? String(contentsOfFile: file, encoding: .utf8)) == "\(other.child.pid)\n" })
    #expect(try other.control(["quit", "--retain"]).status == 0)
    #expect(try other.child.finish().status == 0)
    #expect(keeper.isRunning && !FileManager.default.fileExists(atPath: file))
  }

  @Test func pidFileIsLeftToASuccessor() throws {
    let machine = try PrivateMachine()
    let successor = try Child(
      machine.inside(.loaderd), ["--output", "headless", "--replace"].map { Array($0.utf8) }, in: Folder())
    #expect(eventually { !machine.child.isRunning })
    let file = "/proc/\(successor.pid)/root" + "/run/plymouth/pid"
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "\(successor.pid)\n")
  }

  /// systemd-ask-password-console.service has ConditionPathExists=!/run/plymouth/pid, and an image has no drop-ins.
  @Test func noPidFileKeepsTheConsoleAgentOfAnInitramfsFromAsking() throws {
    let machine = try PrivateMachine(["--initramfs"])
    let sockets = try String(contentsOfFile: "/proc/\(machine.child.pid)/net/unix", encoding: .utf8)
    #expect(sockets.contains("@/org/freedesktop/plymouthd") && !machine.exists("/run/plymouth/pid"))
    let successor = try Child(
      machine.inside(.loaderd), ["--output", "headless", "--replace"].map { Array($0.utf8) }, in: Folder())
    let file = "/proc/\(successor.pid)/root" + "/run/plymouth/pid"
    #expect(eventually { (try? String(contentsOfFile: file, encoding: .utf8)) == "\(successor.pid)\n" })
  }

  @Test func privateSocketMeansNoPidFile() throws {
    let machine = try PrivateMachine(socket: "/run/own")
    #expect(machine.exists("/run/own") && !machine.exists("/run/plymouth"))
  }

  /// systemd may be built without systemd-fsckd.
  @Test(arguments: [fsckd, Program.loaderd.path].filter { FileManager.default.isExecutableFile(atPath: $0) })
  func progressOfACheckIsShown(daemon: String) throws {
    let machine = try PrivateMachine(preparing: "mkdir /run/systemd")
    let unit = Peers.root.appendingPathComponent("systemd/loaderd-fsck.service").path
    let relayed = [
      "/usr/bin/python3", "-B", Peers.script("sandbox.py"), unit, daemon, "--fsck", "--writable", "/run",
    ]
    let words = ["-l", FsckTests.address] + (daemon == FsckTests.fsckd ? [daemon] : relayed)
    let relay = try Child(
      machine.inside(Program("/usr/bin/systemd-socket-activate")), words.map { Array($0.utf8) }, in: Folder())
    let fifo = machine.folder["end"]
    mkfifo(fifo, 0o600)
    // The shell keeps the FIFO open until it ends.
    let check = try Child(
      machine.inside(Program("/bin/sh")),
      ["-c", "exec 3<>\(fifo); exec python3 -c \"$0\" <&3", FsckTests.client].map { Array($0.utf8) }, in: Folder())
    #expect(try machine.reaches("progress", "0.35"))
    let status = try machine.state("status")
    #expect(status.hasPrefix("Checking") && !status.contains("%") && !status.contains("fsckd"), "\(status)")
    let end = try #require(FileHandle(forWritingAtPath: fifo))
    try end.write(contentsOf: Data("\n".utf8))
    #expect(try check.finish().status == 0)
    #expect(try machine.reaches("progress", "<null>") && machine.reaches("status", ""))
    _ = relay
  }

  private func relay(in machine: PrivateMachine) throws -> Child {
    try Child(
      machine.inside(Program("/usr/bin/systemd-socket-activate")),
      ["-l", FsckTests.address, Program.loaderd.path, "--fsck"].map { Array($0.utf8) }, in: Folder())
  }

  /// fsck would be ended by SIGPIPE.
  @Test func relayReadsOnWithoutABootScreen() throws {
    let machine = try PrivateMachine(preparing: "mkdir /run/systemd")
    let relay = try relay(in: machine)
    let script = """
      import os, signal, socket, sys, time
      client = socket.socket(socket.AF_UNIX)
      while client.connect_ex("/run/systemd/fsck.progress"):
          pass
      client.sendall(b"1 1 2 /dev/sda2\\n")
      os.kill(\(machine.child.pid), signal.SIGKILL)
      for step in range(20000):
          client.sendall(b"2 1 2 /dev/sda2\\n")
      """
    #expect(try machine.inside(Program("/usr/bin/python3")).run(["-c", script]).status == 0)
    #expect(relay.isRunning)
  }

  /// While no boot screen runs, any user may have plymouth's abstract address.
  @Test func relaySendsNothingToAnotherUser() throws {
    let machine = try PrivateMachine(preparing: "mkdir /run/systemd")
    let relay = try relay(in: machine)
    let script = """
      import os, signal, socket
      client = socket.socket(socket.AF_UNIX)
      while client.connect_ex("/run/systemd/fsck.progress"):
          pass
      os.kill(\(machine.child.pid), signal.SIGKILL)
      server = socket.socket(socket.AF_UNIX)
      while True:
          try:
              server.bind("\\0/org/freedesktop/plymouthd")
              break
          except OSError:
              pass
      os.setresuid(65534, 65534, 65534)
      server.listen()
      client.sendall(b"1 1 2 /dev/sda2\\n")
      connection, _ = server.accept()
      if connection.recv(100):
          raise SystemExit("the relay has sent the progress")
      """
    let outcome = try machine.inside(Program("/usr/bin/python3")).run(["-c", script])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(relay.isRunning)
  }
}
