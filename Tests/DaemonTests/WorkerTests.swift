import Foundation
import Images
import PNGReader
import Process
import Testing

/// The processes that decode and encode pictures and read input devices for the daemon.
@Suite struct WorkerTests {
  private static let unit = Peers.root.appendingPathComponent("systemd/loaderd.service").path

  /// A daemon with the nice value, the capabilities and the system call filter of its unit (sandbox.py).
  private func confined(_ options: [String] = [], in folder: Folder = Folder()) throws -> RunningDaemon {
    let program = Program.loaderd.behind("/usr/bin/python3", [Peers.script("sandbox.py"), WorkerTests.unit])
    let daemon = try RunningDaemon(options, in: folder, as: program)
    let status = try String(contentsOfFile: "/proc/\(daemon.child.pid)/status", encoding: .utf8)
    try #require(status.contains("Seccomp:\t2") && !status.contains("CapBnd:\t000001ff"), "the sandbox is not active")
    try #require(WorkerTests.nice(of: Int(daemon.child.pid)) == -10)
    return daemon
  }

  /// The nice value of a process (proc_pid_stat(5), field 19).
  private static func nice(of process: Int) -> Int? {
    let stat = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    let fields = stat?.split(separator: ")").last?.split(separator: " ") ?? []
    return fields.count > 16 ? Int(fields[16]) : nil
  }

  /// The real user of a process; nil if the process has ended.
  private static func user(of process: Int) -> Int? {
    let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    guard let status, !status.contains("State:\tZ") else { return nil }
    let line = status.split(separator: "\n").first { $0.hasPrefix("Uid:") }
    return line?.split(separator: "\t").dropFirst().first.flatMap { Int($0) }
  }

  /// The path of a PNG file that takes some time to decode. `line` is Python for the bytes of a line.
  private func picture(
    in folder: Folder, _ width: Int = 4000, _ height: Int = 2100, line: String = "bytes(range(250)) * 48"
  ) throws -> String {
    let script = """
      import random, struct, sys, zlib
      def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
      random.seed(1)
      header = struct.pack(">IIBBBBB", \(width), \(height), 8, 2, 0, 0, 0)
      rows = zlib.compress(b"".join(b"\\0" + \(line) for _ in range(\(height))), 1)
      open(sys.argv[1], "wb").write(
        b"\\x89PNG\\r\\n\\x1a\\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b""))
      """
    #expect(try Program("/usr/bin/python3").run(["-c", script, folder["large.png"]]).status == 0)
    return folder["large.png"]
  }

  private func show(_ path: String) -> String { "{\"loader\":\"logo\",\"image\":\"\(path)\",\"width\":100}" }

  /// Whether a worker that `begin` starts has a nice value. It is started again if it ends before it is found.
  private func isSeen(nice: Int, in daemon: RunningDaemon, _ begin: () throws -> Void) throws -> Bool {
    try eventually {
      try begin()
      let end = now + 0.5
      while now < end {
        for process in try daemon.child.children where WorkerTests.nice(of: process) == nice { return true }
      }
      return false
    }
  }

  @Test(.enabled(if: getuid() == 0, "needs root, for a negative nice value"))
  func pictureWorkersRunAtNiceFive() throws {
    let daemon = try confined(), path = try picture(in: daemon.folder), client = try daemon.client()
    #expect(
      try isSeen(nice: 5, in: daemon) {
        client.send("{\"method\":\"io.loaderd.Screen.Show\",\"parameters\":\(show(path))}")
      }, "picture decoder")
    #expect(try eventually { try daemon.child.children.isEmpty })
    #expect(
      try isSeen(nice: 5, in: daemon) {
        for _ in 0..<8 { client.send(#"{"method":"io.loaderd.Screen.Screenshot"}"#) }
      }, "PNG encoder")
    #expect(try daemon.child.errors == "")
  }

