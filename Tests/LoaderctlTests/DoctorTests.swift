import Foundation
import Process
import Testing

/// `loaderctl doctor` on the machine of the tests. Serialized: a process that one test starts is seen by the others.
@Suite(.serialized) struct DoctorTests {
  @Test func eachFindingHasALevel() throws {
    let daemon = try RunningDaemon()
    let lines = try daemon.control(["doctor"])
    let levels = Self.levels(lines)
    #expect(levels.allSatisfy { ["ok", "note", "problem"].contains($0) } && levels.count > 5 && lines.errors == "")
    #expect(lines.status == (levels.contains("problem") ? 1 : 0))
    #expect(lines.text.contains("ok       loaderd answers at \(daemon.socket)\n"))
    let release = try String(contentsOfFile: "/proc/sys/kernel/osrelease", encoding: .utf8).split(separator: "\n")[0]
    #expect(lines.text.contains("kernel \(release)"))
    #expect(try daemon.keepsDrawing(), "doctor does not preempt the daemon")
  }

  /// The findings of one run can differ from those of the next: other tests start plymouthd.
  @Test func textAndJSONAgree() throws {
    let daemon = try RunningDaemon()
    let agree = try eventually {
      let lines = try daemon.control(["doctor"]), json = try daemon.control(["--json", "doctor"])
      let object = try #require(try JSONSerialization.jsonObject(with: json.output) as? [String: [[String: String]]])
      return json.status == lines.status && object["findings"]?.map { $0["level"] ?? "" } == Self.levels(lines)
    }
    #expect(agree)
  }

  /// The first word of each line.
  private static func levels(_ outcome: Outcome) -> [String] {
    outcome.text.split(separator: "\n").map { String($0.prefix { $0 != " " }) }
  }

  @Test func aMissingDaemonIsReported() throws {
    let folder = Folder()
    let outcome = try Program.loaderctl(in: folder).run(["--socket", folder["s"], "doctor"])
    #expect(outcome.text.contains("note     no loaderd answers at \(folder["s"])") && outcome.errors == "")
  }

  /// The listener stands for the service manager's, which starts loaderd for a connection, and the record for one of a
  /// loaderd that has ended. There is no marker, as after an end that nobody requested.
  @Test func noDaemonIsStarted() throws {
    let folder = Folder()
    let boot = try String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8).split(separator: "\n")[0]
    let record = #"{"boot":"\#(boot)"}"# + "\n" + #"{"time":1,"event":"start","detail":"","process":1}"# + "\n"
    try folder.write("s.timeline", Array(record.utf8))
    let script = """
      import socket, subprocess, sys
      listener = socket.socket(socket.AF_UNIX)
      listener.bind(sys.argv[1])
      listener.listen()
      listener.setblocking(False)
      subprocess.run([sys.argv[2], "--socket", sys.argv[1], "doctor"], stdout=sys.stdout, timeout=60)
      try:
          listener.accept()
          print("connected")
      except BlockingIOError:
          print("not connected")
      """
    let words = ["-c", script, folder["s"], Program.loaderctl(in: folder).path]
    let text = try Program("/usr/bin/python3").run(words).text
    #expect(text.hasSuffix("not connected\n") && text.contains("ok       no loaderd runs; `loaderctl show` starts it"))
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
