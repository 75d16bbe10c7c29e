import Foundation
import Process
import Testing

/// `loaderctl run`: the command behaves as without loaderctl, and the loader is shown.
@Suite struct RunTests {
  static func run(
    _ words: [String], in folder: Folder = Folder(), input: String = "", environment: [String: String] = [:]
  ) throws -> Outcome {
    let program = Program.loaderctl(in: folder)
    return try program.run(["--socket", folder["s"], "run"] + words, input: input, environment: environment)
  }

  @Test(arguments: ["auto", "none", "percent", "apt"], [("exit 0", 0), ("exit 7", 7), ("kill -9 $$", 137)])
  func exitStatusIsThatOfTheCommand(format: String, script: (String, Int32)) throws {
    let outcome = try RunTests.run(["--if-running", "--progress", format, "--", "sh", "-c", script.0])
    #expect(outcome.status == script.1 && outcome.errors == "" && outcome.output.isEmpty)
  }

  /// With SIGCHLD ignored, as after some supervisors, the kernel reports no end of a process.
  @Test(arguments: [("exit 0", 0), ("exit 7", 7)])
  func commandEndsWhereTheParentIgnoresSIGCHLD(script: (String, Int32)) throws {
    let folder = Folder(), loaderctl = Program.loaderctl(in: folder).path
    let code = """
      import os, signal, sys
      signal.signal(signal.SIGCHLD, signal.SIG_IGN)
      os.execv(sys.argv[1], sys.argv[1:])
      """
    let words = ["--socket", folder["s"], "run", "--", "sh", "-c", script.0]
    #expect(try Program("/usr/bin/python3").run(["-c", code, loaderctl] + words).status == script.1)
  }

  /// To open a FIFO would let its writer go on, and end it with SIGPIPE.
  @Test func inputOfDDMayBeAFIFO() throws {
    let folder = Folder(), loaderctl = Program.loaderctl(in: folder).path
    let script = """
      mkfifo "$1/fifo"; { sleep 0.2; echo content; } >"$1/fifo" &
      "$2" --socket "$1/s" run -- dd if="$1/fifo" of="$1/out" status=none && wait $! && cat "$1/out"
      """
    let outcome = try Program("/bin/sh").run(["-c", script, "sh", folder.path, loaderctl])
    #expect(outcome.status == 0 && outcome.text == "content\n", "\(outcome)")
  }

