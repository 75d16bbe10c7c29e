import Foundation
import Images
import Process
import Support
import Testing

@testable import Daemon
@testable import DaemonCore
@testable import System

/// The hand-over to a successor (`--replace`), and `quit --handover`, `--restart` and `--wait`.
@Suite struct HandoverTests {
  /// A successor of `daemon`, which has ended because of it.
  private func successor(of daemon: RunningDaemon, _ options: [String] = []) throws -> RunningDaemon {
    let next = try RunningDaemon(showing: nil, options + ["--replace"], in: daemon.folder)
    #expect(try daemon.child.finish().status == 0)
    return next
  }

  @Test func successorShowsTheSamePictureAtItsPhase() throws {
    let daemon = try RunningDaemon()
    _ = try daemon.call("Show", #"{"loader":"shimmer","text":"Go on"}"#)
    _ = try daemon.call("SetProgress", #"{"value":0.4,"label":"Half"}"#)
    #expect(try daemon.keepsDrawing())
    let before = try #require(try daemon.call("GetState").number("frame.time"))
    let next = try successor(of: daemon)
    let state = try next.call("GetState")
    #expect(state.text("text") == "Go on" && state.text("status") == "Half" && state.number("progress") == 0.4)
    #expect(try #require(state.number("frame.time")) > before, "the animation does not begin again")
    #expect(daemon.folder.exists("s") && daemon.folder.exists("s.handover"))
  }

  @Test func waitingClientIsServedByTheSuccessor() throws {
    let daemon = try RunningDaemon()
    daemon.child.signal(SIGSTOP)
    let client = try daemon.client()  // the kernel accepts it, loaderd does not
    daemon.child.signal(SIGCONT)
    let next = try successor(of: daemon)
    #expect(try client.call("io.loaderd.Screen.SetStatus", #"{"text":"Waited"}"#).error == nil)
    #expect(try next.call("GetState").text("status") == "Waited")
  }

  /// As a client that connects right before the hand-over.
  @Test func acceptedClientIsServedByTheSuccessor() throws {
    let daemon = try RunningDaemon()
    let witness = try daemon.client()
    let before = try daemon.settledDescriptorCount(asking: witness)
    let client = try daemon.client()
    #expect(try eventually { try daemon.child.descriptorCount > before }, "loaderd accepts it")
    let next = try successor(of: daemon)
    #expect(try client.call("io.loaderd.Screen.SetStatus", #"{"text":"Late"}"#).error == nil)
    #expect(try next.call("GetState").text("status") == "Late")
  }

  @Test func predecessorGoesOnWhenTheSuccessorEndsTooEarly() throws {
    let daemon = try RunningDaemon()
    do {
      let connection = try Socket.connected(to: Bytes(Array((daemon.socket + ".handover").utf8)))
      var bytes: [UInt8] = []
      while bytes != HandoverMessage.end.utf8, connection.awaitBytes(until: .max) {
        bytes = try #require(try Socket.receive(upTo: 256, from: connection)).bytes
      }
    }
    #expect(try daemon.keepsDrawing())
    #expect(try daemon.child.errors.contains("this loaderd goes on"))
    #expect(try successor(of: daemon).keepsDrawing())
  }

  /// A successor needs time until its first frame. Its predecessor draws meanwhile, and stops when it is told to;
  /// without `prepare`, as from a successor of an older version, it draws nothing.
  @Test(arguments: [true, false]) func predecessorDrawsWhileTheSuccessorPrepares(prepares: Bool) throws {
    let folder = Folder()
    let daemon = try RunningDaemon(["--frames", folder["frames"]], in: folder)
    let frames = { try FileManager.default.contentsOfDirectory(atPath: folder["frames"]).count }
    let connection = try Socket.connected(to: Bytes(Array((daemon.socket + ".handover").utf8)))
    var bytes: [UInt8] = [], passed: FileDescriptor?
    while bytes != HandoverMessage.end.utf8, connection.awaitBytes(until: .max) {
      let message = try #require(try Socket.receive(upTo: 256, from: connection))
      bytes = message.bytes
      if bytes == HandoverMessage.overlap.utf8 { passed = message.passed }
    }
    let overlap = try #require(passed)
    if prepares {
      try overlap.write(HandoverMessage.prepare.utf8)
      let before = try frames()
      #expect(try eventually { try frames() > before + 5 })
      try overlap.write(HandoverMessage.ready.utf8)
      #expect(overlap.awaitBytes(until: .max))
      #expect(try overlap.read(upTo: 64) == [], "it closes the socket when it has stopped")
    }
    let last = try frames()
    Clock.sleep(milliseconds: 200)
    #expect(try frames() == last)
    try connection.write(HandoverMessage.shown.utf8)
    #expect(try daemon.child.finish().status == 0)
  }

  /// It serves nobody while it waits for the successor's first picture.
  @Test func silentSuccessorIsGivenUp() throws {
    let daemon = try RunningDaemon()
    let connection = try Socket.connected(to: Bytes(Array((daemon.socket + ".handover").utf8)))
    #expect(connection.awaitBytes(until: .max))
    #expect(eventually { (try? daemon.keepsDrawing()) == true })
    var messages: [UInt8] = []
    while connection.awaitBytes(until: Clock.nanoseconds), let bytes = try connection.read(upTo: 64), !bytes.isEmpty {
      messages += bytes
    }
    #expect(messages.suffix(HandoverMessage.refused.utf8.count) == HandoverMessage.refused.utf8[...])
  }

  /// The calls are replayed in their order, also if the files of one must be read first.
  @Test func failureAfterAPictureStays() throws {
    let daemon = try RunningDaemon(), folder = daemon.folder
    let picture = PNG(PNG.Frame(width: 1, height: 1, pixels: [0xFF00_0000]), hasAlpha: false).bytes
    let path = try folder.write("picture.png", picture)
    #expect(try daemon.call("Show", #"{"loader":"logo","image":"\#(path)"}"#).error == nil)
    #expect(try daemon.control(["progress", "0", "--phases", "a:1,b:1", "--phase", "a", "--part", "1/2"]).status == 0)
    #expect(try daemon.control(["progress", "40%", "--phase", "a"]).status == 0)
    #expect(try daemon.control(["failure", "x.service", "--text", "It broke"]).status == 0)
    let next = try successor(of: daemon)
    #expect(try eventually { try next.call("GetState").text("failure") == "It broke" })
    #expect(next.journalContains(#""displayed":0.2"#) && next.journalContains(#""part":{"number":1,"count":2}"#))
  }

  /// The picture that counts is that of the last one, also if the one before it has shown none.
  @Test func successorOfASuccessorWithoutAPictureEndsBoth() throws {
    let daemon = try RunningDaemon(), folder = daemon.folder
    // A picture that a successor reads before its first frame.
    let pixels = (0..<1_000_000).map { 0xFF00_0000 | $0 * 997 & 0xFF_FFFF as UInt32 }
    let picture = PNG(PNG.Frame(width: 1000, height: 1000, pixels: pixels), hasAlpha: false).bytes
    let path = try folder.write("picture.png", picture)
    #expect(try daemon.call("Show", #"{"loader":"logo","image":"\#(path)"}"#).error == nil)
    #expect(daemon.journalContains("picture.png"))
    let words = ["--output", "headless", "--socket", daemon.socket, "--replace"]
    // The listening socket, and connections that wait.
    let waiting = {
      try String(contentsOfFile: "/proc/net/unix", encoding: .utf8).split(separator: "\n")
        .count { $0.hasSuffix(" " + folder["s.handover"]) }
    }
    daemon.child.signal(SIGSTOP)
    var both: [Child] = []
    // A successor waits five seconds for its predecessor. On a busy machine the second may start after that.
    while both.isEmpty || !both.allSatisfy(\.isRunning) {
      for child in both { child.signal(SIGKILL) }
      let before = try waiting()
      both = try (0..<2).map { _ in try Child(.loaderd, words.map { Array($0.utf8) }, in: folder) }
      #expect(try eventually { try waiting() >= before + 2 || !both.allSatisfy(\.isRunning) })
    }
    daemon.child.signal(SIGCONT)
    #expect(try daemon.child.finish().status == 0, "it does not go on")
    #expect(eventually { both.count { $0.isRunning } == 1 })
  }

  /// Its predecessor goes on, and needs them.
  @Test func successorThatEndsBeforeItsFirstFrameLeavesTheFiles() throws {
    let pixels = (0..<4_000_000).map { 0xFF00_0000 | $0 * 997 & 0xFF_FFFF as UInt32 }
    let picture = PNG(PNG.Frame(width: 2000, height: 2000, pixels: pixels), hasAlpha: false).bytes
    var daemon = try RunningDaemon(), successor: Child?
    while successor == nil {
      let path = try daemon.folder.write("large.png", picture)
      #expect(try daemon.call("Show", #"{"loader":"logo","image":"\#(path)"}"#).error == nil)
      #expect(daemon.journalContains("large.png"))
      let words = ["--output", "headless", "--socket", daemon.socket, "--replace"]
      let next = try Child(.loaderd, words.map { Array($0.utf8) }, in: daemon.folder)
      // The process that reads the picture is stopped. On a busy machine it may have ended before it is seen; one that
      // has ended has no command line.
      let isFound = eventually {
        let readers = (try? next.children) ?? []
        let isStopped = readers.contains { reader in
          kill(pid_t(reader), SIGSTOP) == 0
            && FileManager.default.contents(atPath: "/proc/\(reader)/cmdline")?.isEmpty == false
        }
        if isStopped { successor = next }
        return isStopped || !daemon.child.isRunning
      }
      #expect(isFound)
      if successor == nil { daemon = try RunningDaemon() }
    }
    let next = try #require(successor), folder = daemon.folder
    next.signal(SIGTERM)
    _ = try next.finish()
    #expect(try daemon.keepsDrawing())
    #expect(daemon.journalContains("large.png") && folder.exists("s") && folder.exists("s.handover"))
    #expect(!folder.exists("s.ended"))
  }

  /// Both would go on, and clients would reach either one.
  @Test func successorThatIsTooLateIsToldSo() throws {
    let folder = Folder()
    let script = """
      import os, socket, sys, time
      server = socket.socket(socket.AF_UNIX)
      server.bind(sys.argv[1])
      server.listen()
      print("listening", flush=True)
      connection = server.accept()[0]
      connection.sendall(b"end\\n")
      while not os.path.exists(sys.argv[2]): time.sleep(0.01)
      connection.sendall(b"refused\\n")
      print("refused", flush=True)
      connection.recv(6)
      """
    let peer = try Child(
      Program("/usr/bin/python3"), ["-c", script, folder["s.handover"], folder["go"]].map { Array($0.utf8) }, in: folder
    )
    #expect(try eventually { try !folder.data("out").isEmpty })
    let predecessor = try #require(Predecessor(beside: Bytes(Array(folder["s"].utf8))))
    try folder.write("go", [])
    #expect(try eventually { try String(decoding: folder.data("out"), as: UTF8.self).contains("refused") })
    #expect(!predecessor.release())
    #expect(try peer.finish().status == 0)
  }

  @Test func secondDaemonWithoutReplaceIsRefused() throws {
    let daemon = try RunningDaemon()
    let outcome = try Program.loaderd.run(["--output", "headless", "--socket", daemon.socket])
    #expect(outcome.status == 1 && outcome.errors.contains("--replace"))
    #expect(try daemon.keepsDrawing())
  }

  @Test func replaceWithoutAPredecessorStarts() throws {
    #expect(try RunningDaemon(["--replace"]).keepsDrawing())
  }

  @Test func handoverSocketIsPrivate() throws {
    let daemon = try RunningDaemon()
    var status = stat()
    #expect(lstat(daemon.folder["s.handover"], &status) == 0 && status.st_mode & 0o777 == 0o600)
  }

  @Test func questionsDoNotStartADaemonThatHasEnded() throws {
    let daemon = try RunningDaemon()
    #expect(!daemon.folder.exists("s.ended"))
    #expect(try daemon.control(["quit", "--wait"]).status == 0)
    #expect(try daemon.child.finish().status == 0)
    #expect(daemon.folder.exists("s.ended"))
    // A socket unit would accept the connection and start loaderd.
    let listener = try Socket.listening(at: Bytes(Array(daemon.socket.utf8)))
    #expect(try daemon.control(["--if-running", "status", "x"]).status == 0)
    #expect(try daemon.control(["--if-running", "run", "--text", "x", "--", "true"]).status == 0)
    #expect(try daemon.control(["--if-running", "follow"], input: "40%\n").status == 0)
    for query in ["state", "outputs", "screenshot -o x.png", "hide", "reload", "quit", "monitor"] {
      #expect(try daemon.control(query.split(separator: " ").map { "\($0)" }).status == 3, "\(query) starts nothing")
    }
    #expect(try daemon.control(["timeline"]).text.contains("end"))
    #expect(try Socket.accepted(from: listener) == nil)
    File.remove(Bytes(Array(daemon.socket.utf8)))
    _ = try RunningDaemon(in: daemon.folder)
    #expect(!daemon.folder.exists("s.ended"))
  }

  @Test(arguments: [true, false]) func restartDrawsUntilTheSuccessorHasTakenOver(isSignal: Bool) throws {
    let daemon = try RunningDaemon()
    if isSignal {
      daemon.child.signal(SIGPWR)
    } else {
      #expect(try daemon.control(["quit", "--restart"]).status == 0)
    }
    #expect(try daemon.child.finish().status == 0, "the service has ended for its manager")
    #expect(try daemon.keepsDrawing(), "another process goes on")
    let next = try successor(of: daemon)
    #expect(try eventually { try processes(of: daemon.socket) == ["\(next.child.pid)"] })
    #expect(try next.keepsDrawing(30), "the successor does not replay the call")
    #expect(next.child.isRunning)
  }

  /// The worker process that reads it would end with the process for which systemd waits, or with the predecessor.
  @Test(arguments: [true, false]) func callWhosePictureIsReadIsAnswered(isRestart: Bool) throws {
    let daemon = try RunningDaemon(), folder = daemon.folder
    let pixels = (0..<4_000_000).map { 0xFF00_0000 | $0 * 997 & 0xFF_FFFF as UInt32 }
    let picture = PNG(PNG.Frame(width: 2000, height: 2000, pixels: pixels), hasAlpha: false).bytes
    let path = try folder.write("large.png", picture)
    let client = try daemon.client()
    client.send(#"{"method":"io.loaderd.Screen.Show","parameters":{"loader":"logo","image":"\#(path)"}}"#)
    #expect(try eventually { try !daemon.child.children.isEmpty })
    if isRestart { daemon.child.signal(SIGPWR) }
    let next = try successor(of: daemon)
    #expect(try client.reply().error == nil)
    #expect(try eventually { try next.call("GetState").text("loader") == "logo" })
  }

  /// The numbers of the processes that have the path in their arguments.
  private func processes(of socket: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { number in
      guard Int(number) != nil, let words = FileManager.default.contents(atPath: "/proc/" + number + "/cmdline") else {
        return false
      }
      return words.range(of: Data(socket.utf8)) != nil
    }
  }

  @Test func noSocketMeansNoFileBesideIt() throws {
    let folder = Folder()
    let words = ["--output", "headless", "--socket", "", "--once", "--show", "spinner"]
    let command = "cd \(folder.path) && exec \"$0\" \"$@\""
    _ = try Program("/bin/sh", ["-c", command, Program.loaderd.path]).run(words)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test func quitAtHandoverEndsAHeadlessDaemonAtOnce() throws {
    let daemon = try RunningDaemon()
    #expect(try daemon.control(["quit", "--handover"]).status == 0)
    #expect(try daemon.child.finish().status == 0)
  }

  @Test func textOfTheCommandLineEndsWithTheMode() throws {
    let folder = Folder()
    let path = folder["theme"]
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try Data("[Theme]\nloader = bar\n[shutdown]\ntext = Going down\n".utf8).write(
      to: URL(fileURLWithPath: path + "/theme.conf"))
    let file = try folder.write("conf", Array("[Screen]\ntheme = \(path)\n".utf8))
    let daemon = try RunningDaemon(showing: "Starting", ["--config", file], in: folder)
    #expect(try daemon.call("GetState").text("text") == "Starting")
    let next = try successor(of: daemon, ["--config", file])
    #expect(try next.call("GetState").text("text") == "Starting", "a successor keeps it")
    _ = try next.call("SetMode", #"{"mode":"shutdown"}"#)
    #expect(try next.call("GetState").text("text") == "Going down")
    _ = try next.call("Show", #"{"loader":"bar","text":"A client's"}"#)
    _ = try next.call("SetMode", #"{"mode":"reboot"}"#)
    #expect(try next.call("GetState").text("text") == "A client's")
  }
}
