import Meters
import Notation
import Protocol

/// Our loader on the daemon's screen, and how far the work is: what is to be said next, and when.
///
/// Pure: times come in, in nanoseconds, and nothing is sent here. One call is under way at a time, and what was not said
/// meanwhile is forgotten for what is newer, so that a daemon that is slow costs nothing.
struct Presence {
  enum Effect { case connect, send(Call) }

  private enum State {
    /// Until then nobody is asked.
    case apart(until: Int64)
    /// There, with what is to be shown first still unsaid, or said.
    case there(isShown: Bool)
  }

  /// Between attempts to find a daemon.
  static var pause: Int64 { 1_000_000_000 }
  /// Between two updates.
  static var interval: Int64 { 50_000_000 }

  /// The members of `Show`; empty to tell only the progress of what is shown anyway.
  private let loader: [JSON.Member]
  private var state = State.apart(until: 0)
  private var reading: Reading?
  private var isTold = true
  private var lastCall: Int64?
  private var isWaiting = false
  /// Whether the daemon has heard which phases there are.
  private var hasPhases = false

  /// The daemon's name for what we show; nil while it has none.
  private(set) var id: Int?

  /// Whether the loader was there at least once.
  private(set) var hasBeenThere = false
  /// Why the daemon did not do it, the last time.
  private(set) var complaint: Bytes?

  /// With a label until there is another.
  init(showing loader: [JSON.Member], label: Bytes? = nil) {
    self.loader = loader
    reading = label.map { Reading(label: $0) }
    isTold = label == nil
  }

  /// What is to be done now; nil for nothing until `deadline`.
  mutating func next(now: Int64) -> Effect? {
    switch state {
    case .apart(let until): return until <= now ? .connect : nil
    case .there(let isShown):
      if isWaiting { return nil }
      if !isShown { return send("Show", loader, now) }
      guard !isTold, let reading, (lastCall ?? .min) <= now - Presence.interval else { return nil }
      isTold = true
      return send("SetProgress", members(of: reading), now)
    }
  }

  /// When to ask again; nil for never, unless something happens.
  var deadline: Int64? {
    switch state {
    case .apart(let until): until
    case .there: isWaiting || isTold ? nil : (lastCall ?? 0) + Presence.interval
    }
  }

  mutating func connected() {
    (state, isWaiting, isTold, hasPhases) = (.there(isShown: loader.isEmpty), false, reading == nil, false)
    if loader.isEmpty { hasBeenThere = true }
  }

  /// Whether the daemon knows everything.
  var isSettled: Bool { if case .there(isShown: true) = state { isTold && !isWaiting } else { false } }

  /// There is no connection, or none any more.
  mutating func lost(now: Int64) { (state, id) = (.apart(until: now + Presence.pause), nil) }

  /// Returns false when the connection is of no use: the loader was refused.
  mutating func replied(_ reply: Reply) -> Bool {
    isWaiting = false
    guard case .there(let isShown) = state else { return true }
    if reply.error == nil {
      if !isShown { id = reply["id"]?.number.map { Int($0) } }
      (state, hasBeenThere) = (.there(isShown: true), true)
      return true
    }
    complaint = reply.sentence
    return isShown
  }

  mutating func tell(_ news: Reading) {
    let label = news.failure ?? news.label ?? reading?.label
    reading = news
    reading?.label = label
    isTold = false
  }

  private mutating func members(of reading: Reading) -> [JSON.Member] {
    var members = [JSON.Member("value", reading.fraction.map { .number($0) } ?? .null)]
    if let label = reading.label { members.append(JSON.Member("label", .string(label))) }
    if let phase = reading.phase {
      members.append(JSON.Member("phase", .string(phase)))
      if !hasPhases {
        members.append(JSON.Member("phases", .array(Reading.phases.map { ["name": .string($0)] })))
        hasPhases = true
      }
    }
    if reading.fraction == nil { members.append(JSON.Member("alive", .bool(true))) }
    return members
  }

  private mutating func send(_ method: Bytes, _ members: [JSON.Member], _ now: Int64) -> Effect {
    (isWaiting, lastCall) = (true, now)
    return .send(Call(screen: method, members: members))
  }
}
