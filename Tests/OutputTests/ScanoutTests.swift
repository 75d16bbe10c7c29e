import Linux
import Testing

@testable import Outputs

@Suite struct ScanoutTests {
  private func scanout(turns: Bool = false) -> Scanout {
    Scanout(Ladder(isAtomic: true, turnsInHardware: turns, modes: 2, bits: [32, 16]))
  }

  @Test func theLadderGoesFromTheGentlestWayToTheLast() {
    let ladder = Ladder(isAtomic: true, turnsInHardware: true, modes: 1, bits: [32, 16])
    let first = ladder.attempts.filter { $0.format == 0 }
    #expect(first.map { $0.turnsInHardware } == [true, true, false, false, false, false])
    #expect(first.map { $0.allowsModeset } == [false, true, false, true, true, true])
    #expect(first.map { $0.isBare } == [false, false, false, false, true, false])
    #expect(first.map { $0.isAtomic } == [true, true, true, true, true, false])
    #expect(ladder.attempts.count == 12)
    #expect(Ladder(isAtomic: false, turnsInHardware: true, modes: 3, bits: [32]).attempts.count == 3)
  }

  @Test func shortMemoryLeadsToSmallerPixelsAndThenToAnotherMode() {
    var ladder = Ladder(isAtomic: true, turnsInHardware: false, modes: 2, bits: [32, 24, 16, 16])
    ladder.shrink()
    #expect(ladder.current?.format == 1 && ladder.current?.mode == 0)
    ladder.shrink()
    #expect(ladder.current?.format == 2)
    ladder.shrink()
    #expect(ladder.current?.mode == 1 && ladder.current?.format == 0)
  }

  @Test func everyErrorHasItsAnswer() {
    let answers: [(Int32, Remedy)] = [
      (16, .again), (4, .again), (11, .again), (13, .standAside), (1, .standAside), (28, .degrade), (22, .degrade),
      (19, .forget), (12, .shrink), (2, .rescan), (5, .degrade), (110, .degrade), (95, .degrade), (34, .degrade),
    ]
    for (code, remedy) in answers { #expect(Remedy(SystemError("ioctl", code)) == remedy, "\(code)") }
  }

  @Test func allWaysInVainMeansLongerAndLongerPauses() {
    var scanout = scanout()
    var now: Int64 = 0
    var pauses: [Int64] = []
    for _ in 0..<8 {
      while scanout.failed(SystemError("commit", 22), now: now) {}
      let next = scanout.earliest(now: now) ?? 0
      pauses.append(next - now)
      #expect(scanout.step(now: next - 1) == .nothing)
      now = next
    }
    #expect(pauses.first == Scanout.shortest && pauses.last == Scanout.longest && pauses == pauses.sorted())
    guard case .light = scanout.step(now: now) else {
      Issue.record("it is tried again for ever")
      return
    }
    scanout.wasLit()
    #expect(scanout.step(now: now) == .flip)
  }

  @Test func aLitScreenSurvivesWhatIsBusyAndIsLitAnewForTheRest() {
    var scanout = scanout()
    scanout.wasLit()
    #expect(!scanout.failed(SystemError("flip", 16), now: 7) && scanout.state == .lit)
    #expect(!scanout.failed(SystemError("flip", 22), now: 7) && scanout.state == .dark(until: 7))
    scanout.wasLit()
    _ = scanout.failed(SystemError("flip", 13), now: 7)
    #expect(scanout.state == .aside && scanout.earliest(now: 8) == nil)
    scanout.comeBack(9)
    #expect(scanout.state == .dark(until: 9))
    _ = scanout.failed(SystemError("flip", 19), now: 10)
    #expect(scanout.state == .gone && scanout.isCardGone)
    scanout.comeBack(11)
    scanout.darken(11)
    #expect(scanout.state == .gone, "a card that has gone does not come back by itself")
  }
}
