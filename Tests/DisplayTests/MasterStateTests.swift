import Testing

@testable import Display

@Suite struct TenureTests {
  static let second: Int64 = 1_000_000_000

  @Test func whoOpensTheCardGetsIt() {
    var masterState = MasterState(isFree: true, now: 0)
    #expect(masterState.wakeUp == nil)
    #expect(masterState.opened(now: 5) == .stop)
    #expect(!masterState.isHolding && masterState.opened(now: 6) == .none)
    // It is asked for again when the other has had time to take it, and ever more seldom.
    #expect(masterState.wake(now: MasterState.shortest) == .none)
    var now = MasterState.shortest + 5
    #expect(masterState.wakeUp == now && masterState.wake(now: now) == .ask)
    var pauses: [Int64] = []
    for _ in 0..<8 {
      masterState.answered(isFree: false, now: now)
      let next = masterState.wakeUp ?? 0
      pauses.append(next - now)
      now = next
    }
    #expect(pauses == pauses.sorted() && pauses.last == MasterState.longest && pauses.first == MasterState.shortest)
    masterState.answered(isFree: true, now: now)
    #expect(masterState.isHolding && masterState.wakeUp == nil)
  }

  @Test func anotherPictureIsWaitedForAndNotAskedAway() {
    var masterState = MasterState(isFree: true, now: 0)
    _ = masterState.opened(now: 0)
    var now = masterState.wakeUp ?? 0, looks = 0
    while let next = masterState.wakeUp {
      now = next
      #expect(masterState.wake(now: now) == .ask)
      masterState.wasReplaced(now: now)
      looks += 1
    }
    #expect(looks < 10 && masterState.wake(now: now + 99 * TenureTests.second) == .none, "it sleeps")
    #expect(masterState.opened(now: now) == .none)
    #expect(
      !masterState.wasLeft && masterState.closed(now: now) == .none && masterState.wakeUp == now + MasterState.moment)
    #expect(masterState.wasLeft, "what is still on the screen is the kernel's console")
    #expect(masterState.wake(now: now + MasterState.moment) == .ask)
    masterState.answered(isFree: false, now: now + MasterState.moment)
    #expect(masterState.wakeUp == now + MasterState.moment + MasterState.shortest)
    #expect(masterState.wasLeft, "the kernel takes its time to clean up after him")
    #expect(masterState.opened(now: now + MasterState.shortest) == .none && !masterState.wasLeft)
  }

  @Test func anInactiveCardIsOnlyTakenBackWhenTheSessionIsActivated() {
    var masterState = MasterState(isFree: true, now: 0)
    #expect(masterState.deactivate() == .stop && masterState.deactivate() == .none && masterState.isAsked)
    #expect(masterState.wakeUp == nil && masterState.closed(now: 1) == .none && masterState.opened(now: 2) == .none)
    #expect(masterState.wakeUp == nil && masterState.state == .inactive && masterState.isOpenElsewhere)
    #expect(
      masterState.closed(now: 3) == .none && masterState.state == .inactive && !masterState.isOpenElsewhere
        && masterState.wasLeft)
    #expect(masterState.activate() == .ask)
    masterState.answered(isFree: false, now: 4)
    #expect(masterState.wakeUp == 4 + MasterState.shortest, "it is tried again, unless the session is deactivated")
    #expect(masterState.deactivate() == .none && masterState.state == .inactive && masterState.wakeUp == nil)
    #expect(masterState.activate() == .ask)
    masterState.answered(isFree: true, now: 5)
    #expect(masterState.isHolding && masterState.activate() == .none && !masterState.wasLeft && !masterState.wasOpened)
  }

  @Test func aLossThatNobodyAnnouncedIsNoticed() {
    var masterState = MasterState(isFree: true, now: 0)
    masterState.refused(now: 10)
    #expect(masterState.wakeUp == 10 + MasterState.shortest)
    var other = MasterState(isFree: false, now: 0)
    #expect(other.wakeUp == MasterState.shortest && other.wake(now: MasterState.shortest) == .ask)
    other.refused(now: 1)
    #expect(!other.isHolding)
  }
}
