import Foundation
import Process

/// A compositor that does one thing wrong (compositor.py); killed at the end.
final class FakeCompositor {
  let path: String
  private let folder = Folder()
  private let child: Child

  /// Returns when it listens.
  init(_ fault: String = "none", at path: String) throws {
    self.path = path
    unlink(path)
    let words = [FakeCompositor.script("compositor.py"), path, fault]
    child = try Child(Program("/usr/bin/python3"), words.map { Array($0.utf8) }, in: folder)
    precondition(eventually { FileManager.default.fileExists(atPath: path) })
  }

  static func script(_ name: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(name).path
  }

  /// What it was given, a line each.
  var lines: [Substring] {
    String(decoding: (try? folder.data("out")) ?? Data(), as: UTF8.self).split(separator: "\n")
  }

  func count(_ word: String) -> Int { lines.filter { $0.hasPrefix(word) }.count }

  var isRunning: Bool { child.isRunning }
}

extension RunningDaemon {
  /// One that shows on the compositor of a socket, and only there.
  convenience init(
    on socket: String, _ options: [String] = ["--show", "shimmer", "--text", "Thinking…"], in folder: Folder = Folder(),
    as program: Program = .loaderd, environment: [String: String] = [:]
  ) throws {
    try self.init(
      showing: nil, ["--output", "wayland"] + options, in: folder, as: program,
      environment: ["WAYLAND_DISPLAY": socket].merging(environment) { $1 })
  }

  /// What it has said, but for who called.
  var complaints: [Substring] {
    ((try? child.errors) ?? "").split(separator: "\n").filter { !$0.contains(" by process ") }
  }

  /// Whether something is said; it is looked for again and again.
  func says(_ words: String, within seconds: Double = defaultTimeout) -> Bool {
    eventually(within: seconds) { complaints.contains { $0.contains(words) } }
  }

  /// Lets it open none whose number is not below this.
  func limitDescriptors(to limit: Int) throws {
    let words = ["--pid=\(child.pid)", "--nofile=\(limit):1024"]
    let outcome = try Program("/usr/bin/prlimit").run(words)
    precondition(outcome.status == 0, outcome.errors)
  }

  /// How often it woke up in a second.
  func wakeUps(in seconds: Double = 1) throws -> Int {
    let before = try child.figure("voluntary_ctxt_switches")
    pause(seconds)
    return Int(Double(try child.figure("voluntary_ctxt_switches") - before) / seconds)
  }

  /// Whether it comes to rest; what was asked of it before keeps it up for a moment.
  var sleeps: Bool { (try? eventually { try wakeUps() <= 1 }) ?? false }

  var names: [String] {
    get throws {
      let outputs = try call("ListOutputs").list("outputs") as? [[String: Any]] ?? []
      return outputs.compactMap { $0["name"] as? String }
    }
  }
}
