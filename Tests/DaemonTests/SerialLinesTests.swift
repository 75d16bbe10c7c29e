import Support
import Testing

@testable import Daemon

/// When the lines for a terminal are written, and what is in them.
@Suite struct SerialLinesTests {
  private let second: Int64 = 1_000_000_000

  @Test func lineHasTextsAndProgress() {
    var lines = SerialLines("/dev/null")
    let texts: [Bytes] = ["Updating", "", "Part\n\u{1B}[2J 1"]
    #expect(lines.line(now: second, texts, progress: 0.426) == "Updating - Part [2J 1 42%")
    #expect(lines.line(now: 3 * second, ["Ready"], progress: nil) == "Ready")
    let long = Bytes([UInt8](repeating: UInt8(ascii: "a"), count: 1000))
    #expect(lines.line(now: 5 * second, [long], progress: 2)?.count ?? 0 < 210)
  }

  @Test func aTerminalThatCannotBeUsedIsLoggedOnce() {
    for (path, reason) in [
      ("/nonexistent/tty", "No such file or directory"), ("/dev/null", "Inappropriate ioctl for device"),
    ] as [(Bytes, Bytes)] {
      var logged: [Bytes] = []
      var lines = SerialLines(path) { logged.append($0) }
      for number in 1...3 { lines.dispatch(now: Int64(number) * 2 * second, ["\(number)"], progress: nil) }
      #expect(logged == ["serial: \(path): \(reason)"])
    }
  }

  @Test func progressIsWrittenInTenths() {
    var lines = SerialLines("/dev/null"), written: [Bytes] = []
    for percent in 0...100 {
      let line = lines.line(now: Int64(percent + 1) * 2 * second, ["a"], progress: Double(percent) / 100)
      if let line { written.append(line) }
    }
    #expect(written.count == 11 && written.last == "a 100%")
    #expect(lines.line(now: 300 * second, ["a"], progress: 0) == "a 0%", "it has begun again")
    #expect(lines.line(now: 400 * second, ["a"], progress: .nan) == nil)
  }

  @Test func newestLineFollowsAfterASecond() {
    var lines = SerialLines("/dev/null")
    #expect(lines.line(now: second, ["One"], progress: nil) == "One")
    #expect(lines.line(now: second + 1, ["Two"], progress: nil) == nil)
    #expect(lines.line(now: second + 2, ["Three"], progress: nil) == nil)
    #expect(lines.deadline == 2 * second)
    #expect(lines.line(now: 2 * second, ["Three"], progress: nil) == "Three" && lines.deadline == nil)
    #expect(lines.line(now: 9 * second, ["", ""], progress: nil) == nil, "an empty screen has no line")
  }
}
