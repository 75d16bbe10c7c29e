import Foundation
import Process
import Testing

/// `loaderctl doctor` on the machine of the tests. Serialized: a process that one test starts is seen by the others.
@Suite(.serialized) struct DoctorTests {
  @Test func textAndJSONAgree() throws {
    let daemon = try RunningDaemon()
    let lines = try daemon.control(["doctor"]), json = try daemon.control(["--json", "doctor"])
    let levels = lines.text.split(separator: "\n").map { $0.prefix { $0 != " " } }
    #expect(levels.allSatisfy { ["ok", "note", "problem"].contains($0) } && levels.count > 5 && lines.errors == "")
    #expect(lines.status == (levels.contains("problem") ? 1 : 0) && json.status == lines.status)
    #expect(lines.text.contains("ok       loaderd answers at \(daemon.socket)\n"))
    let release = try String(contentsOfFile: "/proc/sys/kernel/osrelease", encoding: .utf8).split(separator: "\n")[0]
    #expect(lines.text.contains("kernel \(release)"))
    let object = try #require(try JSONSerialization.jsonObject(with: json.output) as? [String: [[String: String]]])
    #expect(object["findings"]?.map { $0["level"] ?? "" } == levels.map(String.init))
    #expect(try daemon.keepsDrawing(), "doctor does not preempt the daemon")
  }

  @Test func aMissingDaemonIsReported() throws {
    let folder = Folder()
    let outcome = try Program.loaderctl(in: folder).run(["--socket", folder["s"], "doctor"])
    #expect(outcome.text.contains("note     no loaderd answers at \(folder["s"])") && outcome.errors == "")
  }

  /// Another program with the name psplash.
  @Test func anotherSplashProgramIsReported() throws {
    let folder = Folder()
    try FileManager.default.copyItem(atPath: "/bin/sleep", toPath: folder["psplash"])
    let splash = try Child(Program(folder["psplash"]), [Array("30".utf8)], in: folder)
    let outcome = try Program.loaderctl(in: folder).run(["--socket", folder["s"], "doctor"])
    #expect(outcome.status == 1 && outcome.text.contains("problem  psplash runs"))
    splash.signal(SIGKILL)
    _ = try splash.finish()
  }
}
