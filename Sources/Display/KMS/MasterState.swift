import Support

/// State machine for DRM master on one device.
///
/// Only one open file of a DRM device can be master, and the first to open a device without a master becomes it
/// (drm_open, drivers/gpu/drm/drm_auth.c). We are master only during a commit, and during a probe until another process
/// opens the device, so any compositor can take the display without notice to us, and our picture stays until its first
/// frame. Pure: feed it events, and carry out the returned effect. Times are `CLOCK_MONOTONIC` nanoseconds.
struct MasterState: Equatable {
  /// Who can become master.
  enum State: Equatable {
    /// We can become master.
    case available
    /// The display session is not active: master is not tried until `activate`.
    case inactive
    /// Another process has opened the device. Master is tried again at `retryAt`, with exponential backoff.
    case preempted(retryAt: Int64)
    /// Another program's framebuffer is scanned out. Nothing is tried until another process closes the device.
    case otherScanout
  }

  /// What the caller does.
  enum Effect: Equatable {
    case none
    /// Stop drawing on the outputs.
    case deactivateOutputs
    /// Check whether we can become master, report the result with `masterTried`, and draw again if so.
    case tryMaster
  }

  private(set) var state: State
  /// True once another process has closed the device since we lost master: its framebuffer is orphaned then, and may be
  /// replaced. Stays true while master is refused at first, because the kernel may take long to clean up after that
  /// process. If master is still refused at the longest interval, it was a third process that has closed the device.
  /// Opens and closes cannot be counted instead: inotify merges equal events, such as two closes at the end of a
  /// process.
  private(set) var isOrphaned = false
  /// Whether another process has opened the device since we drew on it last.
  private(set) var wasOpened = false
  private var backoff = Backoff(from: MasterState.minimumRetryInterval, to: MasterState.maximumRetryInterval)

  /// Delay between a close and the next attempt: inotify reports the close before the kernel drops master
  /// (drm_release).
  static var closeDelay: Int64 { 10_000_000 }
  static var minimumRetryInterval: Int64 { 100_000_000 }
  static var maximumRetryInterval: Int64 { 2_000_000_000 }

  /// `isMasterFree`: no other process was master when the device was opened.
  init(isMasterFree: Bool, now: Int64) {
    state = isMasterFree ? .available : .preempted(retryAt: now + MasterState.minimumRetryInterval)
    wasOpened = !isMasterFree
  }

  var isAvailable: Bool { state == .available }
  var isInactive: Bool { state == .inactive }
  /// Whether another process has the device open, as far as inotify has reported.
  var isOpenElsewhere: Bool { wasOpened && !isOrphaned }

  /// When to call `retryIfDue`; nil if no attempt is planned.
  var deadline: Int64? {
    if case .preempted(let time) = state { return time }
    return nil
  }

  /// Another process has opened the device.
  mutating func deviceOpened(now: Int64) -> Effect {
    isOrphaned = false
    wasOpened = true
    guard state == .available else { return .none }
    backoff.reset()
    // If we were master at that moment, the other process did not become it by opening: it gets time for SET_MASTER.
    state = .preempted(retryAt: now + MasterState.minimumRetryInterval)
    return .deactivateOutputs
  }

  /// Another process has closed the device.
  mutating func deviceClosed(now: Int64) -> Effect {
    isOrphaned = state != .available
    switch state {
    case .preempted, .otherScanout:
      state = .preempted(retryAt: now + MasterState.closeDelay)
      backoff.reset()
    case .available, .inactive: break
    }
    return .none
  }

  /// A commit failed because another process is master.
  mutating func masterRefused(now: Int64) {
    if state == .available { state = .preempted(retryAt: now + backoff.delay) }
  }

  /// Returns `.tryMaster` if the next attempt is due.
  mutating func retryIfDue(now: Int64) -> Effect {
    if case .preempted(let time) = state, time <= now { return .tryMaster }
    return .none
  }

  /// The result of `.tryMaster`.
  mutating func masterTried(isMasterFree: Bool, now: Int64) {
    if isMasterFree {
      state = .available
      backoff.reset()
      isOrphaned = false
      wasOpened = false
    } else {
      if backoff.isLongest { isOrphaned = false }
      postponeRetry(now: now)
    }
  }

  /// `.tryMaster` cannot be carried out now, as while our terminal is not shown: nothing was learned about the other
  /// process.
  mutating func postponeRetry(now: Int64) {
    state = .preempted(retryAt: now + backoff.delay)
    backoff.lengthen()
  }

  /// Another program's framebuffer was found on a CRTC. It may still be there for a moment after that program's end, so
  /// retries stop only at the longest interval.
  mutating func otherScanoutFound(now: Int64) {
    guard case .preempted = state else { return }
    if backoff.isLongest { state = .otherScanout } else { masterTried(isMasterFree: false, now: now) }
  }

  /// The display session has become inactive.
  mutating func deactivate() -> Effect {
    defer { state = .inactive }
    return state == .available ? .deactivateOutputs : .none
  }

  /// The display session becomes active. If master is refused, further attempts follow.
  mutating func activate() -> Effect { state == .available ? .none : .tryMaster }
}
