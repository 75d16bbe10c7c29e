import Testing

@testable import Outputs

@Suite struct TenureTests {
  static let second: Int64 = 1_000_000_000

  @Test func whoOpensTheCardGetsIt() {
    var tenure = Tenure(isMaster: true, now: 0)
    #expect(tenure.wakeUp == nil)
    #expect(tenure.opened(now: 5) == .drop)
    #expect(!tenure.isHolding && tenure.opened(now: 6) == .none)
    // It is asked for again when the other has had time to take it, and ever more seldom.
    #expect(tenure.wake(now: TenureTests.second) == .none)
    var now = TenureTests.second + 5
    #expect(tenure.wakeUp == now && tenure.wake(now: now) == .take)
    var pauses: [Int64] = []
    for _ in 0..<8 {
      tenure.took(false, now: now)
      let next = tenure.wakeUp ?? 0
      pauses.append(next - now)
      now = next
    }
    #expect(pauses == pauses.sorted() && pauses.last == Tenure.longest && pauses.first == Tenure.shortest)
    tenure.took(true, now: now)
    #expect(tenure.isHolding && tenure.wakeUp == nil)
  }

  @Test func anotherPictureIsWaitedForAndNotAskedAway() {
    var tenure = Tenure(isMaster: true, now: 0)
    _ = tenure.opened(now: 0)
    tenure.wasReplaced()
    #expect(tenure.wakeUp == nil && tenure.wake(now: 99 * TenureTests.second) == .none)
    #expect(tenure.opened(now: 1) == .none)
    #expect(tenure.closed(now: 2) == .none && tenure.wakeUp == 2 + Tenure.shortest)
    #expect(tenure.wake(now: TenureTests.second) == .take)
  }

  @Test func whatWasYieldedIsOnlyTakenBackWhenAsked() {
    var tenure = Tenure(isMaster: true, now: 0)
    #expect(tenure.yield() == .drop && tenure.yield() == .none)
    #expect(tenure.wakeUp == nil && tenure.closed(now: 1) == .none && tenure.reveal() == .none && tenure.hide() == .none)
    #expect(tenure.resume() == .take)
    tenure.took(false, now: 1)
    #expect(tenure.state == .yielded)
    tenure.took(true, now: 2)
    #expect(tenure.isHolding && tenure.resume() == .none)
  }

  @Test func aTerminalThatIsLeftTakesTheDisplayAlong() {
    var tenure = Tenure(isMaster: true, now: 0)
    #expect(tenure.hide() == .drop && tenure.wakeUp == nil && tenure.opened(now: 3) == .none)
    #expect(tenure.reveal() == .take)
    tenure.took(true, now: 4)
    #expect(tenure.isHolding && tenure.reveal() == .none)
  }

  @Test func aLossThatNobodyAnnouncedIsNoticed() {
    var tenure = Tenure(isMaster: true, now: 0)
    tenure.refused(now: 10)
    #expect(tenure.wakeUp == 10 + Tenure.shortest)
    var other = Tenure(isMaster: false, now: 0)
    #expect(other.wakeUp == Tenure.shortest && other.wake(now: Tenure.shortest) == .take)
    other.refused(now: 1)
    #expect(!other.isHolding)
  }
}
