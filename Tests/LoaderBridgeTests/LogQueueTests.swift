import LoaderBridge
import Support
import Testing
import Varlink

/// Journal entries as lines and calls; the progress of the boot.
@Suite struct LogQueueTests {
  @Test(
    arguments: [
      ("sshd", "42", "Server listening", "sshd[42]: Server listening"),
      ("kernel", "", "eth0: up", "kernel: eth0: up"), ("", "1", "nobody", "nobody"),
      ("a", "1", "two\nlines\r\n\n\tmore\n", "a[1]: two lines more"),
      ("a", "", "\u{1B}[0;1;31mred\u{1B}[0m, \u{1B}Mand\u{7F} \u{9B}x\u{2028}y", "a: red, and  x y"),
      ("a", "", "\u{1B}[", "a:"), ("Ω", "", "漢字 …", "Ω: 漢字 …"),
    ] as [(Bytes, Bytes, Bytes, String)])
  func entriesAreFormattedAsOneLine(_ identifier: Bytes, _ process: Bytes, _ message: Bytes, _ line: String) {
    #expect(text(LogLine.text(identifier: identifier, process: process, message: message)) == line)
  }

  @Test func longLinesAreCutAndInvalidUTF8IsReplaced() {
    let long = LogLine.text(identifier: "a", process: "", message: Bytes([UInt8](repeating: 0x78, count: 5000)))
    #expect(text(long).count == 401 && text(long).hasSuffix("x…"))
    #expect(text(LogLine.text(identifier: "", process: "", message: Bytes([0x61, 0xFF, 0x62]))) == "a\u{FFFD}b")
  }

  @Test func callsAreRateLimitedAndBounded() throws {
    var queue = LogQueue()
    #expect(queue.deadline == nil)
    for number in 0..<1000 { queue.add("line \(number)") }
    var now: Int64 = 0, lines: [String] = [], calls = 0
    while let deadline = queue.deadline {
      now = max(now, deadline)
      let next = queue.nextCall(now: now)
      let call = try #require(next)
      #expect(call.text.count < 65536)
      #expect(queue.nextCall(now: now + 99_999_999)?.short == nil)
      lines += (call["lines"]?.array ?? []).compactMap { $0.string.map(text) }
      calls += 1
    }
    #expect(calls == 4 && now == 300_000_000)
    #expect(lines.first == "(800 lines left out)" && lines[1] == "line 800" && lines.last == "line 999")
    #expect(lines.count == 201)
  }

  @Test func aCallHoldsTenLongLines() throws {
    var queue = LogQueue()
    for _ in 0..<50 { queue.add(Bytes([UInt8](repeating: 0x07, count: 1600))) }
    let next = queue.nextCall(now: 0)
    let call = try #require(next)
    #expect(call["lines"]?.array?.count == 10 && call.text.count < 65536 * 2)
  }

  /// What the bar shows after the boot is not the boot's.
  @Test func finishedBootIsNotShownByALaterBridge() {
    var boot = BootProgress()
    boot.update(1)
    #expect(boot.nextCall()?.short == nil && boot.isDone)
  }

  @Test func bootProgressNeverDecreases() {
    var boot = BootProgress()
    #expect(boot.nextCall()?.short == nil)
    boot.update(0.5)
    #expect(boot.nextCall()?.short == #"SetProgress {"value":0.5}"#)
    boot.update(0.4)
    #expect(boot.nextCall()?.short == nil)
    boot.markUnsent()
    #expect(boot.nextCall()?.short != nil)
    boot.update(1)
    #expect(boot.nextCall()?.short == #"SetProgress {"value":1}"#)
    #expect(boot.isDone)
    boot.markUnsent()
    #expect(boot.nextCall()?.short == nil)
  }
}
