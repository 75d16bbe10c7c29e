import System

/// What one screen is doing. Pure: what happened goes in, what to do next comes out; times are nanoseconds.
struct OutputState: Equatable {
  enum State: Equatable {
    /// To be lit at this time.
    case dark(until: Int64)
    case lit
    /// Another program has the display, or may have it.
    case aside
    /// An object of it is gone, or the whole card: nothing more until it is found again.
    case gone
  }

  enum Step: Equatable { case modeset(ModesetConfiguration), flip, nothing }

  private(set) var state: State = .dark(until: 0)
  private(set) var fallbacks: ModesetFallbacks
  /// Whether the whole card has gone, and not only this screen.
  private(set) var isCardGone = false
  /// Nanoseconds until the next try, which doubles each time all ways have failed.
  private var patience = OutputState.shortest

  static var shortest: Int64 { 250_000_000 }
  static var longest: Int64 { 8_000_000_000 }
  /// Nanoseconds until what was busy is asked again.
  static var pause: Int64 { 20_000_000 }

  init(_ fallbacks: ModesetFallbacks) { self.fallbacks = fallbacks }

  /// The earliest time for a step; nil while only an event can change anything.
  func earliest(now: Int64) -> Int64? {
    switch state {
    case .dark(let time): time
    case .lit: now
    case .aside, .gone: nil
    }
  }

  func step(now: Int64) -> Step {
    switch state {
    case .dark(let time): time <= now ? fallbacks.current.map { .modeset($0) } ?? .nothing : .nothing
    case .lit: .flip
    case .aside, .gone: .nothing
    }
  }

  mutating func wasEnabled() { (state, patience) = (.lit, OutputState.shortest) }

  /// A step failed. Returns whether another way can be tried at once.
  mutating func failed(_ error: SystemError, now: Int64) -> Bool {
    let wasEnabled = state == .lit
    switch ErrorAction(error) {
    case .again:
      // On a lit screen the last frame is not through: nothing is lost. On a dark one the CRTC is being set up.
      if !wasEnabled { state = .dark(until: now + OutputState.pause) }
      return false
    case .standAside: state = .aside
    case .rescan: state = .gone
    case .forget: (state, isCardGone) = (.gone, true)
    case .degrade, .shrink:
      if wasEnabled {
        invalidate(now)
        return false
      }
      if ErrorAction(error) == .shrink { fallbacks.shrink() } else { fallbacks.next() }
      if fallbacks.current != nil { return true }
      fallbacks.restart()
      state = .dark(until: now + patience)
      patience = min(patience * 2, OutputState.longest)
    }
    return false
  }

  /// The last frame was never reported: the screen is lit anew, with all that belongs to it; `modeset` if need be.
  mutating func invalidate(_ now: Int64, modeset: Bool = false) {
    if state == .gone { return }
    fallbacks.restart()
    while modeset, let way = fallbacks.current, !way.allowsModeset { fallbacks.next() }
    state = .dark(until: now)
  }

  mutating func deactivate() { if state != .gone { state = .aside } }
  mutating func activate(_ now: Int64) { if state == .aside { invalidate(now) } }
}
