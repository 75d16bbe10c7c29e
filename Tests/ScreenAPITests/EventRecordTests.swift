import ScreenAPI
import Support
import Testing

/// The record of a boot's events.
@Suite struct EventRecordTests {
  private let boot: Bytes = "b1"

  private func record(_ entries: [EventRecord.Entry]) -> EventRecord {
    entries.reduce(into: EventRecord()) { $0.add($1) }
  }

  private func entry(_ time: Double, _ event: Bytes, _ process: Int = 1) -> EventRecord.Entry {
    EventRecord.Entry(time, event, "", process: process)
  }

  @Test func fileIsReadBack() {
    let written = record([
      EventRecord.Entry(5.140321, "driver", "dri/card0", process: 122),
      EventRecord.Entry(5.23, "picture", "Virtual-1 \"left\"\n", process: 122),
    ])
    #expect(EventRecord(file: written.file(boot: boot), boot: boot) == written)
  }

  @Test func fileOfAnotherBootIsNotUsed() {
    #expect(EventRecord(file: record([entry(1, "start")]).file(boot: "b0"), boot: boot) == nil)
    #expect(EventRecord(file: "", boot: boot) == nil && EventRecord(file: "{", boot: boot) == nil)
  }

  /// Lines that were cut off, are no entries, or have numbers that an integer cannot hold.
  @Test(arguments: [
    #"{"time":2,"event":"mo"#, "[]", "null", "\u{0}", #"{"time":2,"event":"end","detail":"","process":1e300}"#,
    #"{"time":-1e300,"event":"end","detail":"","process":1}"#, #"{"time":2,"event":3,"detail":"","process":1}"#,
  ])
  func malformedLinesAreSkipped(line: String) {
    let good = record([entry(1, "start"), entry(3, "end")])
    let lines = good.file(boot: boot).split(at: UInt8(ascii: "\n"))
    let file = [lines[0], lines[1], Bytes(Array(line.utf8)), lines[2], ""].joined(by: "\n")
    #expect(EventRecord(file: file, boot: boot) == good)
  }

  @Test func fullRecordKeepsTheBeginningAndTheEnd() {
    let full = record((0..<10 * EventRecord.limit).map { entry(Double($0), "yield") })
    #expect(full.entries.count == EventRecord.limit)
    #expect(full.entries.first?.time == 0 && full.entries.last?.time == Double(10 * EventRecord.limit - 1))
    #expect(full.entries[EventRecord.limit / 2 - 1].time == Double(EventRecord.limit / 2 - 1))
    let longest = record((0..<EventRecord.limit).map { EventRecord.Entry(1e9, "vt-inactive", entry($0), process: 1) })
    #expect(longest.file(boot: boot).count * 3 < EventRecord.byteLimit)
  }

  private func entry(_ number: Int) -> Bytes { Bytes([UInt8](repeating: UInt8(ascii: "x"), count: 64)) }

  @Test func replyIsInTheOrderOfTimes() {
    let unordered = record([entry(5.19, "start"), entry(5.14, "driver"), entry(5.23, "picture")])
    let reply = EventRecord(reply: .object(unordered.members))
    #expect(reply.entries.map(\.event) == ["driver", "start", "picture"])
  }

  @Test(arguments: [("end", nil), ("given", nil), ("picture", 7)] as [(String, Int?)])
  func processWithoutAnEndIsUnfinished(event: String, process: Int?) {
    let last = record([entry(1, "end", 6), entry(2, "start", 7), entry(3, Bytes(Array(event.utf8)), 7)])
    #expect(last.lastProcessWithoutEnd == process)
    #expect(EventRecord().lastProcessWithoutEnd == nil)
    // A predecessor ends after its successor has started.
    let pair = record([
      entry(1, "start", 6), entry(2, "given", 6), entry(3, "start", 7), entry(4, "end", 6),
      entry(5, Bytes(Array(event.utf8)), 7),
    ])
    #expect(pair.lastProcessWithoutEnd == process)
    let older = record([entry(1, "start", 6), entry(2, "restart", 7), entry(3, "end", 7)])
    #expect(older.lastProcessWithoutEnd == nil)
  }
}
