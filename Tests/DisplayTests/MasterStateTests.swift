import SeededRandom
import Testing

@testable import Display

@Suite struct MasterStateTests {
  static let second: Int64 = 1_000_000_000

  @Test func openingTheDevicePreemptsUsWithBackoff() {
    var masterState = MasterState(isMasterFree: true, now: 0)
    #expect(masterState.deadline == nil)
    #expect(masterState.deviceOpened(now: 5) == .deactivateOutputs)
    #expect(!masterState.isAvailable && masterState.deviceOpened(now: 6) == .none)
    // The first retry leaves the other process time to become master; later ones are ever longer apart.
    #expect(masterState.retryIfDue(now: MasterState.minimumRetryInterval) == .none)
    var now = MasterState.minimumRetryInterval + 5
    #expect(masterState.deadline == now && masterState.retryIfDue(now: now) == .tryMaster)
    var pauses: [Int64] = []
    for _ in 0..<8 {
      masterState.masterTried(isMasterFree: false, now: now)
      let next = masterState.deadline ?? 0
      pauses.append(next - now)
      now = next
    }
    #expect(
      pauses == pauses.sorted() && pauses.last == MasterState.maximumRetryInterval
        && pauses.first == MasterState.minimumRetryInterval)
    masterState.masterTried(isMasterFree: true, now: now)
    #expect(masterState.isAvailable && masterState.deadline == nil)
  }

  @Test func otherScanoutIsNotTriedUntilTheDeviceIsClosed() {
    var masterState = MasterState(isMasterFree: true, now: 0)
    _ = masterState.deviceOpened(now: 0)
    var now = masterState.deadline ?? 0, looks = 0
    while let next = masterState.deadline {
      now = next
      #expect(masterState.retryIfDue(now: now) == .tryMaster)
      masterState.otherScanoutFound(now: now)
      looks += 1
    }
    #expect(
      looks < 10 && masterState.retryIfDue(now: now + 99 * MasterStateTests.second) == .none,
      "there are no more retries")
    #expect(masterState.deviceOpened(now: now) == .none)
    #expect(
      !masterState.isOrphaned && masterState.deviceClosed(now: now) == .none
        && masterState.deadline == now + MasterState.closeDelay)
    #expect(masterState.isOrphaned, "the kernel's console is on the screen")
    #expect(masterState.retryIfDue(now: now + MasterState.closeDelay) == .tryMaster)
    masterState.masterTried(isMasterFree: false, now: now + MasterState.closeDelay)
    #expect(masterState.deadline == now + MasterState.closeDelay + MasterState.minimumRetryInterval)
    #expect(masterState.isOrphaned, "the kernel may need time to clean up after that process")
    #expect(masterState.deviceOpened(now: now + MasterState.minimumRetryInterval) == .none && !masterState.isOrphaned)
  }

  /// The device of a compositor that goes on was opened and closed by a third process.
  @Test func deviceThatStaysTakenAfterACloseIsNotOrphaned() {
    var masterState = MasterState(isMasterFree: true, now: 0), now: Int64 = 5
    _ = masterState.deviceOpened(now: 1)
    _ = masterState.deviceOpened(now: 2)
    _ = masterState.deviceClosed(now: now)
    var refusals = 0
    while masterState.isOrphaned, refusals < 20 {
      now = masterState.deadline ?? 0
      masterState.masterTried(isMasterFree: false, now: now)
      refusals += 1
    }
    #expect((5..<20).contains(refusals) && now > 3 * MasterStateTests.second, "the kernel may need time to clean up")
    #expect(masterState.isOpenElsewhere)
    masterState.otherScanoutFound(now: now)
    #expect(masterState.state == .otherScanout && masterState.deadline == nil, "there are no more retries")
  }

  /// While another terminal is shown.
  @Test func postponedRetryLeavesTheDeviceOrphaned() {
    var masterState = MasterState(isMasterFree: true, now: 0)
    _ = masterState.deviceOpened(now: 1)
    _ = masterState.deviceClosed(now: 2)
    var now: Int64 = 2
    for _ in 0..<20 {
      let next = masterState.deadline ?? 0
      #expect(next > now && masterState.retryIfDue(now: next) == .tryMaster)
      now = next
      masterState.postponeRetry(now: now)
    }
    #expect(masterState.isOrphaned && masterState.deadline == now + MasterState.maximumRetryInterval)
  }

  @Test func inactiveDeviceIsTriedOnlyOnActivate() {
    var masterState = MasterState(isMasterFree: true, now: 0)
    #expect(
      masterState.deactivate() == .deactivateOutputs && masterState.deactivate() == .none && masterState.isInactive)
    #expect(
      masterState.deadline == nil && masterState.deviceClosed(now: 1) == .none
        && masterState.deviceOpened(now: 2) == .none)
    #expect(masterState.deadline == nil && masterState.state == .inactive && masterState.isOpenElsewhere)
    #expect(
      masterState.deviceClosed(now: 3) == .none && masterState.state == .inactive && !masterState.isOpenElsewhere
        && masterState.isOrphaned)
    #expect(masterState.activate() == .tryMaster)
    masterState.masterTried(isMasterFree: false, now: 4)
    #expect(
      masterState.deadline == 4 + MasterState.minimumRetryInterval,
      "master is tried again until the session is deactivated"
    )
    #expect(masterState.deactivate() == .none && masterState.state == .inactive && masterState.deadline == nil)
    #expect(masterState.activate() == .tryMaster)
    masterState.masterTried(isMasterFree: true, now: 5)
    #expect(
      masterState.isAvailable && masterState.activate() == .none && !masterState.isOrphaned && !masterState.wasOpened)
  }

  /// Otherwise the event loop would spin.
  @Test func deadlineIsInTheFutureInEveryState() {
    var random = SeededRandom(seed: 14)
    for _ in 0..<500 {
      var now: Int64 = 0, masterState = MasterState(isMasterFree: random.roll(0...1) == 0, now: now)
      for _ in 0..<100 {
        now += Int64(random.roll(0...3_000_000_000))
        var effect = MasterState.Effect.none
        switch random.roll(0...5) {
        case 0: effect = masterState.deviceOpened(now: now)
        case 1: effect = masterState.deviceClosed(now: now)
        case 2: masterState.masterRefused(now: now)
        case 3: effect = masterState.deactivate()
        case 4: effect = masterState.activate()
        default: break
        }
        for effect in [effect, masterState.retryIfDue(now: now)] where effect == .tryMaster {
          switch random.roll(0...2) {
          case 0: masterState.otherScanoutFound(now: now)
          case 1: masterState.postponeRetry(now: now)
          default: masterState.masterTried(isMasterFree: random.roll(0...2) == 0, now: now)
          }
        }
        let deadline = masterState.deadline
        #expect(deadline == nil || deadline ?? 0 > now, "\(masterState) at \(now)")
      }
    }
  }

  @Test func refusedCommitPreemptsTheDevice() {
    var masterState = MasterState(isMasterFree: true, now: 0)
    masterState.masterRefused(now: 10)
    #expect(masterState.deadline == 10 + MasterState.minimumRetryInterval)
    var other = MasterState(isMasterFree: false, now: 0)
    #expect(
      other.deadline == MasterState.minimumRetryInterval
        && other.retryIfDue(now: MasterState.minimumRetryInterval) == .tryMaster)
    other.masterRefused(now: 1)
    #expect(!other.isAvailable)
  }
}
