import System
import Testing

@testable import Display

@Suite struct ScanoutTests {
  private func outputState(turns: Bool = false) -> OutputState {
    OutputState(ModesetFallbacks(isAtomic: true, turnsInHardware: turns, modes: 2, bits: [32, 16]))
  }

  @Test func theLadderGoesFromTheGentlestWayToTheLast() {
    let fallbacks = ModesetFallbacks(isAtomic: true, turnsInHardware: true, modes: 1, bits: [32, 16])
    let first = fallbacks.attempts.filter { $0.format == 0 }
    #expect(first.map { $0.turnsInHardware } == [true, true, false, false, false, false])
    #expect(first.map { $0.allowsModeset } == [false, true, false, true, true, true])
    #expect(first.map { $0.resetsInheritedState } == [false, false, false, false, true, false])
    #expect(first.map { $0.isAtomic } == [true, true, true, true, true, false])
    #expect(fallbacks.attempts.count == 12)
    #expect(ModesetFallbacks(isAtomic: false, turnsInHardware: true, modes: 3, bits: [32]).attempts.count == 3)
  }

  @Test func shortMemoryLeadsToSmallerPixelsAndThenToAnotherMode() {
    var fallbacks = ModesetFallbacks(isAtomic: true, turnsInHardware: false, modes: 2, bits: [32, 24, 16, 16])
    fallbacks.shrink()
    #expect(fallbacks.current?.format == 1 && fallbacks.current?.mode == 0)
    fallbacks.shrink()
    #expect(fallbacks.current?.format == 2)
    fallbacks.shrink()
    #expect(fallbacks.current?.mode == 1 && fallbacks.current?.format == 0)
  }

  @Test func everyErrorHasItsAnswer() {
    let answers: [(Int32, ErrorAction)] = [
      (16, .again), (4, .again), (11, .again), (13, .standAside), (1, .standAside), (28, .degrade), (22, .degrade),
      (19, .forget), (12, .shrink), (2, .rescan), (5, .degrade), (110, .degrade), (95, .degrade), (34, .degrade),
    ]
    for (code, remedy) in answers { #expect(ErrorAction(SystemError("ioctl", code)) == remedy, "\(code)") }
  }

  @Test func allWaysInVainMeansLongerAndLongerPauses() {
    var outputState = outputState()
    var now: Int64 = 0
    var pauses: [Int64] = []
    for _ in 0..<8 {
      while outputState.failed(SystemError("commit", 22), now: now) {}
      let next = outputState.earliest(now: now) ?? 0
      pauses.append(next - now)
      #expect(outputState.step(now: next - 1) == .nothing)
      now = next
    }
    #expect(pauses.first == OutputState.shortest && pauses.last == OutputState.longest && pauses == pauses.sorted())
    guard case .modeset = outputState.step(now: now) else {
      Issue.record("it is tried again for ever")
      return
    }
    outputState.wasEnabled()
    #expect(outputState.step(now: now) == .flip)
  }

  @Test func aLitScreenSurvivesWhatIsBusyAndIsLitAnewForTheRest() {
    var outputState = outputState()
    outputState.wasEnabled()
    #expect(!outputState.failed(SystemError("flip", 16), now: 7) && outputState.state == .lit)
    #expect(!outputState.failed(SystemError("flip", 22), now: 7) && outputState.state == .dark(until: 7))
    outputState.wasEnabled()
    _ = outputState.failed(SystemError("flip", 13), now: 7)
    #expect(outputState.state == .aside && outputState.earliest(now: 8) == nil)
    outputState.activate(9)
    #expect(outputState.state == .dark(until: 9))
    _ = outputState.failed(SystemError("flip", 19), now: 10)
    #expect(outputState.state == .gone && outputState.isCardGone)
    outputState.activate(11)
    outputState.invalidate(11)
    #expect(outputState.state == .gone, "a card that has gone does not come back by itself")
  }
}
