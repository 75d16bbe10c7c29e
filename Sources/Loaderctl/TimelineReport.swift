import ScreenAPI
import Support

/// The event record of a boot as a table: time, difference to the event before, event, detail.
struct TimelineReport {
  private(set) var text: Bytes = "    time     since  event        detail\n"

  /// `owners` are the programs that have the display open now.
  init(_ record: EventRecord, owners: [Bytes]) {
    var before: Double?
    for entry in record.ordered {
      let isStart = ["start", "restart"].contains(entry.event)
      let words = (isStart ? ["process \(entry.process)", entry.detail] : [entry.detail]).filter { !$0.isEmpty }
      let since = before.map { "+" + TimelineReport.milliseconds(entry.time - $0) } ?? ""
      text +=
        TimelineReport.column(TimelineReport.milliseconds(entry.time), 8) + TimelineReport.column(since, 10) + "  "
      text += entry.event + TimelineReport.column("", 13 - entry.event.count) + words.joined(by: ", ").singleLine + "\n"
      before = entry.time
    }
    if !owners.isEmpty { text += "the display is open in \(owners.joined(by: ", "))\n" }
  }

  /// Seconds with three decimals.
  private static func milliseconds(_ seconds: Double) -> Bytes {
    let all = Int64(max(0, seconds) * 1000 + 0.5), rest: Bytes = "\(Int(all % 1000))"
    return "\(Int(all / 1000))." + Bytes([UInt8](repeating: UInt8(ascii: "0"), count: 3 - rest.count)) + rest
  }

  /// A text at the right end of a column.
  private static func column(_ text: Bytes, _ width: Int) -> Bytes {
    Bytes([UInt8](repeating: UInt8(ascii: " "), count: max(0, width - text.count))) + text
  }
}
