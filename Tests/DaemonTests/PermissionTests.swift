import Foundation
import PNGReader
import Process
import Testing

/// Permissions of clients that are not root. setpriv(1) changes the user of each client.
@Suite(.enabled(if: getuid() == 0, "needs root, to change the user"))
struct PermissionTests {
  /// loaderctl as user 65534, with access to the daemon's socket.
  private func unprivileged(_ daemon: RunningDaemon) -> Program {
    chmod(daemon.folder.path, 0o755)
    chmod(daemon.socket, 0o666)
    return Program.loaderctl(in: daemon.folder).asStranger
  }

  private static let inter = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../build/font/Inter.ttf")

  /// The path of a new file in `folder` with a mode.
  private func file(_ name: String, _ data: Data, _ folder: Folder, _ mode: mode_t) throws -> String {
    let path = try folder.write(name, Array(data))
    chmod(path, mode)
    return path
  }

  /// The path of a new PNG file of 80×60 pixels.
  private func picture(_ daemon: RunningDaemon, _ mode: mode_t) throws -> String {
    let rendered = try daemon.control([
      "render", "text", "x", "--screen", "80x60", "--at", "0", "-o", daemon.folder["picture.png"],
    ])
    #expect(rendered.status == 0)
    return try file("picture.png", try daemon.folder.data("picture.png"), daemon.folder, mode)
  }

  /// Sends a Show call as user 65534, without loaderctl, which would open the files itself. Returns the reply.
  private func show(_ daemon: RunningDaemon, _ parameters: String) throws -> String {
    _ = unprivileged(daemon)
    let script = """
      import socket, sys
      s = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1])
      s.sendall(b'{"method":"io.loaderd.Screen.Show","parameters":' + sys.argv[2].encode() + b'}\\0')
      print(s.recv(65536).decode().rstrip('\\0'))
      """
    return try Program("/usr/bin/python3").asStranger.run(["-c", script, daemon.socket, parameters]).text
  }

  @Test func filesAreReadAsTheCallingUser() throws {
    let daemon = try RunningDaemon(), path = try picture(daemon, 0o600)
    let words = "{\"loader\":\"logo\",\"image\":\"\(path)\"}"
    #expect(try show(daemon, words).contains("\"id\":0"), "the standard picture is shown")
    let refused = "loaderd: image: \(path): Permission denied; the standard one is shown\n"
    #expect(try daemon.child.errors == refused)
    chmod(path, 0o644)
    #expect(try show(daemon, words).contains("\"id\":0"))
    chmod(path, 0o600)
    #expect(try daemon.call("Show", words).error == nil, "root can read it")
    #expect(try daemon.child.errors == refused, "only the first call logged an error")
  }

  /// The daemon, which is root, parses fonts in its own process.
  @Test func onlyRootCanNameAFont() throws {
    let daemon = try RunningDaemon()
    let path = try file("font.ttf", try Data(contentsOf: PermissionTests.inter), daemon.folder, 0o600)
    let asking = try unprivileged(daemon).run(["--socket", daemon.socket, "show", "text", "x", "--font", path])
    #expect(asking.status == 2 && asking.errors.contains("Permission denied"), "loaderctl cannot read it")
    chmod(path, 0o644)
    let words = "{\"loader\":\"text\",\"text\":\"x\",\"font\":\"\(path)\"}"
    let answer = try show(daemon, words)
    #expect(answer.contains("InvalidParameter") && answer.contains("\"name\":\"font\""))
    #expect(answer.contains("only root may name a font; name it in the theme"))
    #expect(try daemon.call("GetState").text("text") == "Thinking…")
    #expect(try daemon.call("Show", words).error == nil)
    #expect(try daemon.call("GetState").text("text") == "x")
  }

  @Test func fontOfMoreThanFourMegabytesIsRefused() throws {
    let daemon = try RunningDaemon()
    let inter = try Data(contentsOf: PermissionTests.inter)
    let words = { (path: String) in "{\"loader\":\"text\",\"text\":\"x\",\"font\":\"\(path)\"}" }
    let largest = try file("4MB", inter + Data(count: (4 << 20) - inter.count), daemon.folder, 0o644)
    #expect(try daemon.call("Show", words(largest)).error == nil)
    let larger = try file("5MB", inter + Data(count: (4 << 20) - inter.count + 1), daemon.folder, 0o644)
    let refused = try daemon.call("Show", words(larger))
    #expect(refused.shortError == "InvalidParameter" && refused.text("name") == "font")
    #expect(refused.text("reason") == "\(larger): larger than 4 MB; name it in the theme")
  }

