import System
import Testing

@testable import Display

@Suite struct OutputStateTests {
  private func outputState(rotates: Bool = false) -> OutputState {
    OutputState(ModesetFallbacks(isAtomic: true, rotatesInHardware: rotates, modes: 2, bits: [32, 16]))
  }

  @Test func fallbacksAreOrderedFromLeastToMostIntrusive() {
    let fallbacks = ModesetFallbacks(isAtomic: true, rotatesInHardware: true, modes: 1, bits: [32, 16])
    let first = fallbacks.configurations.filter { $0.format == 0 }
    #expect(first.map { $0.rotatesInHardware } == [true, true, false, false, false, false])
    #expect(first.map { $0.allowsModeset } == [false, true, false, true, true, true])
    #expect(first.map { $0.resetsInheritedState } == [true, true, true, true, false, false])
    #expect(first.map { $0.isAtomic } == [true, true, true, true, true, false])
    #expect(fallbacks.configurations.count == 12)
    #expect(ModesetFallbacks(isAtomic: false, rotatesInHardware: true, modes: 3, bits: [32]).configurations.count == 3)
  }

  @Test func reduceMemorySkipsToFewerBitsThenToTheNextMode() {
    var fallbacks = ModesetFallbacks(isAtomic: true, rotatesInHardware: false, modes: 2, bits: [32, 24, 16, 16])
    fallbacks.reduceMemory()
    #expect(fallbacks.current?.format == 1 && fallbacks.current?.mode == 0)
    fallbacks.reduceMemory()
    #expect(fallbacks.current?.format == 2)
    fallbacks.reduceMemory()
    #expect(fallbacks.current?.mode == 1 && fallbacks.current?.format == 0)
  }

  @Test func everyErrorCodeHasAnAction() {
    let expected: [(Int32, ErrorAction)] = [
      (16, .retryLater), (4, .retryLater), (11, .retryLater), (13, .waitForMaster), (1, .waitForMaster),
      (28, .tryNextConfiguration), (22, .tryNextConfiguration),
      (19, .closeDevice), (12, .reduceMemory), (2, .rescan), (5, .tryNextConfiguration), (110, .tryNextConfiguration),
      (95, .tryNextConfiguration), (34, .tryNextConfiguration),
    ]
    for (code, action) in expected { #expect(ErrorAction(SystemError("ioctl", code)) == action, "\(code)") }
  }

  @Test func retryIntervalDoublesAfterAllFallbacksFailed() {
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
    #expect(!outputState.failed(SystemError("flip", 16), now: 7) && outputState.state == .enabled)
    #expect(!outputState.failed(SystemError("flip", 22), now: 7) && outputState.state == .off(retryAt: 7))
    outputState.wasEnabled()
    _ = outputState.failed(SystemError("flip", 13), now: 7)
    #expect(outputState.state == .inactive && outputState.earliest(now: 8) == nil)
    outputState.activate(9)
    #expect(outputState.state == .off(retryAt: 9))
    _ = outputState.failed(SystemError("flip", 19), now: 10)
    #expect(outputState.state == .gone && outputState.isDeviceGone)
    outputState.activate(11)
    outputState.invalidate(11)
    #expect(outputState.state == .gone, "a device that is gone stays gone")
  }
}
