import Foundation
import Process
import Testing

/// A loaderd in namespaces of its own: /run is empty, and the abstract sockets are its own.
final class PrivateMachine {
  let folder = Folder()
  let child: Child
  /// The option that names its socket.
  private let socket: [String]

  /// Whether tests can start one: it takes root.
  static var isUsable: Bool { geteuid() == 0 }

  /// Starts it and waits until it answers at `socket`; nil is the standard address. `namespaces` are those of
  /// unshare(1).
  init(
    _ options: [String] = [], socket: String? = nil, namespaces: String = "-nm", preparing script: String = ":"
  ) throws {
    self.socket = socket.map { ["--socket", $0] } ?? []
    let program = Program.loaderd.behind(
      "/usr/bin/unshare", [namespaces, "/bin/sh", "-c", "mount -t tmpfs tmpfs /run && \(script) && exec \"$@\"", "sh"])
    let words = ["--output", "headless", "--size", "320x200", "--show", "dots"] + options + self.socket
    child = try Child(program, words.map { Array($0.utf8) }, in: folder)
    #expect(eventually { !child.isRunning || (try? control(["state"]).status) == 0 })
  }

  /// A program in its namespaces.
  func inside(_ program: Program) -> Program {
    program.behind(
      "/usr/bin/nsenter", ["--net=/proc/\(child.pid)/ns/net", "--mount=/proc/\(child.pid)/ns/mnt"])
  }

  /// Runs loaderctl there.
  @discardableResult
  func control(_ words: [String]) throws -> Outcome {
    try inside(.loaderctl(in: folder)).run(socket + words)
  }

  /// Runs a script there.
  func shell(_ script: String) throws -> Outcome { try inside(Program("/bin/sh")).run(["-c", script]) }

  /// A member of the state, as text.
  func state(_ member: String) throws -> String {
    let state = try JSONSerialization.jsonObject(with: try control(["--json", "state"]).output) as? [String: Any]
    return "\(state?[member] ?? "none")"
  }

  /// Whether a member of the state reaches a value.
  func reaches(_ member: String, _ value: String) throws -> Bool { try eventually { try state(member) == value } }

  /// The inotify watches of the daemon, for a failure's message (proc_pid_fdinfo(5)).
  var watches: String {
    let command = "grep -H inotify /proc/\(child.pid)/fdinfo/*; ls -aiR /run"
    return (try? shell(command).text) ?? "none"
  }

  /// The path of one of its files, as seen from here.
  func path(_ path: String) -> String { "/proc/\(child.pid)/root\(path)" }

  func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: self.path(path)) }
}