  /// Otherwise a client could replace its file and crash the daemon, and root would read the new one.
  @Test(arguments: [0o644, 0o600] as [mode_t]) func restartedDaemonReadsFilesAsTheCallingUser(_ mode: mode_t) throws {
    let folder = Folder()
    let first = try RunningDaemon(in: folder)
    let path = try picture(first, 0o644)
    let shown = try unprivileged(first).run(["--socket", first.socket, "show", "logo", "--image", path])
    #expect(shown.status == 0, "\(shown.errors)")
    #expect(first.journalContains(path))
    first.child.signal(SIGKILL)
    #expect(try first.child.finish().status == nil)
    chmod(path, mode)
    let second = try RunningDaemon(showing: "Another", in: folder)
    #expect(try eventually { try second.call("GetState").text("loader") == "logo" })
    let refused = "loaderd: image: \(path): Permission denied; the standard one is shown\n"
    #expect(try second.child.errors == (mode == 0o644 ? "" : refused))
  }

  @Test(arguments: ["/dev/zero", "/dev/tty", "/", "/proc/self/mem", "FIFO"])
  func specialFilesDelayNoFrame(_ name: String) throws {
    let daemon = try RunningDaemon()
    var path = name
    if name == "FIFO" {
      path = daemon.folder["pipe"]
      mkfifo(path, 0o666)
    }
    let client = try daemon.client()
    client.send(
      "{\"method\":\"io.loaderd.Screen.Show\",\"parameters\":{\"loader\":\"text\",\"text\":\"x\",\"font\":\"\(path)\"}}"
    )
    #expect(try daemon.keepsDrawing(20))
    #expect(try client.reply().shortError == "InvalidParameter")
  }

