import Foundation
import Images
import Process
import Testing

/// The FIFOs of psplash and fbsplash, with a running daemon.
@Suite struct SplashPipeTests {
  private let folder = Folder()
  private var path: String { folder["psplash_fifo"] }

  private func daemon(_ key: String = "psplash") throws -> RunningDaemon {
    try RunningDaemon.compatible("\(key) = \(path)", in: folder)
  }

  /// Writes as psplash-write does: open with O_NONBLOCK, one write.
  private func write(_ bytes: [UInt8]) -> Bool {
    let pipe = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
    if pipe < 0 { return false }
    defer { close(pipe) }
    return Foundation.write(pipe, bytes, bytes.count) == bytes.count
  }

  private func write(_ command: String) -> Bool { write(Array(command.utf8) + [0]) }

  @Test func commandsOfPsplashAreHandled() throws {
    let daemon = try daemon()
    #expect(write("PROGRESS 10"))
    #expect(try daemon.reaches("progress", "0.1"))
    #expect(write("MSG step 1 of 2") && write("PROGRESS -30"))
    #expect(try daemon.reaches("progress", "0.3") && daemon.reaches("status", "step 1 of 2"))
    #expect(write("QUIT"))
    #expect(try daemon.child.finish().status == 0)
    #expect(!folder.exists("psplash_fifo"), "the created FIFO is removed")
  }

  /// The successor reads nothing before its predecessor ends, which would go on otherwise.
  @Test func quitDuringAHandoverEndsBoth() throws {
    let daemon = try daemon()
    let pixels = (0..<4_000_000).map { 0xFF00_0000 | $0 * 997 & 0xFF_FFFF as UInt32 }
    let picture = PNG(PNG.Frame(width: 2000, height: 2000, pixels: pixels), hasAlpha: false).bytes
    let image = try folder.write("large.png", picture)
    #expect(try daemon.call("Show", #"{"loader":"logo","image":"\#(image)"}"#).error == nil)
    #expect(daemon.journalContains("large.png"))
    let words = [
      "--output", "headless", "--socket", daemon.socket, "--config", folder["loaderd.conf"], "--replace",
    ]
    let next = try Child(.loaderd, words.map { Array($0.utf8) }, in: Folder())
    #expect(try eventually { try !next.children.isEmpty || !daemon.child.isRunning }, "it reads the picture")
    #expect(write("QUIT"))
    #expect(eventually { !next.isRunning && !daemon.child.isRunning }, "\(next.isRunning) \(daemon.child.isRunning)")
    #expect(!folder.exists("psplash_fifo"))
  }

  @Test func fifoHasAReaderForEveryWriter() throws {
    let daemon = try daemon()
    for index in 0..<500 { #expect(write("PROGRESS \(index % 101)"), "writer \(index)") }
    #expect(try daemon.reaches("progress", "\(Double(499 % 101) / 100)"))
  }

  @Test func linesWrittenByAShellAreHandled() throws {
    let daemon = try daemon()
    let script = "printf 'PROGRESS 5\\r\\nMSG from a shell\\n' >$0; printf 'PROGRESS 4' >$0"
    #expect(try Program("/bin/sh", ["-c", script]).run([path]).status == 0)
    #expect(try daemon.reaches("status", "from a shell") && daemon.reaches("progress", "0.04"))
  }

  @Test func commandsSplitBetweenWritesAreHandled() throws {
    let daemon = try daemon()
    let pipe = open(path, O_WRONLY | O_CLOEXEC)
    for part in ["PROG", "RESS 4", "2\nMSG he", "llo\0"] {
      _ = Foundation.write(pipe, part, part.utf8.count)
      pause(0.05)
    }
    #expect(try daemon.reaches("progress", "0.42") && daemon.reaches("status", "hello"))
    close(pipe)
  }

  @Test func manyCommandsDelayNoFrame() throws {
    let daemon = try daemon()
    let flood = try Child(Program("/bin/sh", ["-c", "exec yes 'PROGRESS 50' >\(path)"]), [], in: Folder())
    #expect(try daemon.reaches("progress", "0.5") && daemon.keepsDrawing(30))
    #expect(flood.isRunning)
    flood.signal(SIGKILL)
    _ = try flood.finish()
    // The last command of the flood may be incomplete.
    #expect(
      try eventually {
        _ = write("PROGRESS 51")
        return "\(try daemon.state()["progress"] ?? "none")" == "0.51"
      })
  }