  @Test func aMissingDaemonIsReportedOnce() throws {
    let folder = Folder()
    let outcome = try RunTests.run(["echo", "hello"], in: folder)
    #expect(outcome.status == 0 && outcome.text == "hello\n")
    #expect(
      outcome.errorLines == [
        "loaderctl: no loaderd answered at \(folder["s"]); the command ran without a loader"
      ])
  }

  /// A connection would start it by socket activation.
  @Test func endedDaemonGetsNoConnectionWithIfRunning() throws {
    let folder = Folder(),
      script = """
        import socket, subprocess, sys
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(sys.argv[1])
        listener.listen()
        listener.setblocking(False)
        subprocess.run([sys.argv[2], "--socket", sys.argv[1], "--if-running", "run", "--cancellable", "true"])
        try:
            listener.accept()
            print("connected")
        except BlockingIOError:
            print("not connected")
        """
    try folder.write("s.ended", [])
    let words = ["-c", script, folder["s"], Program.loaderctl(in: folder).path]
    #expect(try Program("/usr/bin/python3").run(words).text == "not connected\n")
  }

  @Test func commandsThatCannotStartAreReported() throws {
    let folder = Folder()
    try folder.write("plain", Array("text".utf8))
    for format in ["auto", "none"] {
      let none = try RunTests.run(["--if-running", "--progress", format, "--", "/nonexistent"])
      #expect(none.status == 127 && none.errorLines == ["loaderctl: /nonexistent: No such file or directory"])
      let plain = try RunTests.run(["--if-running", "--progress", format, "--", folder["plain"]])
      #expect(plain.status == 126 && plain.errorLines.count == 1)
    }
  }

  @Test func optionsAfterTheCommandAreItsOwn() throws {
    #expect(try RunTests.run(["--if-running", "sh", "-c", "exit 7"]).status == 7)
  }

  @Test(arguments: [
    (["run"], "an argument is missing"),
    (["run", "--progress", "x", "true"], "--progress: 'x' is not one of auto, none"),
    (["run", "--loader", "x", "true"], "no loader 'x'"), (["run", "--size", "x", "true"], "--size: 'x' is neither"),
    (["run", "--loader", "shimmer", "true"], "text: empty; give shimmer a text"),
    (["follow", "x"], "'x': too many arguments"),
    (["follow", "--format", "none"], "--format: 'none' is not one of auto"),
  ])
  func wrongUsageIsReported(words: [String], problem: String) throws {
    let outcome = try Program.loaderctl(in: Folder()).run(words)
    #expect(outcome.status == 2 && outcome.errors.hasPrefix("loaderctl: \(problem)"), "\(outcome.errors)")
  }

  @Test(arguments: ["auto", "none"]) func outputIsPassedUnchanged(format: String) throws {
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) }
    let folder = Folder()
    try folder.write("data", bytes)
    let outcome = try RunTests.run([
      "--if-running", "--progress", format, "--", "sh", "-c", "cat \(folder["data"]); printf 'a\\0b' >&2",
    ])
    #expect(outcome.output == Data(bytes) && outcome.errors == "a\0b")
  }

  /// The command has ended when its output is still in the pipes: its own one, which it has made larger, is full.
  @Test func outputInALargePipeIsPassedWhole() throws {
    let folder = Folder(), loaderctl = Program.loaderctl(in: folder).path
    let code = """
      import fcntl, os, sys
      fcntl.fcntl(1, 1031, 1 << 20)
      rest = b"x" * 1179648
      while rest: rest = rest[os.write(1, rest):]
      open(sys.argv[1], "w")
      """
    let line = """
      "$1" --if-running --socket "$2/s" run -- python3 -c "$3" "$2/end" |
      { until [ -e "$2/end" ]; do sleep 0.05; done; sleep 0.2; wc -c; }
      """
    let outcome = try Program("/bin/sh").run(["-c", line, "sh", loaderctl, folder.path, code])
    #expect(outcome.text == "1179648\n")
  }

  /// dpkg of BusyBox does not know the option for the status.
  @Test func dpkgOfBusyBoxGetsItsOwnArguments() throws {
    let folder = Folder()
    try folder.write("busybox", Array("#!/bin/sh\necho \"$@\"\n".utf8))
    chmod(folder["busybox"], 0o755)
    symlink("busybox", folder["dpkg"])
    let path = ["PATH": "\(folder.path):/usr/bin:/bin"]
    for name in [folder["dpkg"], "dpkg"] {
      let outcome = try RunTests.run(["--if-running", "--", name, "-i", "x"], environment: path)
      #expect(outcome.text == "-i x\n" && outcome.status == 0, "\(outcome)")
    }
  }

  @Test func inputIsPassedToTheCommand() throws {
    #expect(try RunTests.run(["--if-running", "cat"], input: "one\ntwo").text == "one\ntwo")
  }

  @Test func orderIsKeptWhenBothStreamsAreOne() throws {
    let folder = Folder()
    let shell = Program("/bin/sh", ["-c", "exec \"$@\" 2>&1", "sh", Program.loaderctl(in: folder).path], in: folder)
    let script = "for i in 1 2 3 4 5 6 7 8 9; do echo out$i; echo err$i >&2; done"
    let outcome = try shell.run(["--socket", folder["s"], "--if-running", "run", "--", "sh", "-c", script])
    #expect(outcome.text == (1...9).map { "out\($0)\nerr\($0)\n" }.joined())
  }

  @Test func processesLeftBehindAreNotWaitedFor() throws {
    // It sleeps for longer than a test waits.
    let script = "sleep \(Int(defaultTimeout) * 2) & echo done"
    #expect(try RunTests.run(["--if-running", "--", "sh", "-c", script]).text == "done\n")
  }

  /// The text of a loader that draws none is the status line.
  @Test(arguments: ["ring", "spinner"]) func theLoaderIsShownWhileTheCommandRuns(loader: String) throws {
    let daemon = try RunningDaemon(showing: nil)
    let script = "echo '[ 42%] Building'; while [ ! -e \(daemon.folder["go"]) ]; do sleep 0.05; done; exit 5"
    let words = ["--socket", daemon.socket, "run", "--loader", loader, "--text", "Working", "--", "sh", "-c", script]
    let folder = Folder()
    let child = try Child(Program.loaderctl(in: folder), words.map { Array($0.utf8) }, in: folder)
    #expect(try eventually { try daemon.call("GetState").text("loader") == loader })
    #expect(try eventually { try daemon.call("GetState").number("progress") == 0.42 })
    #expect(try daemon.call("GetState").text("status") == "Working")
    try daemon.folder.write("go", [])
    #expect(try child.finish().status == 5)
    #expect(try eventually { try daemon.call("GetState").isNull("loader") })
  }

  @Test func theLoaderIsHiddenWhenLoaderctlIsKilled() throws {
    let daemon = try RunningDaemon(showing: "Below")
    let words = ["--socket", daemon.socket, "run", "--loader", "ring", "--", "sleep", "20"]
    let folder = Folder()
    let child = try Child(Program.loaderctl(in: folder), words.map { Array($0.utf8) }, in: folder)
    #expect(try eventually { try daemon.call("GetState").text("loader") == "ring" })
    child.signal(SIGKILL)
    #expect(try eventually { try daemon.call("GetState").text("text") == "Below" })
  }

  @Test(arguments: ["progress 30", "follow"]) func callsOfTheCommandChangeItsLoader(verb: String) throws {
    let daemon = try RunningDaemon(showing: nil)
    let loaderctl = "\(Program.loaderctl(in: daemon.folder).path) --socket \(daemon.socket)"
    let call = "echo 30 | \(loaderctl) \(verb)"
    // `run` waits for its loader for 50 ms at most, which a busy machine may exceed.
    let script = "[ $LOADERD_SHOW ] || exit 9; \(loaderctl) status Mine && \(call) && \(loaderctl) state"
    var outcome: Outcome?
    let isShown = try eventually {
      outcome = try RunTests.run(["--", "sh", "-c", script], in: daemon.folder)
      return outcome?.status != 9
    }
    let text = try #require(outcome).text
    #expect(isShown && outcome?.status == 0 && text.contains("status: Mine\n") && text.contains("progress: 30%"))
    #expect(try daemon.call("GetState").isNull("progress"), "what is below has not changed")
  }

  /// A daemon that was started again knows no id that the command has. Nil is what `run` sets where no daemon answers.
  @Test(arguments: ["77", "1030000033", "4503599627370496", nil])
  func aLoaderThatIsGoneIsNoErrorOfTheCommand(id: String?) throws {
    let daemon = try RunningDaemon(showing: "Told")
    let loaderctl = Program.loaderctl(in: daemon.folder)
    let words = ["--socket", daemon.folder["nowhere"], "run", "--", "sh", "-c", "printf %s $LOADERD_SHOW"]
    let environment = ["LOADERD_SHOW": try id ?? loaderctl.run(words).text]
    for words in [["status", "x"], ["progress", "30"], ["progress", "-"], ["follow"], ["hide"]] {
      let words = ["--socket", daemon.socket] + words
      let outcome = try loaderctl.run(words, input: "30\n", environment: environment)
      #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
    }
    let state = try daemon.call("GetState")
    #expect(state.text("text") == "Told" && state.text("status") == "" && state.isNull("progress"), "nothing changes")
  }

  @Test(arguments: [["status", "x"], ["progress", "30"], ["progress", "-"], ["follow"], ["hide"]])
  func aWrongNumberOfTheLoaderIsRefused(words: [String]) throws {
    let daemon = try RunningDaemon(showing: "Told")
    let outcome = try Program.loaderctl(in: daemon.folder).run(
      ["--socket", daemon.socket] + words, input: "30\n", environment: ["LOADERD_SHOW": "x1"])
    #expect(outcome.status == 2)
    #expect(outcome.errors == "loaderctl: LOADERD_SHOW: 'x1' is not the number of a loader; unset it\n")
    #expect(try daemon.call("GetState").text("text") == "Told")
    let empty = try Program.loaderctl(in: daemon.folder).run(
      ["--socket", daemon.socket, "status", "x"], environment: ["LOADERD_SHOW": ""])
    #expect(empty.status == 0 && empty.errors == "")
  }

  /// A headless daemon reads no keys.
  @Test func whatCannotBeCancelledIsSaid() throws {
    let daemon = try RunningDaemon()
    let outcome = try RunTests.run(["--cancellable", "--", "sleep", "0.5"], in: daemon.folder)
    #expect(outcome.status == 0)
    #expect(outcome.errorLines.count == 1 && outcome.errors.hasPrefix("loaderctl: --cancellable has no effect: "))
  }

  @Test func theDaemonMayStartLateOrBeKilled() throws {
    let folder = Folder()
    let script = "while [ ! -e \(folder["go"]) ]; do echo '50% done'; sleep 0.05; done"
    let place = Folder()
    let words = ["--socket", place["s"], "run", "--", "sh", "-c", script]
    let child = try Child(Program.loaderctl(in: folder), words.map { Array($0.utf8) }, in: folder)
    for _ in 0..<2 {
      let daemon = try RunningDaemon(showing: nil, in: place)
      #expect(try eventually { try daemon.call("GetState").number("progress") == 0.5 })
      #expect(try daemon.call("GetState").text("loader") == "bar")
      daemon.child.signal(SIGKILL)
      _ = try daemon.child.finish()
      #expect(child.isRunning)
    }
    try folder.write("go", [])
    let outcome = try child.finish()
    #expect(outcome.status == 0 && outcome.errors == "" && outcome.text.hasPrefix("50% done\n50% done\n"))
  }

  @Test func aStoppedDaemonDoesNotDelayTheCommand() throws {
    let daemon = try RunningDaemon(showing: nil)
    daemon.child.signal(SIGSTOP)
    defer { daemon.child.signal(SIGCONT) }
    let script = "i=0; while [ $i -lt 20000 ]; do echo \"$((i / 200))%\"; i=$((i + 1)); done"
    let outcome = try RunTests.run(["--", "sh", "-c", script], in: daemon.folder)
    #expect(outcome.status == 0 && outcome.text.split(separator: "\n").count == 20000)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2])
  func signalsAreForwarded(number: Int32) throws {
    for format in ["auto", "none"] {
      let folder = Folder()
      let script = "trap 'echo got; exit 3' \(number); echo ready; while :; do sleep 0.05; done"
      let words = ["--if-running", "--socket", folder["s"], "run", "--progress", format, "--", "bash", "-c", script]
      let child = try Child(Program.loaderctl(in: folder), words.map { Array($0.utf8) }, in: folder)
      #expect(try eventually { try folder.data("out") == Data("ready\n".utf8) })
      child.signal(number)
      let outcome = try child.finish()
      #expect(outcome.status == 3 && outcome.text == "ready\ngot\n")
    }
  }

  /// As on a full disk. The command itself does not see it, because it writes to a pipe.
  @Test func outputThatCannotBeWrittenIsAFailure() throws {
    let folder = Folder(), loaderctl = Program.loaderctl(in: folder).path
    let run = [loaderctl, "--if-running", "--socket", folder["s"], "run", "--", "echo", "hi"]
    let outcome = try Program("/bin/sh", ["-c", "exec \"$@\" >/dev/full", "sh"] + run).run([])
    #expect(outcome.status == 1 && outcome.errors == "loaderctl: the output of echo: No space left on device\n")
  }

  /// Where the service manager has the socket, a connection would start loaderd again.
  @Test func aDaemonThatHasEndedOnRequestIsNotConnectedAgain() throws {
    let daemon = try RunningDaemon(showing: nil), folder = daemon.folder
    let words = ["--socket", daemon.socket, "run", "--text", "Copy", "--", "sh", "-c", "read x"]
    let input = Folder()
    #expect(mkfifo(input["in"], 0o600) == 0)
    let writing = open(input["in"], O_RDWR | O_CLOEXEC)
    defer { close(writing) }
    let child = try Child(
      Program.loaderctl(in: folder), words.map { Array($0.utf8) }, in: input, input: input["in"])
    #expect(try eventually { try daemon.call("GetState").text("text") == "Copy" })
    #expect(try daemon.control(["quit"]).status == 0 && daemon.child.finish().status == 0)
    let server = try Child.server(
      in: folder,
      """
      server.settimeout(2)
          try: server.accept(); print("connected")
          except TimeoutError: print("quiet")
      """.replacingOccurrences(of: "\n    ", with: "\n"))
    #expect(try server.finish().text == "listening\nquiet\n" && child.isRunning)
    _ = Foundation.write(writing, "\n", 1)
    #expect(try child.finish().status == 0)
  }

  @Test func brokenPipesStayIgnoredInTheCommand() throws {
    let folder = Folder(), loaderctl = Program.loaderctl(in: folder).path
    func ignored(_ trap: String) throws -> String {
      let run = [
        loaderctl, "--if-running", "--socket", folder["s"], "run", "--", "grep", "SigIgn", "/proc/self/status",
      ]
      return try Program("/bin/bash", ["-c", "\(trap) exec \"$@\"", "bash"] + run).run([]).text
    }
    #expect(try ignored("trap '' PIPE;").hasSuffix("1000\n") && ignored("").hasSuffix("0000\n"))
  }

  @Test func stoppingStopsTheCommandToo() throws {
    let folder = Folder()
    let script = "echo $$; while [ ! -e \(folder["go"]) ]; do sleep 0.05; done; echo end"
    let words = ["--if-running", "--socket", folder["s"], "run", "--", "sh", "-c", script]
    let child = try Child(Program.loaderctl(in: folder), words.map { Array($0.utf8) }, in: folder)
    #expect(try eventually { try !folder.data("out").isEmpty })
    let command = Int(String(decoding: try folder.data("out"), as: UTF8.self).dropLast()) ?? 0
    func state(_ process: Int) throws -> String {
      let text = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
      return String(text.split(separator: ")").last?.split(separator: " ").first ?? "")
    }
    for _ in 0..<2 {
      child.signal(SIGTSTP)
      #expect(try eventually { try state(command) == "T" && state(Int(child.pid)) == "T" })
      child.signal(SIGCONT)
      #expect(try eventually { try state(command) != "T" && state(Int(child.pid)) != "T" })
    }
    try folder.write("go", [])
    #expect(try child.finish().text.hasSuffix("end\n"))
  }
}
