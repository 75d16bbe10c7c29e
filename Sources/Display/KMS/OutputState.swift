import Support
import System

/// State machine of one DRM output: modeset, page flips, errors and retries. Pure: times are `CLOCK_MONOTONIC`
/// nanoseconds.
struct OutputState: Equatable {
  /// What the output shows, and when to act.
  enum State: Equatable {
    /// Off, or showing something unknown: a modeset is due at `retryAt`.
    case off(retryAt: Int64)
    /// Our framebuffer is scanned out; frames are page flips.
    case enabled
    /// Another program owns the device, or the session is inactive.
    case inactive
    /// A KMS object or the whole device is gone; a scan must find it again.
    case gone

    /// The earliest time for a step; nil while only an event can change the state.
    func earliest(now: Int64) -> Int64? {
      switch self {
      case .off(let time): time
      case .enabled: now
      case .inactive, .gone: nil
      }
    }
  }

  /// What to do next.
  enum Step: Equatable { case modeset(ModesetConfiguration), flip, nothing }

  private(set) var state: State = .off(retryAt: 0)
  private(set) var fallbacks: ModesetFallbacks
  /// Whether the whole device is gone, and not only this output.
  private(set) var isDeviceGone = false
  /// The pauses after all configurations have failed.
  private var backoff = Backoff(from: OutputState.minimumRetryInterval, to: OutputState.maximumRetryInterval)

  static var minimumRetryInterval: Int64 { 250_000_000 }
  static var maximumRetryInterval: Int64 { 8_000_000_000 }
  /// Nanoseconds until a busy CRTC is tried again.
  static var busyDelay: Int64 { 20_000_000 }

  /// Starts off, with a modeset due at once.
  init(_ fallbacks: ModesetFallbacks) { self.fallbacks = fallbacks }

  /// What to do next.
  func step(now: Int64) -> Step {
    switch state {
    case .off(let time): time <= now ? fallbacks.current.map { .modeset($0) } ?? .nothing : .nothing
    case .enabled: .flip
    case .inactive, .gone: .nothing
    }
  }

  /// A modeset succeeded.
  mutating func wasEnabled() {
    state = .enabled
    fallbacks.keepCurrent()
    backoff.reset()
  }

  /// A step failed. Returns whether to call `step` again at once, with another configuration.
  mutating func failed(_ error: SystemError, now: Int64) -> Bool {
    let wasEnabled = state == .enabled
    switch ErrorAction(error) {
    case .retryLater:
      // While enabled, the last flip is still pending and nothing is lost; otherwise the CRTC is being set up.
      if !wasEnabled { state = .off(retryAt: now + OutputState.busyDelay) }
      return false
    case .waitForMaster: state = .inactive
    case .rescan: state = .gone
    case .closeDevice: (state, isDeviceGone) = (.gone, true)
    case .tryNextConfiguration, .reduceMemory:
      if wasEnabled {
        invalidate(now)
        return false
      }
      if ErrorAction(error) == .reduceMemory { fallbacks.reduceMemory() } else { fallbacks.next() }
      if fallbacks.current != nil { return true }
      fallbacks.restart()
      state = .off(retryAt: now + backoff.delay)
      backoff.lengthen()
    }
    return false
  }

  /// Asks for a new modeset, as when a flip was never reported. `modeset` skips the configurations that need none.
  mutating func invalidate(_ now: Int64, modeset: Bool = false) {
    if state == .gone { return }
    fallbacks.restart()
    while modeset, let configuration = fallbacks.current, !configuration.allowsModeset { fallbacks.next() }
    state = .off(retryAt: now)
  }

  /// Another program owns the device, or the session has become inactive.
  mutating func deactivate() { if state != .gone { state = .inactive } }
  /// The device can be drawn on again: asks for a modeset.
  mutating func activate(_ now: Int64) { if state == .inactive { invalidate(now) } }
}
