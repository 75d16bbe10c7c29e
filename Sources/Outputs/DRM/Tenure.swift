/// Who has a card, and when to ask for it. Pure: what happened goes in, what to do comes out; times are nanoseconds.
///
/// The right to set modes and flip (DRM master) belongs to one open file at a time. We have it while nobody else wants
/// it: whoever opens the card gets it at once, and what we showed stays until its first frame.
struct Tenure: Equatable {
  enum State: Equatable {
    /// It is ours.
    case holding
    /// It was given up because somebody asked us to; only the same brings it back.
    case yielded
    /// Our terminal is not the one that is shown.
    case hidden
    /// Another program has the card open, and may or may not want the display; it is asked for again then.
    case ousted(until: Int64)
    /// Another program's picture is on the screen; whatever comes after that begins with somebody's closing the card.
    case replaced
  }

  enum Effect: Equatable { case none, drop, take }

  private(set) var state: State
  private var patience = Tenure.shortest

  static var shortest: Int64 { 100_000_000 }
  static var longest: Int64 { 2_000_000_000 }

  /// `isMaster` is what opening the card gave us.
  init(isMaster: Bool, now: Int64) { state = isMaster ? .holding : .ousted(until: now + Tenure.shortest) }

  var isHolding: Bool { state == .holding }
  /// Whether taking it is somebody's wish, or follows from a switch of terminals.
  var isAsked: Bool { state == .yielded || state == .hidden }

  /// When `wake` wants to be called.
  var wakeUp: Int64? {
    if case .ousted(let time) = state { return time }
    return nil
  }

  /// Another program opens the card.
  mutating func opened(now: Int64) -> Effect {
    guard state == .holding else { return .none }
    patience = Tenure.shortest
    // Time enough to become master for somebody who does so by itself.
    state = .ousted(until: now + 1_000_000_000)
    return .drop
  }

  /// Another program has closed the card.
  mutating func closed(now: Int64) -> Effect {
    switch state {
    case .ousted, .replaced: (state, patience) = (.ousted(until: now + Tenure.shortest), Tenure.shortest)
    case .holding, .yielded, .hidden: break
    }
    return .none
  }

  /// The kernel said that we are not master.
  mutating func refused(now: Int64) {
    if state == .holding { state = .ousted(until: now + patience) }
  }

  mutating func wake(now: Int64) -> Effect {
    if case .ousted(let time) = state, time <= now { return .take }
    return .none
  }

  /// What came of `.take`.
  mutating func took(_ hasWorked: Bool, now: Int64) {
    if hasWorked {
      (state, patience) = (.holding, Tenure.shortest)
    } else if state != .yielded, state != .hidden {
      state = .ousted(until: now + patience)
      patience = min(patience * 2, Tenure.longest)
    }
  }

  /// Another program's picture was found on the screen.
  mutating func wasReplaced() { if case .ousted = state { state = .replaced } }

  /// Gives it up, until `resume`.
  mutating func yield() -> Effect {
    defer { state = .yielded }
    return state == .holding ? .drop : .none
  }

  mutating func resume() -> Effect { state == .holding ? .none : .take }

  /// Our terminal is left, or comes back.
  mutating func hide() -> Effect {
    if state == .yielded { return .none }
    defer { state = .hidden }
    return state == .holding ? .drop : .none
  }

  mutating func reveal() -> Effect { state == .hidden ? .take : .none }
}
