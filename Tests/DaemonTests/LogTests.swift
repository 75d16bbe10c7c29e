import Foundation
import Process
import Testing

@testable import Daemon

/// Lines on standard error.
@Suite struct LogTests {
  @Test func standardErrorThatNobodyReadsStopsNothing() throws {
    let folder = Folder()
    mkfifo(folder["full"], 0o600)
    let full = open(folder["full"], O_RDWR | O_NONBLOCK | O_CLOEXEC)
    defer { close(full) }
    let daemon = try RunningDaemon(in: folder, as: .loaderd.assigning("exec 2<>\(folder["full"]);"))
    let line = [UInt8](repeating: UInt8(ascii: "x"), count: 4096)
    while write(full, line, line.count) > 0 {}
    while write(full, line, 1) > 0 {}
    let client = try daemon.client()
    for mode in ["update", "boot", "shutdown"] {
      client.send("{\"method\":\"io.loaderd.Screen.SetMode\",\"parameters\":{\"mode\":\"\(mode)\"}}")
      #expect(try client.reply().error == nil)
    }
    #expect(try daemon.keepsDrawing())
    var drained = [UInt8](repeating: 0, count: 65536)
    while read(full, &drained, drained.count) > 0 {}
    #expect(try daemon.call("SetMode", #"{"mode":"boot"}"#).error == nil)
    let count = read(full, &drained, drained.count)
    let text = String(decoding: drained[..<max(0, count)], as: UTF8.self)
    #expect(text.contains("loaderd: lines that were not written: 3\n"), "\(text)")
    #expect(text.contains("SetMode by process"))
  }

  @Test func refusedCallIsLoggedWithItsError() throws {
    let daemon = try RunningDaemon()
    #expect(try daemon.call("Quit", #"{"retain":true,"handover":true}"#).error != nil)
    #expect(try daemon.call("SetMode", #"{"mode":"boot"}"#).error == nil)
    let errors = try daemon.child.errors
    let lines = errors.split(separator: "\n").filter { $0.contains(" by process ") }
    #expect(lines.count == 2, "\(errors)")
    #expect(lines.first?.hasPrefix("loaderd: Quit") == true && lines.first?.contains(" failed: ") == true)
    #expect(lines.last?.hasPrefix("loaderd: SetMode") == true && lines.last?.contains("failed") == false)
  }

  @Test(
    arguments: [("nothing", []), ("ends", ["SetMode"]), ("all", ["SetStatus", "SetMode"])] as [(String, [String])])
  func configurationChoosesTheLoggedCalls(value: String, methods: [String]) throws {
    let folder = Folder(), file = try folder.write("conf", Array("[Access]\nlog = \(value)\n".utf8))
    let daemon = try RunningDaemon(["--config", file], in: folder)
    #expect(try daemon.call("SetStatus", #"{"text":"x"}"#).error == nil)
    #expect(try daemon.call("SetMode", #"{"mode":"update"}"#).error == nil)
    daemon.child.signal(SIGTERM)
    let lines = try daemon.child.finish().errorLines.filter { !$0.hasPrefix("loaderd: GetState ") }
    #expect(lines.count == methods.count, "\(lines)")
    for (line, method) in zip(lines, methods) { #expect(line.hasPrefix("loaderd: \(method) by process "), "\(line)") }
  }

  /// A call that is answered later is logged with its answer.
  @Test func lateErrorIsLogged() throws {
    let folder = Folder(), file = try folder.write("conf", Array("[Access]\nlog = all\n".utf8))
    let daemon = try RunningDaemon(["--config", file], in: folder)
    #expect(try daemon.call("Show", #"{"loader":"logo","image":"x.png","width":-1}"#).error != nil)
    #expect(try daemon.call("Screenshot", #"{"output":"none"}"#).error != nil)
    #expect(try daemon.call("WaitKey", #"{"timeout":-1}"#).error != nil)
    #expect(try daemon.call("WaitKey", #"{"timeout":0,"cancel":true}"#).error == nil)
    #expect(try daemon.call("Screenshot").error == nil)
    let lines = try daemon.child.errors.split(separator: "\n").filter { !$0.hasPrefix("loaderd: GetState ") }
    let expected = [("Show", true), ("Screenshot", true), ("WaitKey", true), ("WaitKey", false), ("Screenshot", false)]
    #expect(lines.count == expected.count, "\(lines)")
    for (line, (method, fails)) in zip(lines, expected) {
      #expect(line.hasPrefix("loaderd: \(method) by process ") && line.contains(" failed: ") == fails, "\(line)")
    }
  }

  /// loader-bridge.path waits for the file.
  @Test func fileExistsWhileTheLogIsShown() throws {
    let daemon = try RunningDaemon(), folder = daemon.folder
    #expect(!folder.exists("s.console"))
    _ = try daemon.call("Show", #"{"loader":"console"}"#)
    #expect(eventually { folder.exists("s.console") } && daemon.journalContains("console"))
    daemon.child.signal(SIGKILL)
    _ = try daemon.child.finish()
    let next = try RunningDaemon(in: folder)
    #expect(try next.call("GetState").text("loader") == "console" && folder.exists("s.console"))
    _ = try next.call("Show", #"{"loader":"console","text":"Not the log"}"#)
    #expect(eventually { !folder.exists("s.console") })
    _ = try next.call("Show", #"{"loader":"console"}"#)
    #expect(eventually { folder.exists("s.console") })
    _ = try next.call("Quit")
    #expect(try next.child.finish().status == 0)
    #expect(!folder.exists("s.console"))
  }

  @Test(.enabled(if: PrivateMachine.isUsable, "needs root"))
  func kernelArgumentsShowTheLogAndLogEvents() throws {
    let folder = Folder()
    let line = try folder.write("cmdline", Array("quiet splash=verbose loaderd.debug".utf8))
    let machine = try PrivateMachine(preparing: "mount --bind \(line) /proc/cmdline")
    #expect(try machine.reaches("loader", "console"))
    #expect(try machine.control(["status", "Hello"]).status == 0)
    let isLogged = try eventually {
      let lines = try machine.child.errors
      return lines.contains("SetStatus by process") && lines.contains("picture at ")
    }
    let errors = try machine.child.errors
    #expect(isLogged, "\(errors)")
    #expect(machine.exists("/run/loaderd/io.loaderd.Screen.console"))
    #expect(try machine.control(["mode", "update"]).status == 0)
    #expect(try machine.state("loader") == "console")
  }

  @Test func linesAboutCallsAreLimitedForEachInterval() {
    var log = CallLogLimit()
    let begin = CallLogLimit.interval + 5
    #expect((0..<1000).count { _ in log.admits(now: begin) } == CallLogLimit.limit)
    #expect(!log.admits(now: begin + CallLogLimit.interval - 1) && log.admits(now: begin + CallLogLimit.interval))
  }
}
