import ProgressParsers
import ScreenAPI
import Support
import Varlink

/// A loader that the daemon shows while we are connected, and the progress of the work behind it: which call is next, and when.
///
/// Pure: times come in, in nanoseconds, and calls go out. One call is under way at a time, and a progress that was not sent
/// is replaced by a newer one, so that a slow daemon costs nothing.
struct LeaseSession {
  private enum State {
    case disconnected
    /// Connected; `isShown` once the daemon has answered the first call.
    case connected(isShown: Bool)
  }

  /// Between two updates.
  static var interval: Int64 { 50_000_000 }

  /// The members of `Show`; empty to report only the progress of what is shown anyway.
  private let loader: [JSON.Member]
  private var state = State.disconnected
  private var sample: ProgressSample?
  /// Whether the newest sample was sent.
  private var isSent = true
  private var lastCall: Int64?
  private var isWaiting = false
  /// Whether the daemon knows which phases there are.
  private var hasAnnouncedPhases = false

  /// The daemon's name for what we show; nil while it has none.
  private(set) var id: Int?
  /// Whether the loader was on the screen at least once.
  private(set) var wasShown = false
  /// Why the daemon refused it, the last time.
  private(set) var refusal: Bytes?

  /// `label` is the status line until there is another.
  init(showing loader: [JSON.Member], label: Bytes? = nil) {
    self.loader = loader
    sample = label.map { ProgressSample(label: $0) }
    isSent = label == nil
  }

  /// What is to be sent now; nil for nothing until `deadline`.
  mutating func next(now: Int64) -> Call? {
    guard case .connected(let isShown) = state, !isWaiting else { return nil }
    if !isShown { return call("Show", loader, now) }
    guard !isSent, let sample, (lastCall ?? .min) <= now - LeaseSession.interval else { return nil }
    isSent = true
    return call("SetProgress", members(of: sample), now)
  }

  /// When to ask again; nil for never, unless something happens.
  var deadline: Int64? {
    guard case .connected = state, !isWaiting, !isSent else { return nil }
    return (lastCall ?? 0) + LeaseSession.interval
  }

  /// There is a connection, to a daemon that knows nothing of us.
  mutating func connected() {
    state = .connected(isShown: loader.isEmpty)
    isWaiting = false
    isSent = sample == nil
    hasAnnouncedPhases = false
    if loader.isEmpty { wasShown = true }
  }

  /// Whether the daemon knows everything.
  var isSettled: Bool { if case .connected(isShown: true) = state { isSent && !isWaiting } else { false } }

  /// The connection has ended, and what we showed with it.
  mutating func disconnected() {
    state = .disconnected
    id = nil
  }

  /// Takes a reply; returns false when the connection is of no use, because the loader was refused.
  mutating func handle(_ reply: Reply) -> Bool {
    isWaiting = false
    guard case .connected(let isShown) = state else { return true }
    if reply.error == nil {
      if !isShown { id = reply["id"]?.number.map { Int($0) } }
      state = .connected(isShown: true)
      wasShown = true
      return true
    }
    refusal = reply.sentence
    return isShown
  }

  /// There is a newer progress.
  mutating func report(_ news: ProgressSample) {
    let label = news.failure ?? news.label ?? sample?.label
    sample = news
    sample?.label = label
    isSent = false
  }

  private mutating func members(of sample: ProgressSample) -> [JSON.Member] {
    var members = [JSON.Member("value", sample.fraction.map { .number($0) } ?? .null)]
    if let label = sample.label { members.append(JSON.Member("label", .string(label))) }
    if let phase = sample.phase {
      members.append(JSON.Member("phase", .string(phase)))
      if !hasAnnouncedPhases {
        members.append(JSON.Member("phases", .array(ProgressSample.phases.map { ["name": .string($0)] })))
        hasAnnouncedPhases = true
      }
    }
    if sample.fraction == nil { members.append(JSON.Member("alive", .bool(true))) }
    return members
  }

  private mutating func call(_ method: Bytes, _ members: [JSON.Member], _ now: Int64) -> Call {
    isWaiting = true
    lastCall = now
    return Call(screen: method, members: members)
  }
}
