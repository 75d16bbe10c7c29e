import Settings
import Support
import Testing

@testable import Daemon
@testable import System

/// What ends the wait of `quit --handover`: a prompt on the terminal, or the picture of another program.
@Suite struct HandoverWaitTests {
  /// Whether a terminal with these lines, all of the same length, has a prompt at the cursor's place.
  private func hasPrompt(_ lines: [String], column: Int, line: UInt8) -> Bool {
    let columns = UInt8(clamping: lines.first?.count ?? 0)
    var dump = [UInt8(lines.count), columns, UInt8(clamping: column), line]
    for character in lines.joined().utf8 { dump += [character, 7] }
    return TerminalText.hasPrompt(size: dump.count) { Array(dump.dropFirst($0).prefix($1)) }
  }

  @Test func promptIsTextBeforeTheCursor() {
    #expect(hasPrompt(["ab  ", "in: "], column: 3, line: 1))
    #expect(!hasPrompt(["ab  ", "    "], column: 0, line: 1), "a finished line is none")
    #expect(!hasPrompt(["    "], column: 3, line: 0))
    #expect(!hasPrompt(["ab  "], column: 2, line: 1), "the cursor is outside")
    #expect(!hasPrompt([], column: 2, line: 0) && !TerminalText.hasPrompt(size: 4) { _, _ in [1, 80, 2, 0] })
  }

  /// The console of a display with 2560 pixels has 320 columns.
  @Test func promptIsFoundOnAWideTerminal() {
    let empty = String(repeating: " ", count: 320), text = "host login: " + empty.dropFirst(12)
    #expect(hasPrompt([empty, empty, text], column: 12, line: 2))
    #expect(!hasPrompt([text, text, empty], column: 12, line: 2))
    #expect(hasPrompt([empty, String(text.reversed())], column: 320, line: 1))
  }

  /// The milliseconds of those looks, one every 50 ms, at which the picture has come.
  private func arrivals(
    _ until: HandoverSettings.Until, isReplaced: [Bool], isNested: Bool = false, hasWindow: Bool = false
  ) -> [Int] {
    var wait = HandoverWait(until, in: .boot, now: 0), found: [Int] = []
    for (step, isReplaced) in isReplaced.enumerated() {
      let time = Int64(step) * 50_000_000
      if wait.update(
        now: time, hasPrompt: false, isReplaced: isReplaced, isNested: isNested, hasWindow: hasWindow)
      {
        found.append(step * 50)
      }
      // Before its deadline it does not look.
      if wait.update(now: time + 1, hasPrompt: true, isReplaced: true, isNested: false, hasWindow: true) {
        found.append(-1)
      }
    }
    return found
  }

  @Test(
    arguments: [
      (.boot, [.boot]), (.update, [.boot]), (.reboot, [.boot, .reboot]), (.shutdown, [.boot, .shutdown]),
    ] as [(ScreenMode, [ScreenMode])])
  func nextPictureEndsTheBootAlsoAfterASoftReboot(begin: ScreenMode, ended: [ScreenMode]) {
    let wait = HandoverWait(.login, in: begin, now: 0)
    #expect(ScreenMode.allCases.filter { wait.ends($0) } == ended)
  }

  /// The text console with a question is no next picture.
  @Test func questionIsNotTheNextPicture() {
    var wait = HandoverWait(.login, in: .boot, now: 0)
    for step in 0..<5 {
      let now = Int64(step) * 50_000_000
      let isOver = wait.update(
        now: now, hasPrompt: true, isReplaced: true, isNested: false, hasWindow: false, isLent: true)
      #expect(!isOver)
      #expect(wait.deadline > now)
    }
  }

  @Test func nextPictureHasToStay() {
    #expect(arrivals(.compositor, isReplaced: [true, false, true, true, false]) == [150])
    #expect(arrivals(.login, isReplaced: [false, true, true]) == [100])
    #expect(arrivals(.application, isReplaced: Array(repeating: true, count: 42)) == [2000, 2050])
    #expect(arrivals(.application, isReplaced: Array(repeating: true, count: 42), isNested: true).isEmpty)
    #expect(arrivals(.application, isReplaced: [false, true], isNested: true, hasWindow: true) == [0, 50])
    #expect(arrivals(.compositor, isReplaced: [false, false], isNested: true, hasWindow: true).isEmpty)
  }
}
