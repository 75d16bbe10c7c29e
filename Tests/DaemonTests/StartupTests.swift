import Foundation
import Process
import Testing

/// Standard streams and file permissions at the start of the daemon.
@Suite struct StartupTests {
  /// An init program may start loaderd without them: a device that it opens would become standard output.
  @Test func missingStandardStreamsAreOpenedAsNull() throws {
    let daemon = try RunningDaemon(as: Program.loaderd.assigning("exec 0<&- 1>&- 2>&-;"))
    for number in 0..<3 {
      let path = "/proc/\(daemon.child.pid)/fd/\(number)"
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == "/dev/null")
    }
    #expect(try daemon.keepsDrawing())
  }

  /// It contains texts and prompts, which must not be readable without access to the socket.
  @Test func stateFileIsReadableByItsOwnerOnly() throws {
    let folder = Folder()
    let file = try folder.write("conf", Array("[Progress]\nexperience = \(folder.path)\n".utf8))
    let daemon = try RunningDaemon(["--config", file], in: folder)
    _ = try daemon.call("SetStatus", #"{"text":"A secret"}"#)
    #expect(daemon.journalContains("A secret"))
    _ = try daemon.call("Quit")
    #expect(try daemon.child.finish().status == 0)
    let second = try RunningDaemon(in: folder)
    #expect(second.journalContains("Thinking"))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix("s.") }
    #expect(names.contains("s.state"))
    for name in names {
      var status = stat()
      #expect(lstat(folder[name], &status) == 0 && status.st_mode & 0o077 == 0, "\(name)")
    }
  }
}
