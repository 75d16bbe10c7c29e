import Foundation
import Process
import Testing

/// What clients may do who are not root. Their rights are taken away by setpriv(1).
@Suite(.enabled(if: getuid() == 0, "needs root, to become somebody else"))
struct RightsTests {
  private func nobody(_ daemon: RunningDaemon) -> Program {
    chmod(daemon.folder.path, 0o755)
    chmod(daemon.socket, 0o666)
    return Program.loaderctl(in: daemon.folder).behind(
      "/usr/bin/setpriv", ["--reuid", "65534", "--regid", "65534", "--clear-groups"])
  }

  private func font(_ folder: Folder, _ mode: mode_t) throws -> String {
    let inter = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../build/font/Inter.ttf")
    let path = try folder.write("font.ttf", Array(try Data(contentsOf: inter)))
    chmod(path, mode)
    return path
  }

  @Test func aFileIsReadWithTheRightsOfWhoNamesIt() throws {
    let daemon = try RunningDaemon()
    let path = try font(daemon.folder, 0o600)
    let words = "{\"loader\":\"text\",\"text\":\"x\",\"font\":\"\(path)\"}"
    let asking = try nobody(daemon).run(["--socket", daemon.socket, "show", "text", "x", "--font", path])
    #expect(asking.status == 2 && asking.errors.contains("Permission denied"), "loaderctl itself may not read it")
    // Around loaderctl: python sends the call as it is.
    let script = """
      import socket, sys
      s = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1])
      s.sendall(b'{"method":"io.loaderd.Screen.Show","parameters":' + sys.argv[2].encode() + b'}\\0')
      print(s.recv(65536).decode().rstrip('\\0'))
      """
    func ask() throws -> String {
      try Program("/usr/bin/python3").behind(
        "/usr/bin/setpriv", ["--reuid", "65534", "--regid", "65534", "--clear-groups"]
      ).run(["-c", script, daemon.socket, words]).text
    }
    #expect(try ask().contains("Permission denied"))
    #expect(try daemon.call("GetState").text("text") == "Thinking…")
    chmod(path, 0o644)
    #expect(try ask().contains("\"id\":0"))
    #expect(try daemon.call("GetState").text("text") == "x")
    #expect(try daemon.call("Show", words).error == nil, "and root may all the same")
  }

  /// After a crash, too: else a client had only to exchange its file and bring us down to have it read by root.
  @Test(arguments: [0o644, 0o600] as [mode_t]) func aSuccessorReadsItWithTheSameRights(_ mode: mode_t) throws {
    let folder = Folder()
    let first = try RunningDaemon(in: folder)
    let path = try font(folder, 0o644)
    let shown = try nobody(first).run(["--socket", first.socket, "show", "text", "x", "--font", path])
    #expect(shown.status == 0, "\(shown.errors)")
    #expect(first.remembers(path))
    first.child.signal(SIGKILL)
    #expect(try first.child.finish().status == nil)
    chmod(path, mode)
    let second = try RunningDaemon(showing: "Another", in: folder)
    if mode == 0o644 {
      #expect(try eventually { try second.call("GetState").text("text") == "x" })
    } else {
      #expect(try eventually { try second.child.children.isEmpty }, "who should read it has ended")
      #expect(try second.call("GetState").isNull("loader"))
    }
  }

  @Test(arguments: ["/dev/zero", "/dev/tty", "/", "/proc/self/mem", "FIFO"])
  func filesThatAreNoneCostNoFrame(_ name: String) throws {
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
    #expect(try daemon.goesOn(20))
    #expect(try client.reply().shortError == "InvalidParameter")
  }

  @Test func aPictureIsUnpackedElsewhereAndShownHere() throws {
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
        return try folder.data("shot.png") == folder.data("render.png")
      })
    // It is refused for what it says of itself: nothing follows.
    let header = try #require(Data(base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAD6AAAAu4CAIAAAB619Cw"))
    let huge = try folder.write("4000x3000.png", Array(header))
    let refused = try daemon.call("Show", "{\"loader\":\"logo\",\"image\":\"\(huge)\"}")
    #expect(refused.error == nil, "the loader has a picture of its own")
    #expect(try daemon.child.errors.contains("4000x3000.png: too many pixels; make it smaller"))
  }

  /// Three pictures of 8.4 million pixels are the most that there may be.
  @Test func picturesTakeNoMemoryWithoutBound() throws {
    let daemon = try RunningDaemon()
    let path = daemon.folder["large.png"]
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
    #expect(try daemon.child.figure("VmRSS") < before + 16384, "their pixels are looked at by nobody here")
    clients.removeLast()
    #expect(try eventually { try lease().answer.error == nil })
  }

  @Test func aPathForgesNoLineOfTheJournal() throws {
    let daemon = try RunningDaemon()
    let path = #"/x\nloaderd: forged \u001b[31m"#
    #expect(try daemon.call("Show", "{\"loader\":\"logo\",\"image\":\"\(path)\"}").error == nil)
    #expect(try daemon.child.errors.hasPrefix("loaderd: image: /x loaderd: forged [31m: No such file"))
  }

  @Test func onlyThoseOnTheListMayCall() throws {
    let folder = Folder()
    let file = try folder.write("conf", Array("[Access]\nusers = 1234\n".utf8))
    let daemon = try RunningDaemon(showing: "Thinking…", ["--config", file])
    let words = ["--socket", daemon.socket, "status", "x"]
    let refused = try nobody(daemon).run(words)
    #expect(refused.status == 1)
    #expect(refused.errors == "loaderctl: loaderd does not permit this user to; see [Access] in loaderd.conf\n")
    for privileges in [["--reuid", "1234"], ["--reuid", "0"]] {
      let program = Program.loaderctl(in: daemon.folder).behind(
        "/usr/bin/setpriv", privileges + ["--regid", "65534", "--clear-groups"])
      #expect(try program.run(words).status == 0)
    }
  }

  @Test func aNameOnTheListLetsNobodyIn() throws {
    let folder = Folder()
    let file = try folder.write("conf", Array("[Access]\nusers = nobody\n".utf8))
    let daemon = try RunningDaemon(showing: "Thinking…", ["--config", file])
    #expect(try nobody(daemon).run(["--socket", daemon.socket, "status", "x"]).status == 1)
    #expect(try daemon.child.errors.contains("users: 'nobody' is not a list of numbers; names are not looked up"))
  }

  @Test func groupsCountToo() throws {
    let folder = Folder()
    let file = try folder.write("conf", Array("[Access]\ngroups = 4321, 77\n".utf8))
    let daemon = try RunningDaemon(showing: "Thinking…", ["--config", file])
    _ = nobody(daemon)
    for (groups, status) in [
      (["--regid", "65534", "--groups", "5,77"], 0), (["--regid", "77", "--clear-groups"], 0),
      (["--regid", "65534", "--groups", "5"], 1),
    ] {
      let program = Program.loaderctl(in: daemon.folder).behind("/usr/bin/setpriv", ["--reuid", "65534"] + groups)
      #expect(try program.run(["--socket", daemon.socket, "status", "x"]).status == Int32(status))
    }
  }
}
