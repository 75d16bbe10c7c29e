import Foundation

/// When a real machine's units became active, until its target was reached.
struct RecordedBoot {
  let seconds: Double
  let units: [(name: String, time: Double)]

  /// Those of boots.json: a Debian 12 in an emulator, on a machine that was idle, or busy with 1, 3 or 6 other programs.
  static var all: [RecordedBoot] {
    get throws {
      let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "boots.json")
      let list = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [[String: Any]] ?? []
      return list.map { boot in
        let units = boot["units"] as? [[Any]] ?? []
        return RecordedBoot(
          seconds: boot["seconds"] as? Double ?? 0,
          units: units.map { ($0[0] as? String ?? "", $0[1] as? Double ?? 0) })
      }
    }
  }
}
