/// Who has a card, and when to ask for it. Pure: what happened goes in, what to do comes out; times are nanoseconds.
///
/// The right to set modes and flip (DRM master) belongs to one open file at a time, and whoever opens a card that has
/// no master becomes it. We are master only for the moment of each commit: so the display is anybody's who wants it,
/// without a word to us, and what we showed stays until his first frame.
struct MasterState: Equatable {
  enum State: Equatable {
    /// We may draw.
    case holding
    /// The display session is not active, so we do not ask for the card; `activate` does.
    case inactive
    /// Another program has the card open, and may or may not want the display; it is asked for again then.
    case ousted(until: Int64)
    /// Another program's picture is on the screen; whatever comes after that begins with somebody's closing the card.
    case replaced
  }

  enum Effect: Equatable {
    case none
    /// Draw no more.
    case stop
    /// See whether somebody else is master, and draw again if not.
    case ask
  }

  private(set) var state: State
  /// Whether somebody has let go of the card since it was not ours: then what is on the screen is nobody's any more.
  /// It stays so over refusals: the kernel may take long to clean up after him, and the terminal to come back to us.
  private(set) var wasLeft = false
  /// Whether another program has opened the card since we drew on it last.
  private(set) var wasOpened = false
  private var patience = MasterState.shortest

  static var moment: Int64 { 10_000_000 }
  static var shortest: Int64 { 100_000_000 }
  static var longest: Int64 { 2_000_000_000 }

  /// `isFree` is whether nobody else was master at first.
  init(isFree: Bool, now: Int64) {
    state = isFree ? .holding : .ousted(until: now + MasterState.shortest)
    wasOpened = !isFree
  }

  var isHolding: Bool { state == .holding }
  /// Whether asking follows from the session's becoming active.
  var isAsked: Bool { state == .inactive }
  /// Whether another program has the card open, as far as we were told.
  var isOpenElsewhere: Bool { wasOpened && !wasLeft }

  /// When `wake` wants to be called.
  var wakeUp: Int64? {
    if case .ousted(let time) = state { return time }
    return nil
  }

  /// Another program opens the card.
  mutating func opened(now: Int64) -> Effect {
    wasLeft = false
    wasOpened = true
    guard state == .holding else { return .none }
    patience = MasterState.shortest
    // Time to become master, for one who did not by opening it because we were just then.
    state = .ousted(until: now + MasterState.shortest)
    return .stop
  }

  /// Another program has closed the card.
  mutating func closed(now: Int64) -> Effect {
    wasLeft = state != .holding
    switch state {
    // The kernel tells of it before it takes away what the file had.
    case .ousted, .replaced: (state, patience) = (.ousted(until: now + MasterState.moment), MasterState.shortest)
    case .holding, .inactive: break
    }
    return .none
  }

  /// The kernel said that we are not master.
  mutating func refused(now: Int64) {
    if state == .holding { state = .ousted(until: now + patience) }
  }

  mutating func wake(now: Int64) -> Effect {
    if case .ousted(let time) = state, time <= now { return .ask }
    return .none
  }

  /// What came of `.ask`.
  mutating func answered(isFree: Bool, now: Int64) {
    if isFree {
      (state, patience, wasLeft) = (.holding, MasterState.shortest, false)
      wasOpened = false
    } else {
      state = .ousted(until: now + patience)
      patience = min(patience * 2, MasterState.longest)
    }
  }

  /// Another program's picture was found on the screen, as it may be for a moment after that program's end.
  mutating func wasReplaced(now: Int64) {
    guard case .ousted = state else { return }
    if patience < MasterState.longest { answered(isFree: false, now: now) } else { state = .replaced }
  }

  /// The session is active no more.
  mutating func deactivate() -> Effect {
    defer { state = .inactive }
    return state == .holding ? .stop : .none
  }

  /// The session is active again, or tries to be. A refusal leads to further attempts.
  mutating func activate() -> Effect { state == .holding ? .none : .ask }
}
