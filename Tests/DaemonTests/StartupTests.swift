import Foundation
import Process
import Testing

/// What the daemon finds when it starts, and which files it makes.
@Suite struct StartupTests {
  /// An init program may start it so. What it opens would take these numbers, and be written to.
  @Test func standardStreamsThatAreMissingAreOpened() throws {
    let daemon = try RunningDaemon(as: Program.loaderd.assigning("exec 0<&- 1>&- 2>&-;"))
    for number in 0..<3 {
      let path = "/proc/\(daemon.child.pid)/fd/\(number)"
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == "/dev/null")
    }
    #expect(try daemon.keepsDrawing())
  }

  /// Texts and prompts are in it, which those who may not open the socket are not to see.
  @Test func theStateFileIsForItsOwnerAlone() throws {
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
