/// State machine of who owns the display: this process, another virtual terminal, or another program.
///
/// It corresponds to a libseat session: it alone decides whether the backends may draw. Pure: feed it events, and carry
/// out the effects in their order. DRM master on a single device is tracked by `MasterState`.
public struct DisplaySession: Equatable, Sendable {
  /// Who owns the display.
  public enum State: Equatable, Sendable {
    /// We draw.
    case active
    /// Another virtual terminal is shown: nothing is drawn until ours is shown again.
    case vtInactive
    /// A client called `Yield`; only `Resume` takes the display back. The pictures stay.
    case released
    /// The display is lent to the kernel's text console (`Yield` with `text`). The pictures are gone.
    case lent
    /// Another program has opened a device. That device is tried again with a backoff; the others are drawn on.
    case preempted
    /// The process only waits until another program replaces its pictures; it never draws again.
    case retained
  }

  /// What happened.
  public enum Event: Equatable, Sendable {
    /// A client calls `Yield`.
    case yield
    /// A question is to be answered on the text console: a client calls `Yield` with `text`. Refused while another
    /// program has the display.
    case lend
    /// A client calls `Resume`, or the lending ends. `terminalIsActive`: our virtual terminal is shown, or there is
    /// none. `isOrphaned`: another program has used a device since it was ours, and has closed it.
    case resume(terminalIsActive: Bool, isOrphaned: Bool)
    /// The daemon quits, or is replaced, and leaves its pictures on the screen.
    case retain
    /// SIGUSR1 of VT_PROCESS (vt_ioctl): the kernel waits for us before it shows another terminal.
    case vtRelease
    /// SIGUSR2 of VT_PROCESS: our terminal is shown. It may have been left again before the signal is handled.
    case vtAcquire(terminalIsActive: Bool)
    /// Whether all devices are ours, checked after `activate` or at any other time.
    case owns(allDevices: Bool)
  }

  /// What the caller does.
  public enum Effect: Equatable, Sendable {
    /// The backends stop drawing; the pictures stay.
    case deactivate
    /// The backends try to draw again; the caller reports the result with `owns`.
    case activate
    /// Take the terminal that is shown: graphics mode and VT_PROCESS. A terminal taken before is restored to text.
    case takeTerminal
    /// Restore the terminal to text mode, so that the kernel draws its console.
    case showConsole
    /// `VT_RELDISP` with 1: allow the switch.
    case releaseTerminal
    /// `VT_RELDISP` with `VT_ACKACQ`: confirm the switch to our terminal.
    case acknowledgeTerminal
    /// The backends keep their pictures on the screen when their devices are closed.
    case keepPictures
  }

  /// Who owns the display now.
  public private(set) var state: State
  /// Whether `activate` was returned and its `owns` has not arrived yet.
  private var isActivating = false

  /// Starts as active; the first `owns` may change that. `terminalIsActive`: our virtual terminal is shown, or there is
  /// none.
  public init(terminalIsActive: Bool = true) { state = terminalIsActive ? .active : .vtInactive }

  /// Whether the backends may draw on the devices that are ours.
  public var mayDraw: Bool { state == .active || state == .preempted }
  /// Whether a client has released the display with `Yield`.
  public var isReleased: Bool { state == .released }
  /// Whether the display is lent to the text console.
  public var isLent: Bool { state == .lent }

  /// Handles an event and returns the effects to carry out, in this order.
  public mutating func handle(_ event: Event) -> [Effect] {
    if state == .retained { return retained(event) }
    switch event {
    case .yield:
      state = .released
      return [.deactivate]
    case .lend:
      guard state == .active || state == .vtInactive else { return [] }
      state = .lent
      return [.deactivate, .showConsole]
    case .resume(let terminalIsActive, let isOrphaned):
      return resume(terminalIsActive, isOrphaned)
    case .retain:
      state = .retained
      return [.deactivate, .keepPictures]
    case .vtRelease:
      if !mayDraw { return [.releaseTerminal] }
      state = .vtInactive
      return [.deactivate, .releaseTerminal]
    case .vtAcquire(let terminalIsActive):
      if state != .vtInactive || !terminalIsActive { return [.acknowledgeTerminal] }
      isActivating = true
      return [.acknowledgeTerminal, .activate]
    case .owns(let allDevices): return owns(allDevices)
    }
  }

  /// While our terminal is not shown, the session becomes vt-inactive and the call succeeds. Exception: if the display
  /// was released and another program has used and closed a device since, it is taken back on the terminal that is
  /// shown now.
  private mutating func resume(_ terminalIsActive: Bool, _ isOrphaned: Bool) -> [Effect] {
    if terminalIsActive || state == .released && isOrphaned {
      isActivating = true
      return [.activate]
    }
    if state == .released || state == .lent { state = .vtInactive }
    return []
  }

  private mutating func owns(_ allDevices: Bool) -> [Effect] {
    let wasActivating = isActivating
    isActivating = false
    if !wasActivating, !mayDraw { return [] }
    let before = state
    if allDevices {
      state = .active
      return before == .active ? [] : [.takeTerminal]
    }
    if before == .released { return [.deactivate] }  // a refused `Resume` leaves it released
    state = .preempted
    return []
  }

  /// A retained session only answers switches of the virtual terminal.
  private func retained(_ event: Event) -> [Effect] {
    switch event {
    case .vtRelease: [.releaseTerminal]
    case .vtAcquire: [.acknowledgeTerminal]
    default: []
    }
  }
}
