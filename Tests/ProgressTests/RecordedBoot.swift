import Foundation

/// A recorded boot: when systemd units became active, until the default target was reached. Times in seconds.
struct RecordedBoot {
  let seconds: Double
  let units: [(name: String, time: Double)]

  /// The boots of boots.json: Debian 12 in an emulator, on a host that was idle or ran 1, 3 or 6 busy processes.
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
