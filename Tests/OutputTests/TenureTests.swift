import Testing

@testable import Outputs

@Suite struct TenureTests {
  static let second: Int64 = 1_000_000_000

  @Test func whoOpensTheCardGetsIt() {
    var tenure = Tenure(isFree: true, now: 0)
    #expect(tenure.wakeUp == nil)
    #expect(tenure.opened(now: 5) == .stop)
    #expect(!tenure.isHolding && tenure.opened(now: 6) == .none)
    // It is asked for again when the other has had time to take it, and ever more seldom.
    #expect(tenure.wake(now: Tenure.shortest) == .none)
    var now = Tenure.shortest + 5
    #expect(tenure.wakeUp == now && tenure.wake(now: now) == .ask)
    var pauses: [Int64] = []
    for _ in 0..<8 {
      tenure.answered(isFree: false, now: now)
      let next = tenure.wakeUp ?? 0
      pauses.append(next - now)
      now = next
    }
    #expect(pauses == pauses.sorted() && pauses.last == Tenure.longest && pauses.first == Tenure.shortest)
    tenure.answered(isFree: true, now: now)
    #expect(tenure.isHolding && tenure.wakeUp == nil)
  }

  @Test func anotherPictureIsWaitedForAndNotAskedAway() {
    var tenure = Tenure(isFree: true, now: 0)
    _ = tenure.opened(now: 0)
    var now = tenure.wakeUp ?? 0, looks = 0
    while let next = tenure.wakeUp {
      now = next
      #expect(tenure.wake(now: now) == .ask)
      tenure.wasReplaced(now: now)
      looks += 1
    }
    #expect(looks < 10 && tenure.wake(now: now + 99 * TenureTests.second) == .none, "it sleeps")
    #expect(tenure.opened(now: now) == .none)
    #expect(!tenure.wasLeft && tenure.closed(now: now) == .none && tenure.wakeUp == now + Tenure.moment)
    #expect(tenure.wasLeft, "what is still on the screen is the kernel's console")
    #expect(tenure.wake(now: now + Tenure.moment) == .ask)
    tenure.answered(isFree: false, now: now + Tenure.moment)
    #expect(tenure.wakeUp == now + Tenure.moment + Tenure.shortest)
    #expect(tenure.wasLeft, "the kernel takes its time to clean up after him")
    #expect(tenure.opened(now: now + Tenure.shortest) == .none && !tenure.wasLeft)
  }

  @Test func whatWasYieldedIsOnlyTakenBackWhenAsked() {
    var tenure = Tenure(isFree: true, now: 0)
    #expect(tenure.yield() == .stop && tenure.yield() == .none)
    #expect(
      tenure.wakeUp == nil && tenure.closed(now: 1) == .none && tenure.reveal() == .none && tenure.hide() == .none)
    #expect(tenure.resume() == .ask)
    tenure.answered(isFree: false, now: 1)
    #expect(tenure.state == .yielded)
    tenure.answered(isFree: true, now: 2)
    #expect(tenure.isHolding && tenure.resume() == .none)
  }

  @Test func aTerminalThatIsLeftTakesTheDisplayAlong() {
    var tenure = Tenure(isFree: true, now: 0)
    #expect(tenure.hide() == .stop && tenure.wakeUp == nil && tenure.opened(now: 3) == .none)
    #expect(tenure.reveal() == .ask)
    tenure.answered(isFree: true, now: 4)
    #expect(tenure.isHolding && tenure.reveal() == .none)
  }

  @Test func aLossThatNobodyAnnouncedIsNoticed() {
    var tenure = Tenure(isFree: true, now: 0)
    tenure.refused(now: 10)
    #expect(tenure.wakeUp == 10 + Tenure.shortest)
    var other = Tenure(isFree: false, now: 0)
    #expect(other.wakeUp == Tenure.shortest && other.wake(now: Tenure.shortest) == .ask)
    other.refused(now: 1)
    #expect(!other.isHolding)
  }
}
