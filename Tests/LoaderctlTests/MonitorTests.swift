import Foundation
import Process
import Support
import Testing

@testable import Loaderctl

/// `loaderctl monitor`, and the text of a state difference.
@Suite struct MonitorTests {
  private func text(_ difference: StateDifference) -> String { String(decoding: difference.text.utf8, as: UTF8.self) }

  @Test func onlyDifferencesArePrinted() {
    let old: JSON = [
      "loader": "bar", "text": .null, "progress": .number(0.5), "shown": .array([.null]),
      "output": ["name": "DP-1", "frame": ["shown": .integer(1)]], "frame": ["shown": .integer(1)],
    ]
    let new: JSON = [
      "loader": "bar", "text": "Hi", "progress": .null, "shown": .array([]),
      "output": ["name": "DP-2", "frame": ["shown": .integer(2)]], "frame": ["shown": .integer(2)],
    ]
    #expect(text(StateDifference(from: old, to: new)) == "text Hi, progress none, shown 0, output.name DP-2")
    #expect(text(StateDifference(from: new, to: new)) == "")
    let covered: [JSON] = ["", "Copying"].map { ["status": "", "shown": .array([["id": .integer(0), "status": $0]])] }
    #expect(text(StateDifference(from: covered[0], to: covered[1])) == "shown.0.status Copying")
    #expect(
      text(StateDifference(from: .null, to: ["text": .null, "yielded": .bool(false), "status": ""])) == "yielded false")
    #expect(text(StateDifference(from: .null, to: ["status": "one\nmode: forged"])) == "status one mode: forged")
  }

  @Test(arguments: [false, true]) func changesArePrinted(asJSON: Bool) throws {
    let daemon = try RunningDaemon()
    let folder = Folder()
    let words = ["--socket", daemon.socket, "monitor"] + (asJSON ? ["--json"] : [])
    let monitor = try Child(Program.loaderctl(in: folder), words.map { Array($0.utf8) }, in: folder)
    func isPrinted(_ words: String) throws -> Bool {
      try eventually { String(decoding: try folder.data("out"), as: UTF8.self).contains(words) }
    }
    #expect(try isPrinted(asJSON ? "\"loader\":\"shimmer\"" : "loader shimmer, text Thinking…"))
    #expect(try daemon.control(["status", "Unpacking"]).status == 0)
    #expect(try isPrinted(asJSON ? "\"status\":\"Unpacking\"" : "\nstatus Unpacking\n"))
    #expect(try daemon.control(["show", "bar"]).status == 0)
    #expect(try isPrinted(asJSON ? "\"loader\":\"bar\"" : "\nloader bar, text none\n"))
    #expect(try daemon.control(["quit"]).status == 0)
    let outcome = try monitor.finish()
    #expect(outcome.status == 0 && outcome.errors == "", "it ends with the daemon")
    if asJSON {
      for line in outcome.text.split(separator: "\n") {
        #expect(try JSONSerialization.jsonObject(with: Data(line.utf8)) is [String: Any])
      }
    }
  }

  /// A daemon that ends sends a last reply; one that was killed cannot.
  @Test(arguments: [SIGTERM, SIGKILL]) func aKilledDaemonIsAnError(signal: Int32) throws {
    let daemon = try RunningDaemon(), folder = Folder()
    let words = ["--socket", daemon.socket, "monitor"]
    let monitor = try Child(Program.loaderctl(in: folder), words.map { Array($0.utf8) }, in: folder)
    #expect(try eventually { try !folder.data("out").isEmpty })
    daemon.child.signal(signal)
    let outcome = try monitor.finish()
    let isKilled = signal == SIGKILL
    #expect(outcome.status == (isKilled ? 1 : 0))
    #expect(outcome.errors == (isKilled ? "loaderctl: \(daemon.socket): loaderd has ended unexpectedly\n" : ""))
  }

  @Test(arguments: ["--retain", "--handover"]) func aDaemonThatLeavesItsPictureIsNoError(option: String) throws {
    let daemon = try RunningDaemon(), folder = Folder()
    let words = ["--socket", daemon.socket, "monitor"]
    let monitor = try Child(Program.loaderctl(in: folder), words.map { Array($0.utf8) }, in: folder)
    #expect(try eventually { try !folder.data("out").isEmpty })
    #expect(try daemon.control(["quit", option]).status == 0)
    let outcome = try monitor.finish()
    #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
  }

  /// What has no reader any more would go on until the daemon ends, as after `monitor | grep -m 1`. Nothing changes
  /// here.
  @Test func monitorEndsWithItsReader() throws {
    let daemon = try RunningDaemon(), folder = Folder(), loaderctl = Program.loaderctl(in: folder).path
    let words = ["-c", "\"$@\" | head -n 1", "sh", loaderctl, "--socket", daemon.socket, "monitor"]
    let pipeline = try Child(Program("/bin/sh", words), [], in: folder)
    #expect(try eventually { try !folder.data("out").isEmpty })
    let outcome = try pipeline.finish()
    #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
  }

  @Test func aMissingDaemonIsAnError() throws {
    let folder = Folder()
    #expect(try Program.loaderctl(in: folder).run(["--socket", folder["s"], "monitor"]).status == 3)
  }
}
