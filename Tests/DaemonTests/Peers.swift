import Foundation
import Process

/// Other people's programs, unpacked in build/peers by Tests/peers.
enum Peers {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")
    .standardized
  private static let folder = root.appendingPathComponent("build/peers").path
  private static let areHere = FileManager.default.fileExists(atPath: folder + "/done")
  /// A namespace of one's own is root's to make.
  static let areUsable = areHere && geteuid() == 0

  /// Where their libraries lie.
  static let environment = ["LD_LIBRARY_PATH": libraries]
  private static let libraries =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder + "/usr/lib")) ?? [])
    .filter { $0.hasSuffix("-linux-gnu") }.map { "\(folder)/usr/lib/\($0)" }.joined(separator: ":")

  static func program(_ name: String) -> Program { Program("\(folder)/usr/bin/\(name)") }

  /// A script of these tests.
  static func script(_ name: String) -> String { root.appendingPathComponent("Tests/DaemonTests/\(name)").path }
}

extension RunningDaemon {
  /// One whose configuration opens these doors.
  static func opening(
    _ doors: String, showing text: String? = "Thinking…", in folder: Folder = Folder(), as program: Program = .loaderd
  ) throws -> RunningDaemon {
    try folder.write("loaderd.conf", Array("[Compatibility]\n\(doors)\n".utf8))
    return try RunningDaemon(showing: text, ["--config", folder["loaderd.conf"]], in: folder, as: program)
  }

  /// What `loaderctl --json state` prints.
  func state() throws -> [String: Any] {
    let outcome = try control(["--json", "state"])
    return try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any] ?? [:]
  }

  /// Whether a member of the state becomes so, as text.
  func reaches(_ member: String, _ value: String) throws -> Bool {
    try eventually { "\(try state()[member] ?? "none")" == value }
  }
}