  @Test(.enabled(if: getuid() == 0, "needs root, for a negative nice value"))
  func inputReaderRunsAtNiceFive() throws {
    let folder = Folder()
    let file = try folder.write("conf", Array("[Input]\ndevices = evdev\n".utf8))
    let daemon = try confined(["--config", file], in: folder)
    #expect(try isSeen(nice: 5, in: daemon) {})
  }

  /// libinput has no devices here, as udevd does not run. A static program reads with evdev instead.
  @Test(.enabled(if: getuid() == 0, "needs root, which has capabilities"), arguments: ["evdev", "libinput"])
  func inputReaderHasNoCapabilitiesAndFewCalls(_ devices: String) throws {
    let folder = Folder()
    let file = try folder.write("conf", Array("[Input]\ndevices = \(devices)\n".utf8))
    let daemon = try RunningDaemon(["--config", file], in: folder)
    let isConfined = try eventually {
      try daemon.child.children.contains { process in
        let words = try? String(contentsOfFile: "/proc/\(process)/cmdline", encoding: .utf8)
        let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        guard let words, let status, words.contains("--input") else { return false }
        return status.contains("CapPrm:\t0000000000000000") && status.contains("Seccomp:\t2")
      }
    }
    #expect(isConfined)
  }

  /// 3840×2160 pixels, most of them noise, which compresses worst: a worker has enough CPU time and memory for the
  /// file.
  @Test(.enabled(if: getuid() == 0, "needs root, for the sandbox"))
  func screenshotOf4KDisplay() throws {
    let folder = Folder()
    let noise = try picture(in: folder, 3840, 2160, line: "random.randbytes(11520)")
    let daemon = try confined(["--size", "3840x2160"], in: folder)
    _ = try daemon.control(["show", "logo", "--image", noise, "--width", "3840", "--transition", "none"])
    _ = try daemon.control(["screenshot", "-o", folder["shot.png"]])
    let shot = try PNGReader(folder.data("shot.png"))
    #expect(shot.width == 3840 && shot.height == 2160)
    let middle = shot.rgba.count / 2 + 4 * 1920
    #expect(Set(shot.rgba[middle - 400..<middle + 400]).count > 50, "the picture is not shown")
  }

