import Linux

/// What one screen is doing. Pure: what happened goes in, what to do next comes out; times are nanoseconds.
struct Scanout: Equatable {
  enum State: Equatable {
    /// To be lit at this time.
    case dark(until: Int64)
    case lit
    /// Another program has the display, or may have it.
    case aside
    /// An object of it is gone, or the whole card: nothing more until it is found again.
    case gone
  }

  enum Step: Equatable { case light(Attempt), flip, nothing }

  private(set) var state: State = .dark(until: 0)
  private(set) var ladder: Ladder
  /// Whether the whole card has gone, and not only this screen.
  private(set) var isCardGone = false
  /// Nanoseconds until the next try, which doubles each time all ways have failed.
  private var patience = Scanout.shortest

  static var shortest: Int64 { 250_000_000 }
  static var longest: Int64 { 8_000_000_000 }
  /// Nanoseconds until what was busy is asked again.
  static var pause: Int64 { 20_000_000 }

  init(_ ladder: Ladder) { self.ladder = ladder }

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
    case .dark(let time): time <= now ? ladder.current.map { .light($0) } ?? .nothing : .nothing
    case .lit: .flip
    case .aside, .gone: .nothing
    }
  }

  mutating func wasLit() { (state, patience) = (.lit, Scanout.shortest) }

  /// A step failed. Returns whether another way can be tried at once.
  mutating func failed(_ error: SystemError, now: Int64) -> Bool {
    let wasLit = state == .lit
    switch Remedy(error) {
    case .again:
      // On a lit screen the last frame is not through: nothing is lost. On a dark one the CRTC is being set up.
      if !wasLit { state = .dark(until: now + Scanout.pause) }
      return false
    case .standAside: state = .aside
    case .rescan: state = .gone
    case .forget: (state, isCardGone) = (.gone, true)
    case .degrade, .shrink:
      if wasLit {
        darken(now)
        return false
      }
      if Remedy(error) == .shrink { ladder.shrink() } else { ladder.next() }
      if ladder.current != nil { return true }
      ladder.restart()
      state = .dark(until: now + patience)
      patience = min(patience * 2, Scanout.longest)
    }
    return false
  }

  /// The last frame was never reported: the screen is lit anew, with all that belongs to it; `modeset` if need be.
  mutating func darken(_ now: Int64, modeset: Bool = false) {
    if state == .gone { return }
    ladder.restart()
    while modeset, let way = ladder.current, !way.allowsModeset { ladder.next() }
    state = .dark(until: now)
  }

  mutating func stepAside() { if state != .gone { state = .aside } }
  mutating func comeBack(_ now: Int64) { if state == .aside { darken(now) } }
}
