import Foundation
import Process
import Testing

/// A simulated compositor with one fault (compositor.py); `deinit` kills it.
final class FakeCompositor {
  /// The path of its socket.
  let path: String
  private let folder = Folder()
  private let child: Child

  /// Starts the compositor, with `asStranger` as user 65534, and waits until its sockets exist.
  init(_ fault: String = "none", at path: String, asStranger: Bool = false) throws {
    self.path = path
    unlink(path)
    unlink(path + ".windows")
    let script = try String(contentsOfFile: FakeCompositor.script("compositor.py"), encoding: .utf8)
    let python = Program("/usr/bin/python3")
    child = try Child(
      asStranger ? python.asStranger : python, ["-c", script, path, fault].map { Array($0.utf8) }, in: folder)
    precondition(eventually { FileManager.default.fileExists(atPath: path + ".windows") })  // the last one
  }

  /// The path of a script in Tests/WaylandTests.
  static func script(_ name: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(name).path
  }

  /// The events that it has printed, one a line.
  var lines: [Substring] {
    String(decoding: (try? folder.data("out")) ?? Data(), as: UTF8.self).split(separator: "\n")
  }

  /// Sends a command about a window, such as "open org.example.App", and waits until it is done.
  func tell(_ command: String) throws {
    let before = lines.filter { $0 == command }.count
    try #require(DatagramSocket.send(Array(command.utf8), to: path + ".windows"))
    precondition(eventually { lines.filter { $0 == command }.count > before })
  }

  /// The alpha values of the buffers with an alpha channel, and the largest value of a colour in each.
  var alphas: [(alpha: Int, most: Int)] {
    lines.filter { $0.hasPrefix("alpha ") }.map { line in
      let numbers = line.split(separator: " ").dropFirst().compactMap { Int($0) }
      return (numbers[0], numbers[1])
    }
  }

  /// The number of events that start with a text.
  func count(_ word: String) -> Int { lines.filter { $0.hasPrefix(word) }.count }

  var isRunning: Bool { child.isRunning }
}

extension RunningDaemon {
  /// A daemon that shows its screen only on the compositor at a socket.
  convenience init(
    on socket: String, _ options: [String] = ["--show", "shimmer", "--text", "Thinking…"], in folder: Folder = Folder(),
    as program: Program = .loaderd, environment: [String: String] = [:]
  ) throws {
    try self.init(
      showing: nil, ["--output", "wayland"] + options, in: folder, as: program,
      environment: ["WAYLAND_DISPLAY": socket].merging(environment) { $1 })
  }

  /// The logged lines, without those that name a caller.
  var problems: [Substring] {
    ((try? child.errors) ?? "").split(separator: "\n").filter { !$0.contains(" by process ") }
  }

  /// Whether a text is logged within `seconds`.
  func logs(_ words: String, within seconds: Double = defaultTimeout) -> Bool {
    eventually(within: seconds) { problems.contains { $0.contains(words) } }
  }

  /// Limits the numbers of new descriptors (RLIMIT_NOFILE).
  func limitDescriptors(to limit: Int) throws {
    let words = ["--pid=\(child.pid)", "--nofile=\(limit):1024"]
    let outcome = try Program("/usr/bin/prlimit").run(words)
    precondition(outcome.status == 0, outcome.errors)
  }

  /// The number of wake-ups per second, measured for `seconds`.
  func wakeUps(in seconds: Double = 1) throws -> Int {
    let before = try child.figure("voluntary_ctxt_switches")
    pause(seconds)
    return Int(Double(try child.figure("voluntary_ctxt_switches") - before) / seconds)
  }

  /// Whether the daemon becomes idle: at most one wake-up per second.
  var becomesIdle: Bool { (try? eventually { try wakeUps() <= 1 }) ?? false }

  /// The names of the outputs.
  var names: [String] {
    get throws {
      let outputs = try call("ListOutputs").list("outputs") as? [[String: Any]] ?? []
      return outputs.compactMap { $0["name"] as? String }
    }
  }
}