  /// A reply holds 180 KiB of a picture.
  @Test func largeScreenshotNeedsADescriptor() throws {
    let folder = Folder()
    let pixels = (0..<250_000).map { 0xFF00_0000 | ($0 as UInt32) &* 2_654_435_761 >> 8 }
    let noise = try folder.write(
      "noise.png", PNG(PNG.Frame(width: 500, height: 500, pixels: pixels), hasAlpha: false).bytes)
    let daemon = try RunningDaemon(showing: nil, ["--size", "500x500"], in: folder)
    #expect(try daemon.call("Screenshot").text("png") != nil)
    #expect(
      try daemon.control(["show", "logo", "--image", noise, "--width", "500", "--transition", "none"]).status == 0)
    let isTooLarge = try eventually {
      let answer = try daemon.call("Screenshot")
      return answer.shortError == "TooLarge" && answer.number("limit") == 180 * 1024
    }
    #expect(isTooLarge)
    #expect(try daemon.control(["screenshot", "-o", folder["shot.png"]]).status == 0)
    #expect(try folder.data("shot.png").count > 180 * 1024)
  }

  /// A screenshot gets no larger than a file of the caller: 2 blocks of 512 bytes.
  @Test func screenshotHasTheCallersLimitOfSize() throws {
    let folder = Folder()
    let noise = try picture(in: folder, 200, 200, line: "random.randbytes(600)")
    let daemon = try RunningDaemon(showing: nil, in: folder)
    let show = ["show", "logo", "--image", noise, "--width", "200", "--transition", "none"]
    #expect(try daemon.control(show).status == 0)
    chmod(folder.path, 0o777)
    chmod(daemon.socket, 0o666)
    let limited = Program.loaderctl(in: folder).assigning("ulimit -f 2;")
    for program in getuid() == 0 ? [limited, limited.asStranger] : [limited] {
      let outcome = try program.run(["--socket", daemon.socket, "screenshot", "-o", folder["shot.png"]])
      #expect(outcome.status == 1 && outcome.errors.contains("File too large"), "\(outcome)")
      try? FileManager.default.removeItem(atPath: folder["shot.png"])
    }
    #expect(try daemon.control(["screenshot", "-o", folder["shot.png"]]).status == 0)
  }

  @Test func stateFileThatIsTooLargeEndsNoDaemon() throws {
    let daemon = try RunningDaemon(as: Program.loaderd.assigning("ulimit -f 2;"))
    let text = String(repeating: "x", count: 3000)
    #expect(try daemon.call("Show", #"{"loader":"shimmer","text":"\#(text)"}"#).shortError == nil)
    #expect(try eventually { try daemon.child.errors.contains("File too large") })
    #expect(try daemon.keepsDrawing())
  }

  /// The worker waits, because the pipe is full. It has the standard streams, the file of its result, the pipe that
  /// tells its end, the connection, and the descriptor that came with the call.
  @Test(.enabled(if: getuid() == 0, "needs root, to change the user"))
  func screenshotIsWrittenAsTheCallingUserAndEndsWithTheDaemon() throws {
    let daemon = try RunningDaemon()
    chmod(daemon.folder.path, 0o755)
    chmod(daemon.socket, 0o666)
    let script = """
      import array, fcntl, os, socket, sys
      reading, writing = os.pipe()
      os.set_blocking(writing, False)
      try:
        while os.write(writing, bytes(512)): pass
      except BlockingIOError:
        os.set_blocking(writing, True)
      s = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1])
      rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [writing]))]
      s.sendmsg([b'{"method":"io.loaderd.Screen.Screenshot"}\\0'], rights)
      s.recv(65536)
      """
    let python = Program("/usr/bin/python3").asStranger
    let caller = try Child(python, ["-c", script, daemon.socket].map { Array($0.utf8) }, in: Folder())
    var worker = 0
    let isFound = try eventually {
      worker = try daemon.child.children.first { WorkerTests.user(of: $0) == 65534 } ?? 0
      return worker > 0
    }
    #expect(try isFound && daemon.keepsDrawing() && caller.isRunning)
    let folder = "/proc/\(worker)/fd", manager = FileManager.default
    let isConfined = try eventually {
      let files = try manager.contentsOfDirectory(atPath: folder).filter { Int($0) ?? 0 > 2 }
        .compactMap { try? manager.destinationOfSymbolicLink(atPath: "\(folder)/\($0)") }  // some are just being closed
      func count(_ kind: String) -> Int { files.count { $0.contains(kind) } }
      return files.count == 4 && count("socket:") == 1 && count("pipe:") == 2
    }
    #expect(isConfined)
    daemon.child.signal(SIGKILL)
    #expect(try eventually { WorkerTests.user(of: worker) == nil }, "a worker ends with its daemon")
  }

  /// The worker runs as the calling user; the daemon needs CAP_KILL to end it.
  @Test(.enabled(if: getuid() == 0, "needs root, to change the user"))
  func workersOfOtherUsersEndWithTheDaemon() throws {
    let daemon = try confined()
    let path = try picture(in: daemon.folder)
    chmod(path, 0o644)
    chmod(daemon.folder.path, 0o755)
    chmod(daemon.socket, 0o666)
    let script = """
      import socket, sys
      s = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1])
      s.sendall(b'{"method":"io.loaderd.Screen.Show","parameters":' + sys.argv[2].encode() + b'}\\0')
      s.recv(65536)
      """
    let python = Program("/usr/bin/python3").asStranger
    var worker: Int?, callers: [Child] = []
    _ = try eventually {
      let words = ["-c", script, daemon.socket, show(path)]
      callers.append(try Child(python, words.map { Array($0.utf8) }, in: Folder()))
      let end = now + 2
      while worker == nil, now < end {
        worker = try daemon.child.children.first { WorkerTests.user(of: $0) == 65534 && kill(pid_t($0), SIGSTOP) == 0 }
      }
      return worker != nil
    }
    let stopped = try #require(worker)
    defer { kill(pid_t(stopped), SIGKILL) }
    _ = try daemon.call("Quit")
    #expect(try daemon.child.finish().status == 0)
    #expect(eventually { WorkerTests.user(of: stopped) == nil }, "SIGKILL ends the stopped worker")
  }

  /// systemd waits 10 s for a zombie at the end of a shutdown. The reader ends late here, because a tracer must be told
  /// first (ptrace(2)); on a busy machine it ends when it gets the processor.
  @Test(.enabled(if: getuid() == 0, "needs root, to trace a process of another parent"))
  func readerThatEndsLateIsReaped() throws {
    let folder = Folder()
    let file = try folder.write("conf", Array("[Input]\ndevices = evdev\n".utf8))
    let daemon = try RunningDaemon(["--config", file], in: folder)
    func status() -> String? {
      let reader = (try? daemon.child.children)?.first
      return reader.flatMap { try? String(contentsOfFile: "/proc/\($0)/status", encoding: .utf8) }
    }
    #expect(eventually { status()?.contains("Seccomp:\t2") == true }, "the reader runs")
    let reader = try #require(try daemon.child.children.first)
    let script = """
      import ctypes, os, signal, sys
      reader = int(sys.argv[1])
      signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])
      assert ctypes.CDLL(None).ptrace(0x4206, reader, None, None) == 0  # PTRACE_SEIZE
      signal.sigwait([signal.SIGTERM])
      os.waitpid(reader, 0x40000000)  # __WALL
      """
    let words = ["-c", script, "\(reader)"].map { Array($0.utf8) }
    let tracer = try Child(Program("/usr/bin/python3"), words, in: Folder())
    #expect(eventually { status()?.contains("TracerPid:\t\(tracer.pid)\n") == true })
    #expect(try daemon.call("Yield").error == nil && daemon.call("GetState").error == nil)
    #expect(eventually { status()?.contains("State:\tZ") == true }, "the reader is killed")
    tracer.signal(SIGTERM)
    #expect(try tracer.finish().status == 0)
    #expect(try eventually { try daemon.child.children.isEmpty })
  }

  /// A worker has a limit of CPU time and none of elapsed time, which a busy machine would exceed.
  @Test func workerThatWasStoppedDeliversItsResult() throws {
    let daemon = try RunningDaemon(), path = try picture(in: daemon.folder), client = try daemon.client()
    var worker: pid_t?
    _ = try eventually {
      client.send("{\"method\":\"io.loaderd.Screen.Show\",\"parameters\":\(show(path))}")
      let end = now + 0.5
      while worker == nil, now < end {
        worker = try daemon.child.children.first { kill(pid_t($0), SIGSTOP) == 0 }.map { pid_t($0) }
      }
      if worker == nil { _ = try client.reply() }
      return worker != nil
    }
    let stopped = try #require(worker)
    pause(4)
    #expect(try daemon.keepsDrawing())
    kill(stopped, SIGCONT)
    #expect(try client.reply().error == nil)
    #expect(try daemon.child.errors == "", "the picture of the call is shown")
  }

  /// 22 is PR_SET_SECCOMP.
  @Test func kernelWithoutSystemCallFiltersCostsALine() throws {
    let words = ["-B", Peers.script("without_option.py"), "prctl", "0", "22", "EINVAL"]
    let daemon = try RunningDaemon(as: Program.loaderd.behind("/usr/bin/python3", words))
    let path = try picture(in: daemon.folder)
    for _ in 0..<3 { #expect(try daemon.call("Show", show(path)).error == nil) }
    let line = "no seccomp: worker processes have all system calls; enable CONFIG_SECCOMP_FILTER in the kernel"
    #expect(try daemon.child.errors == "loaderd: \(line)\n")
  }
}
