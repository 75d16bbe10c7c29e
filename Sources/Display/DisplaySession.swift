/// State machine of who owns the display: we, another virtual terminal, or another program.
///
/// It is to the back ends what a libseat session is to a compositor: the only place that knows whether they may draw.
/// Pure: feed it events, and carry out the effects in their order. What a single DRM device allows is `MasterState`'s matter.
public struct DisplaySession: Equatable, Sendable {
  /// Who owns the display.
  public enum State: Equatable, Sendable {
    /// We draw.
    case active
    /// Another virtual terminal is active: nothing is drawn until ours is again.
    case vtInactive
    /// It was given up by `Yield`; only `Resume` takes it back. The pictures stay.
    case released
    /// Another program has a device, or may have it: that one is tried again and again, and the others are drawn on.
    case preempted
    /// The pictures stay for another program to replace; they are never drawn again.
    case retained
  }

  /// What happened.
  public enum Event: Equatable, Sendable {
    /// A client calls `Yield`.
    case yield
    /// A client calls `Resume`. `terminalIsActive` is whether our terminal is shown, or there is none; `wasLeft` whether
    /// another program has had a device since, and has closed it.
    case resume(terminalIsActive: Bool, wasLeft: Bool)
    /// The daemon quits, or is replaced, and leaves its pictures on the screen.
    case retain
    /// SIGUSR1 of VT_PROCESS: our terminal is to be left.
    case vtRelease
    /// SIGUSR2 of VT_PROCESS: our terminal was switched to. It may have been left again meanwhile.
    case vtAcquire(terminalIsActive: Bool)
    /// Whether all devices are ours, as found after `activate` or at any other time.
    case owns(allDevices: Bool)
  }

  /// What is to be done.
  public enum Effect: Equatable, Sendable {
    /// The back ends draw no more; the pictures stay.
    case deactivate
    /// The back ends try to draw again; `owns` follows.
    case activate
    /// The active terminal becomes ours, in graphics mode; another that was ours is restored.
    case takeTerminal
    /// VT_RELDISP 1.
    case releaseTerminal
    /// VT_RELDISP VT_ACKACQ.
    case acknowledgeTerminal
    /// The back ends keep their pictures on the screen when their devices are closed.
    case keepPictures
  }

  /// Who owns the display now.
  public private(set) var state: State = .active
  /// Whether `activate` waits for its `owns`.
  private var isActivating = false

  /// The state at the start: the first look at the devices may say otherwise.
  public init() {}

  /// Whether the back ends may draw on the devices that are ours.
  public var mayDraw: Bool { state == .active || state == .preempted }
  /// Whether a client has given the display up.
  public var isReleased: Bool { state == .released }

  /// Takes note of an event.
  public mutating func handle(_ event: Event) -> [Effect] {
    if state == .retained { return retained(event) }
    switch event {
    case .yield:
      state = .released
      return [.deactivate]
    case .resume(let terminalIsActive, let wasLeft):
      return resume(terminalIsActive, wasLeft)
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
    case .owns(let all): return owns(all)
    }
  }

  /// While our terminal is not shown, nothing is drawn until it is: that is success too. But a display that was given up,
  /// and that another program has used meanwhile, comes back on the terminal which that program left active.
  private mutating func resume(_ terminalIsActive: Bool, _ wasLeft: Bool) -> [Effect] {
    if terminalIsActive || state == .released && wasLeft {
      isActivating = true
      return [.activate]
    }
    if state == .released { state = .vtInactive }
    return []
  }

  private mutating func owns(_ all: Bool) -> [Effect] {
    let wasAsked = isActivating
    isActivating = false
    if !wasAsked, !mayDraw { return [] }
    let before = state
    if all {
      state = .active
      return before == .active ? [] : [.takeTerminal]
    }
    if before == .released { return [.deactivate] }  // a refused `Resume` leaves all as it was
    state = .preempted
    return []
  }

  /// Only the switches of the terminal are still answered.
  private func retained(_ event: Event) -> [Effect] {
    switch event {
    case .vtRelease: [.releaseTerminal]
    case .vtAcquire: [.acknowledgeTerminal]
    default: []
    }
  }
}
