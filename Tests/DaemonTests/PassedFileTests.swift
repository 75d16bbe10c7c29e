import Foundation
import Process
import Testing

/// Descriptors that clients pass (SCM_RIGHTS): the frame loop never sleeps in close(2), which a TCP socket with
/// SO_LINGER or a file on FUSE makes possible (pass_files.py).
@Suite struct PassedFileTests {
  /// Passes descriptors to a socket of the daemon, which has the only copies when it goes on. Returns the program,
  /// which keeps the other ends.
  private func pass(_ words: [String], to daemon: RunningDaemon) throws -> Child {
    let program = Program("/usr/bin/python3", ["-B", Peers.script("pass_files.py")]), folder = Folder()
    daemon.child.signal(SIGSTOP)
    let child = try Child(program, words.map { Array($0.utf8) }, in: folder)
    _ = try eventually { try !child.isRunning || folder.data("out") == Data("done\n".utf8) }
    let errors = try child.errors
    #expect(child.isRunning, "\(errors)")
    daemon.child.signal(SIGCONT)
    return child
  }

  /// Closing takes a minute.
  private static let patience = 50.0

  /// A client that is connected already gets replies, and frames are drawn.
  private func expectServiceContinues(_ daemon: RunningDaemon, _ witness: RawClient) throws {
    let before = try shown(witness)
    #expect(try eventually(within: Self.patience) { try shown(witness) > before + 5 })
  }

  /// How many files the daemon has open when it has accepted the witness and draws frames.
  private func usualDescriptorCount(of daemon: RunningDaemon, _ witness: RawClient) throws -> Int {
    try expectServiceContinues(daemon, witness)
    return try daemon.child.descriptorCount
  }

  private func shown(_ witness: RawClient) throws -> Double {
    witness.send(#"{"method":"io.loaderd.Screen.GetState"}"#)
    return try witness.reply(within: Self.patience).number("frame.shown") ?? -1
  }

  @Test(arguments: ["lingering", "urgent", "many"]) func lingeringSocketsDelayNoFrame(_ kind: String) throws {
    let daemon = try RunningDaemon(), witness = try daemon.client()
    chmod(daemon.folder.path, 0o755)
    chmod(daemon.socket, 0o666)
    let before = try usualDescriptorCount(of: daemon, witness)
    for payload in ["{", "{\"method\":\"io.loaderd.Screen.GetState\"}\0{"] {
      let passer = try pass([daemon.socket, kind, payload], to: daemon)
      try expectServiceContinues(daemon, witness)
      #expect(try eventually { try daemon.child.descriptorCount <= before })
      passer.signal(SIGKILL)
    }
  }

  /// close(2) of a file on FUSE waits for the file system, also if it is not the last descriptor.
  @Test(.enabled(if: geteuid() == 0, "needs root, to mount")) func fileOnFUSEDelaysNoFrame() throws {
    let daemon = try RunningDaemon(), witness = try daemon.client()
    chmod(daemon.folder.path, 0o755)
    chmod(daemon.socket, 0o666)
    let passer = try pass([daemon.socket, "fuse"], to: daemon)
    try expectServiceContinues(daemon, witness)
    #expect(try daemon.call("GetState").error == nil)
    passer.signal(SIGKILL)
    #expect(try eventually { try daemon.child.children.count <= 1 })
  }

  /// Any local user can connect to plymouth's abstract socket. 83 is SO_PASSRIGHTS, which Linux has since 6.16.
  @Test(arguments: [true, false]) func strangersAtPlymouthsSocketDelayNoFrame(_ isOldKernel: Bool) throws {
    let folder = Folder(), name = "@\(folder.path)/plymouth"
    let words = ["-B", Peers.script("without_option.py"), "setsockopt", "2", "83", "ENOPROTOOPT"]
    let old = Program.loaderd.behind("/usr/bin/python3", words)
    let daemon = try RunningDaemon.compatible("plymouth = \(name)", in: folder, as: isOldKernel ? old : .loaderd)
    let witness = try daemon.client(), before = try usualDescriptorCount(of: daemon, witness)
    for kind in ["lingering", "urgent", "many"] {
      let passer = try pass([name, kind, "P\0P"], to: daemon)
      try expectServiceContinues(daemon, witness)
      #expect(try eventually { try daemon.child.descriptorCount <= before })
      passer.signal(SIGKILL)
    }
  }

  /// The worker of `Screenshot` writes with the caller's rights, so every kind of file will do.
  @Test func screenshotIsWrittenToTheDescriptorOfTheCaller() throws {
    let daemon = try RunningDaemon(), folder = Folder()
    let script = """
      import array, os, socket, sys
      call = b'{"method":"io.loaderd.Screen.Screenshot"}\\0'
      def ask(*files, call=call):
        client = socket.socket(socket.AF_UNIX)
        client.connect(sys.argv[1])
        rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", files))]
        client.sendmsg([call], rights)
        reply = client.recv(65536)
        words = [b"MalformedCall", b"width", b"cannot be written"]
        print(*[word.decode() for word in words if word in reply])
        try:
          print(client.recv(1).decode(), end="")
        except ConnectionResetError:
          pass
      file = os.open(sys.argv[2], os.O_WRONLY | os.O_CREAT)
      ask(file)
      reading, writing = os.pipe()
      ask(writing)
      ask(file, file)
      ask(os.open("/dev/null", os.O_WRONLY))
      ask(os.open("/", os.O_RDONLY))
      ask(os.open("/dev/null", os.O_RDONLY))
      ask(file, call=call + call)
      ask(file, call=call[:-1])
      """
    let outcome = try Program("/usr/bin/python3").run(["-c", script, daemon.socket, folder["file"]])
    let replies =
      Array(repeating: "width", count: 4) + Array(repeating: "cannot be written", count: 2)
      + Array(repeating: "MalformedCall", count: 2)
    #expect(outcome.text == replies.map { $0 + "\n" }.joined(), "\(outcome)")
    #expect(try folder.data("file").starts(with: [0x89, 0x50]))
  }
}