  @Test func picturesAreDecodedByAWorkerAndShown() throws {
    let daemon = try RunningDaemon()
    let folder = daemon.folder
    let path = folder["picture.png"]
    _ = try daemon.control([
      "render", "text", "A picture", "--screen", "2000x1500", "--at", "0", "--background", "blue", "-o", path,
    ])
    #expect(
      try daemon.control(["show", "logo", "--image", path, "--width", "150", "--transition", "none"]).status == 0)
    #expect(
      try eventually {
        _ = try daemon.control(["screenshot", "-o", folder["shot.png"]])
        _ = try daemon.control(
          [
            "render", "logo", "--image", path, "--width", "150", "--screen", "320x200", "--at", "0", "-o",
            folder["render.png"],
          ])
        return try PNGReader(folder.data("shot.png")) == PNGReader(folder.data("render.png"))
      })
    // The header alone: the size in it is refused.
    let header = try #require(Data(base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAD6AAAAu4CAIAAAB619Cw"))
    let huge = try folder.write("4000x3000.png", Array(header))
    let refused = try daemon.call("Show", "{\"loader\":\"logo\",\"image\":\"\(huge)\"}")
    #expect(refused.error == nil, "the standard picture is shown")
    #expect(try daemon.child.errors.contains("4000x3000.png: too many pixels; make it smaller"))
  }

  /// The path of a PNG file with the largest accepted number of pixels.
  private func largePicture(_ folder: Folder) throws -> String {
    let path = folder["large.png"]
    let script = """
      import struct, sys, zlib
      def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
      header = struct.pack(">IIBBBBB", 4000, 2100, 8, 0, 0, 0, 0)
      rows = zlib.compress((b"\\0" + bytes(4000)) * 2100)
      open(sys.argv[1], "wb").write(
        b"\\x89PNG\\r\\n\\x1a\\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b""))
      """
    #expect(try Program("/usr/bin/python3").run(["-c", script, path]).status == 0)
    return path
  }

  /// At most three pictures of 8.4 million pixels are accepted at the same time.
  @Test func memoryOfPicturesIsBounded() throws {
    let daemon = try RunningDaemon()
    let path = try largePicture(daemon.folder)
    let show = "{\"loader\":\"logo\",\"image\":\"\(path)\",\"width\":100,\"lease\":true}"
    func lease() throws -> (client: RawClient, answer: Answer) {
      let client = try daemon.client()
      return (client, try client.call("io.loaderd.Screen.Show", show))
    }
    let before = try daemon.child.figure("VmRSS")
    var clients = try (1...3).map { _ in try lease() }
    #expect(clients.allSatisfy { $0.answer.error == nil })
    #expect(try daemon.child.errors == "")
    #expect(try lease().answer.shortError == "TooLarge")
    #expect(try daemon.child.figure("VmRSS") < before + 16384, "the daemon does not touch the pixels")
    clients.removeLast()
    #expect(try eventually { try lease().answer.error == nil })
  }

  /// Pictures that a worker is still reading count towards the limit.
  @Test func pendingPicturesCountTowardsTheLimit() throws {
    let daemon = try RunningDaemon()
    let path = try largePicture(daemon.folder)
    let show =
      "{\"method\":\"io.loaderd.Screen.Show\",\"parameters\":"
      + "{\"loader\":\"logo\",\"image\":\"\(path)\",\"width\":100,\"lease\":true}}"
    let clients = try (1...6).map { _ in try daemon.client() }
    for client in clients { client.send(show) }
    let answers = try clients.map { try $0.reply() }
    #expect(answers.filter { $0.error == nil }.count <= 3)
    #expect(answers.allSatisfy { $0.error == nil || ["TooManyClients", "TooLarge"].contains($0.shortError) })
  }

  @Test func delayedShowDoesNotReplaceANewerOne() throws {
    let daemon = try RunningDaemon()
    let path = try largePicture(daemon.folder)
    let slow = try daemon.client(), quick = try daemon.client()
    // loaderd has accepted both, so that it gets their calls in this order.
    for client in [slow, quick] { #expect(try client.call("io.loaderd.Screen.GetState").error == nil) }
    // epoll lists a descriptor whose event was delivered last until it is asked again, and so before newer events.
    #expect(try daemon.keepsDrawing())
    daemon.child.signal(SIGSTOP)
    slow.send(
      "{\"method\":\"io.loaderd.Screen.Show\",\"parameters\":{\"loader\":\"logo\",\"image\":\"\(path)\"}}")
    quick.send(#"{"method":"io.loaderd.Screen.Show","parameters":{"loader":"ring"}}"#)
    daemon.child.signal(SIGCONT)
    #expect(try quick.reply().error == nil && slow.reply().error == nil)
    #expect(try daemon.call("GetState").text("loader") == "ring")
  }

  @Test func pathsAreSanitizedInLogLines() throws {
    let daemon = try RunningDaemon()
    let path = #"/x\nloaderd: forged \u001b[31m"#
    #expect(try daemon.call("Show", "{\"loader\":\"logo\",\"image\":\"\(path)\"}").error == nil)
    #expect(try daemon.child.errors.hasPrefix("loaderd: image: /x loaderd: forged [31m: No such file"))
  }

  @Test func onlyListedUsersMayCall() throws {
    let folder = Folder()
    let file = try folder.write("conf", Array("[Access]\nusers = 1234 4294967000\n".utf8))
    let daemon = try RunningDaemon(showing: "Thinking…", ["--config", file])
    let words = ["--socket", daemon.socket, "status", "x"]
    let refused = try unprivileged(daemon).run(words)
    #expect(refused.status == 1)
    #expect(
      refused.errors == "loaderctl: loaderd does not permit this call to this user; see [Access] in loaderd.conf\n")
    let follower = try unprivileged(daemon).run(["--socket", daemon.socket, "follow"], input: "10\n42\n")
    #expect(follower.status == 1 && follower.errors == refused.errors, "\(follower.errors)")
    for privileges in [["--reuid", "1234"], ["--reuid", "4294967000"], ["--reuid", "0"]] {
      let program = Program.loaderctl(in: daemon.folder).behind(
        "/usr/bin/setpriv", privileges + ["--regid", "65534", "--clear-groups"])
      #expect(try program.run(words).status == 0)
    }
  }

  /// The user may type a password for another program.
  @Test func onlyRootMayWaitForAKey() throws {
    let daemon = try RunningDaemon()
    func errors(_ words: String...) throws -> String {
      try unprivileged(daemon).run(["--socket", daemon.socket, "key", "--timeout", "0"] + words).errors
    }
    #expect(try errors().hasPrefix("loaderctl: loaderd does not permit this call to this user"))
    #expect(try errors("--cancel") == "")
  }

  @Test func userNamesInTheListAreRefused() throws {
    let folder = Folder()
    let file = try folder.write("conf", Array("[Access]\nusers = nobody\n".utf8))
    let daemon = try RunningDaemon(showing: "Thinking…", ["--config", file])
    #expect(try unprivileged(daemon).run(["--socket", daemon.socket, "status", "x"]).status == 1)
    #expect(try daemon.child.errors.contains("users: 'nobody' is not a list of numbers; names are not looked up"))
  }

  @Test func listedGroupsMayCall() throws {
    let folder = Folder()
    let file = try folder.write("conf", Array("[Access]\ngroups = 4321, 77\n".utf8))
    let daemon = try RunningDaemon(showing: "Thinking…", ["--config", file])
    _ = unprivileged(daemon)
    for (groups, status) in [
      (["--regid", "65534", "--groups", "5,77"], 0), (["--regid", "77", "--clear-groups"], 0),
      (["--regid", "65534", "--groups", "5"], 1),
    ] {
      let program = Program.loaderctl(in: daemon.folder).behind("/usr/bin/setpriv", ["--reuid", "65534"] + groups)
      #expect(try program.run(["--socket", daemon.socket, "status", "x"]).status == Int32(status))
    }
  }
}
