import Foundation
import Process

/// Foreign programs that loaderd works with, unpacked in build/peers by Tests/peers.
enum Peers {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")
    .standardized
  private static let folder = root.appendingPathComponent("build/peers").path
  private static let areInstalled = FileManager.default.fileExists(atPath: folder + "/done")
  /// Whether tests can start them: root is needed for a network namespace.
  static let areUsable = areInstalled && geteuid() == 0

  /// Environment variables with which the programs find their libraries.
  static let environment = ["LD_LIBRARY_PATH": libraries]
  private static let libraries =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder + "/usr/lib")) ?? [])
    .filter { $0.hasSuffix("-linux-gnu") }.map { "\(folder)/usr/lib/\($0)" }.joined(separator: ":")

  /// A program of build/peers/usr/bin.
  static func program(_ name: String) -> Program { Program("\(folder)/usr/bin/\(name)") }

  /// Debian's plymouthd.
  static var daemon: Program { Program("\(folder)/usr/sbin/plymouthd") }

  /// The path of a script in Tests/DaemonTests.
  static func script(_ name: String) -> String { root.appendingPathComponent("Tests/DaemonTests/\(name)").path }
}

extension RunningDaemon {
  /// A daemon whose configuration has these lines in section `[Compatibility]`.
  static func compatible(
    _ settings: String, showing text: String? = "Thinking…", in folder: Folder = Folder(),
    as program: Program = .loaderd
  ) throws -> RunningDaemon {
    try folder.write("loaderd.conf", Array("[Compatibility]\n\(settings)\n".utf8))
    return try RunningDaemon(showing: text, ["--config", folder["loaderd.conf"]], in: folder, as: program)
  }

  /// What `loaderctl --json state` prints.
  func state() throws -> [String: Any] {
    let outcome = try control(["--json", "state"])
    return try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any] ?? [:]
  }

  /// Whether a member of the state reaches a value, compared as text.
  func reaches(_ member: String, _ value: String) throws -> Bool {
    try eventually { "\(try state()[member] ?? "none")" == value }
  }
}