  @Test func fbsplashCommandsAreHandled() throws {
    let daemon = try daemon("fbsplash")
    #expect(write(Array("42\n".utf8)))
    #expect(try daemon.reaches("progress", "0.42"))
    #expect(write(Array("exit\n".utf8)))
    #expect(try daemon.child.finish().status == 0)
  }

  @Test func existingFIFOIsUsedAndKept() throws {
    mkfifo(path, 0o600)
    let daemon = try daemon()
    #expect(write("PROGRESS 7"))
    #expect(try daemon.reaches("progress", "0.07"))
    daemon.child.signal(SIGTERM)
    #expect(try daemon.child.finish().status == 0 && folder.exists("psplash_fifo"))
  }

  /// As that of the daemon in the initramfs.
  @Test func fifoOfAPredecessorIsRemoved() throws {
    let predecessor = try daemon()
    let options = ["--replace", "--config", folder["loaderd.conf"]]
    let daemon = try RunningDaemon(showing: nil, options, in: folder)
    #expect(try predecessor.child.finish().status == 0 && write("PROGRESS 7"))
    #expect(try daemon.reaches("progress", "0.07"))
    daemon.child.signal(SIGTERM)
    #expect(try daemon.child.finish().status == 0 && !folder.exists("psplash_fifo"))
  }

  @Test(.enabled(if: geteuid() == 0)) func fifoOfAStrangerIsRefused() throws {
    for prepare in [{ chown(path, 65534, 65534) }, { chown(path, 0, 0) | chmod(path, 0o666) }] {
      mkfifo(path, 0o660)
      #expect(prepare() == 0)
      let daemon = try daemon()
      let errors = try daemon.child.errors
      #expect(errors.contains("psplash: \(path): Operation not permitted"), "\(errors)")
      daemon.child.signal(SIGTERM)
      #expect(try daemon.child.finish().status == 0)
      unlink(path)
    }
  }

  @Test func fifoIsWritableByOwnerAndGroup() throws {
    let daemon = try daemon()
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode == S_IFIFO | 0o660)
    #expect(try daemon.keepsDrawing())
  }

  @Test func otherFilesAreNotReplaced() throws {
    let fifo = folder["real"]
    mkfifo(fifo, 0o600)
    for prepare in [
      { try folder.write("psplash_fifo", [1, 2]) as Any },
      { try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: fifo) as Any },
    ] {
      _ = try prepare()
      let daemon = try daemon()
      let errors = try daemon.child.errors
      #expect(errors.contains("psplash: \(path): ") && errors.contains("psplash = no"), "\(errors)")
      #expect(errors.split(separator: "\n").count == 1)
      #expect(try daemon.keepsDrawing() && folder.exists("psplash_fifo"))
      daemon.child.signal(SIGTERM)
      _ = try daemon.child.finish()
      try FileManager.default.removeItem(atPath: path)
    }
  }

  @Test func failureToCreateTheFIFOIsLogged() throws {
    let daemon = try RunningDaemon.compatible("psplash = /proc/psplash_fifo")
    #expect(try daemon.child.errors.contains("psplash: /proc/psplash_fifo: "))
    #expect(try daemon.keepsDrawing())
  }

  /// bmaptool writes its progress to the FIFO.
  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/bmaptool"), "bmap-tools is not installed"))
  func progressOfBmaptoolIsShown() throws {
    let daemon = try daemon()
    let image = [UInt8](repeating: 0x5A, count: 3_000_000)
    try folder.write("image", image)
    let made = try Program("/usr/bin/bmaptool").run(["create", "-o", folder["image.bmap"], folder["image"]])
    #expect(made.status == 0, "\(made.errors)")
    let outcome = try Program("/usr/bin/python3", [Peers.script("bmap_copy.py")]).run(
      [path, "copy", "--psplash-pipe", path, "--bmap", folder["image.bmap"], folder["image"], folder["copy"]])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try daemon.reaches("progress", "1"))
    #expect(try folder.data("copy") == Data(image))
  }
}
