import Glibc
import System
import Testing

@testable import Display

@Suite struct OutputStateTests {
  private func outputState(rotates: Bool = false) -> OutputState {
    OutputState(ModesetFallbacks(isAtomic: true, rotatesInHardware: rotates, modes: 2, bits: [32, 16]))
  }

  @Test func retryIntervalDoublesAfterAllFallbacksFailed() {
    var outputState = outputState()
    var now: Int64 = 0
    var pauses: [Int64] = []
    for _ in 0..<8 {
      while outputState.failed(SystemError("commit", EINVAL), now: now) {}
      let next = outputState.state.earliest(now: now) ?? 0
      pauses.append(next - now)
      #expect(outputState.step(now: next - 1) == .nothing)
      now = next
    }
    #expect(
      pauses.first == OutputState.minimumRetryInterval && pauses.last == OutputState.maximumRetryInterval
        && pauses == pauses.sorted())
    guard case .modeset = outputState.step(now: now) else {
      Issue.record("a modeset is tried again")
      return
    }
    outputState.wasEnabled()
    #expect(outputState.step(now: now) == .flip)
  }

  @Test func enabledOutputIgnoresBusyAndRestartsOnOtherErrors() {
    var outputState = outputState()
    outputState.wasEnabled()
    #expect(!outputState.failed(SystemError("flip", EBUSY), now: 7) && outputState.state == .enabled)
    #expect(!outputState.failed(SystemError("flip", EINVAL), now: 7) && outputState.state == .off(retryAt: 7))
    outputState.wasEnabled()
    _ = outputState.failed(SystemError("flip", EACCES), now: 7)
    #expect(outputState.state == .inactive && outputState.state.earliest(now: 8) == nil)
    outputState.activate(9)
    #expect(outputState.state == .off(retryAt: 9))
    _ = outputState.failed(SystemError("flip", ENODEV), now: 10)
    #expect(outputState.state == .gone && outputState.isDeviceGone)
    outputState.activate(11)
    outputState.invalidate(11)
    #expect(outputState.state == .gone, "a device that is gone stays gone")
  }
}
