import Compatibility
import SeededRandom
import Testing

/// SWUpdate's progress socket in both layouts, with the acknowledgement and without.
@Suite struct SWUpdateTests {
  /// A `struct progress_msg` in one of the layouts.
  private static func message(
    _ status: UInt32, packed: Bool, version: UInt32 = 0x20000, download: UInt32 = 0, bytes: UInt64 = 0,
    steps: UInt32 = 2,
    step: UInt32 = 0, percent: UInt32 = 0, image: String = "", info: String = ""
  ) -> [UInt8] {
    func little<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
      (0..<Value.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> Value(8 * $0)) }
    }
    func field(_ text: String, _ size: Int) -> [UInt8] {
      Array(text.utf8) + [UInt8](repeating: 0, count: size - text.utf8.count)
    }
    let padding = packed ? [] : little(UInt32(0))
    let head = [version, status, download].flatMap { little($0) } + padding + little(bytes)
    let counts = [steps, step, percent].flatMap { little($0) }
    let tail = [UInt32(4), UInt32(info.utf8.count)].flatMap { little($0) } + field(info, 2048) + padding
    return head + counts + field(image, 256) + field("raw", 64) + tail
  }

  private static func update(packed: Bool, version: UInt32 = 0x20000) -> [[UInt8]] {
    func message(_ status: UInt32, _ step: UInt32 = 0, _ percent: UInt32 = 0, _ image: String = "") -> [UInt8] {
      SWUpdateTests.message(status, packed: packed, version: version, step: step, percent: percent, image: image)
    }
    return [
      message(1), message(2, 1, 0, "rootfs.ext4"), message(8, 1, 50, "rootfs.ext4"), message(8, 1, 50, "rootfs.ext4"),
      message(2, 2, 0, "app.bin"), message(8, 2, 100, "app.bin"), message(2, 3), message(3, 3), message(6, 3),
    ]
  }

  private static let calls = [
    #"SetProgress {"value":0,"label":"Updating…"}"#, #"SetProgress {"value":0,"label":"Step 1 of 2: rootfs.ext4"}"#,
    #"SetProgress {"value":0.25,"label":"Step 1 of 2: rootfs.ext4"}"#,
    #"SetProgress {"value":0.5,"label":"Step 2 of 2: app.bin"}"#,
    #"SetProgress {"value":1,"label":"Step 2 of 2: app.bin"}"#,
    #"SetProgress {"value":1}"#, #"SetProgress {"value":1,"label":"The update is installed"}"#,
  ]

  private static let acknowledgement: [UInt8] = [0, 0, 2, 0] + Array("ACK\0".utf8)

  /// Whether it succeeds or fails, the next one begins at its start.
  @Test(arguments: [3, 4] as [UInt32]) func updateBeginsAndEnds(end: UInt32) {
    var stream = SWUpdateStream(), translator = SWUpdateTranslator()
    func receive(_ status: UInt32) {
      for frame in stream.feed(Self.message(status, packed: true)) { _ = translator.handle(frame) }
    }
    receive(0)
    for _ in 0..<2 {
      #expect(!translator.isUpdating)
      receive(1)
      #expect(translator.isUpdating)
      receive(end)
      receive(6)
    }
  }

  /// The calls that the parts of a stream lead to.
  private func calls(_ parts: [[UInt8]]) -> [String] {
    var stream = SWUpdateStream(), translator = SWUpdateTranslator()
    let calls = parts.flatMap { stream.feed($0) }.flatMap { translator.handle($0) }.map { $0.summary }
    #expect(!stream.isBroken)
    return calls
  }

  @Test func swupdateMessagesHaveTheDocumentedSizes() {
    #expect(
      SWUpdateTests.message(1, packed: true).count == 2408 && SWUpdateTests.message(1, packed: false).count == 2416)
  }

  @Test(arguments: [true, false], [true, false])
  func swupdateMessagesAreParsedForEverySplit(packed: Bool, acknowledges: Bool) {
    let bytes =
      (acknowledges ? SWUpdateTests.acknowledgement : []) + SWUpdateTests.update(packed: packed).flatMap { $0 }
    for place in 0...4900 {
      #expect(calls([Array(bytes[..<place]), Array(bytes[place...])]) == SWUpdateTests.calls, "split at \(place)")
    }
    for size in [1, 7, 1000, 2408, 2416, 4096] {
      let parts = stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<min(bytes.count, $0 + size)]) }
      #expect(calls(parts) == SWUpdateTests.calls, "\(size) bytes at a time")
    }
  }

  @Test(arguments: [0, 0x10000] as [UInt32]) func swupdateVersionsBeforeTwoAreParsed(version: UInt32) {
    #expect(calls(SWUpdateTests.update(packed: false, version: version)) == SWUpdateTests.calls)
  }

  /// The message of an idle server is valid in both layouts. The position of the next message decides.
  @Test(arguments: [true, false]) func ambiguousSWUpdateLayoutIsDecidedByTheNextMessage(packed: Bool) {
    let idle = SWUpdateTests.message(0, packed: packed, steps: 0)
    let download = SWUpdateTests.message(5, packed: packed, download: 30, bytes: packed ? 0 : 4096, steps: 0)
    let expected = #"SetProgress {"value":0.3,"label":"Downloading the update…"}"#
    #expect(calls([download]) == [expected], "at once")
    #expect(calls([idle, download] + SWUpdateTests.update(packed: packed)) == [expected] + SWUpdateTests.calls)
    let bytes = (idle + SWUpdateTests.update(packed: packed).flatMap { $0 })
    for place in 2300...2500 {
      #expect(calls([Array(bytes[..<place]), Array(bytes[place...])]) == SWUpdateTests.calls)
    }
  }

  @Test(arguments: [true, false]) func swupdateLayoutIsKnownAfterTheFirstMessage(packed: Bool) {
    let updates = SWUpdateTests.update(packed: packed)
    for first in 0..<6 { #expect(calls(Array(updates[first...])).count >= 2) }
    for bytes in [1, 65536, 700_000_000, 5_000_000_000] as [UInt64] {
      for steps in [0, 1, 2, 40] as [UInt32] {
        let start = SWUpdateTests.message(1, packed: packed, bytes: bytes, steps: steps)
        #expect(calls([start] + updates) == SWUpdateTests.calls, "\(bytes) bytes, \(steps) steps")
      }
    }
  }

  @Test func updateOfOneStep() {
    let parts = [0, 42, 100].map { SWUpdateTests.message(8, packed: false, steps: 1, step: 1, percent: $0, image: "a") }
    #expect(
      calls(parts) == ["0", "0.42", "1"].map { "SetProgress {\"value\":\($0),\"label\":\"Step 1 of 1: a\"}" })
  }

  @Test func staleInfoOfSWUpdateMessagesIsIgnored() {
    // SWUpdate 2022.12 of Debian leaves the text of an earlier message.
    var parts = SWUpdateTests.update(packed: false, version: 0)
    for index in parts.indices { parts[index].replaceSubrange(364..<374, with: Array("{\"0\": {\"V\"".utf8)) }
    #expect(calls(parts) == SWUpdateTests.calls)
  }

  @Test(arguments: [true, false]) func failedUpdateIsReported(packed: Bool) {
    let parts = [
      SWUpdateTests.message(1, packed: packed), SWUpdateTests.message(4, packed: packed, step: 1, percent: 30),
    ]
    #expect(calls(parts).last == #"ReportFailure {"sentence":"The update failed"}"#)
  }

  /// The wfx module of suricatta reports its states, also when no update runs.
  @Test func reportsOfSuricattaAreNoUpdate() {
    var stream = SWUpdateStream(), translator = SWUpdateTranslator()
    let report = SWUpdateTests.message(8, packed: true, steps: 0, info: #"{"0": {"module":"wfx","state":"ACTIVATED"}}"#)
    for part in [report] + SWUpdateTests.update(packed: true) + [report] {
      for frame in stream.feed(part) { _ = translator.handle(frame) }
    }
    #expect(!translator.isUpdating && !stream.isBroken)
    #expect(calls([report]).isEmpty)
  }

  /// An image without a valid signature fails before its start.
  @Test func eachFailureIsReported() {
    let failure = SWUpdateTests.message(4, packed: true), done = SWUpdateTests.message(6, packed: true)
    let report = #"ReportFailure {"sentence":"The update failed"}"#
    #expect(calls([failure, failure, done, failure]) == [report, report, report])
  }

  @Test(arguments: [
    (#"{"1": { "reboot-mode" : "no-reboot"}}"#, "The update is installed"),
    (#"{"2": { "dry-run" : true}}"#, "The update was tested, not installed"),
  ])
  func updateWithoutARebootEndsWithAMessage(info: String, text: String) {
    var parts = SWUpdateTests.update(packed: true)
    parts.insert(SWUpdateTests.message(2, packed: true, info: info), at: 1)
    let message = "SetMessage {\"text\":\"\(text)\",\"lifetime\":10}"
    #expect(calls(parts) == SWUpdateTests.calls.dropLast() + [message])
    // The next update may reboot.
    #expect(calls(parts + SWUpdateTests.update(packed: true)).last == SWUpdateTests.calls.last)
  }

  /// A handler may report more than 100 percent, and a later version another status.
  @Test(arguments: [true, false]) func implausibleValuesBreakNoKnownStream(packed: Bool) {
    var parts = SWUpdateTests.update(packed: packed)
    let odd = SWUpdateTests.message(8, packed: packed, steps: 2, step: 2, percent: 250, image: "app.bin")
    parts.insert(contentsOf: [odd, SWUpdateTests.message(99, packed: packed)], at: 5)
    #expect(calls(parts) == SWUpdateTests.calls)
  }

  @Test func streamsOfOtherProtocolsAreBroken() {
    for garbage in [Array("GET / HTTP/1.1\r\n".utf8), [0xFF], [1, 2, 3, 4, 5]] as [[UInt8]] {
      var stream = SWUpdateStream()
      let bytes = Array(repeatElement(garbage, count: 3000).joined())
      #expect(stream.feed(bytes).isEmpty && stream.isBroken && stream.feed(bytes).isEmpty)
    }
    var stream = SWUpdateStream()
    let start = SWUpdateTests.message(1, packed: true)
    #expect(stream.feed(start).count == 1 && stream.feed([1] + start).isEmpty && stream.isBroken)
  }

  @Test func swupdateStreamSurvivesRandomChanges() {
    var dice = SeededRandom(seed: 3)
    for _ in 0..<200 {
      var stream = SWUpdateStream(), translator = SWUpdateTranslator()
      for _ in 0..<6 {
        var bytes = SWUpdateTests.message(
          UInt32(dice.roll(0...9)), packed: dice.roll(0...1) == 0, steps: UInt32(dice.roll(0...2)))
        for _ in 0..<dice.roll(0...4) { bytes[dice.roll(0...400)] = dice.pick([0, 1, 100, 255]) }
        for frame in stream.feed(Array(bytes.prefix(dice.roll(2300...2416)))) {
          #expect((0...1).contains(frame.value ?? 0))
          _ = translator.handle(frame)
        }
      }
    }
  }
}
