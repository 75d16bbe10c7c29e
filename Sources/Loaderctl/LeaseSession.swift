import ProgressParsers
import ScreenAPI
import Support
import Varlink

/// State machine for a lease: a loader that loaderd shows while our connection lasts, and its progress.
///
/// Pure: events and times in nanoseconds go in, calls come out. One call is outstanding at a time, and samples that
/// were not sent become one, so that a slow daemon never delays us.
struct LeaseSession {
  private enum State {
    case disconnected
    /// Connected; `isShown` once the daemon has answered the first call.
    case connected(isShown: Bool)
  }

  /// Nanoseconds between two calls.
  static var callInterval: Int64 { 50_000_000 }

  /// The parameters of `Show`; empty to report only progress, for what is on the screen already.
  private let showParameters: [JSON.Member]
  /// What each call of `SetProgress` has: the id of the loader whose progress is reported, if it is not our own.
  private let target: [JSON.Member]
  private var state = State.disconnected
  /// The last value of each member.
  private var sample = ProgressSample()
  /// Whether a call is due, and whether it has the fraction, and the phase: those that were reported since the last
  /// call, or all for a new connection.
  private var isDue = false, isFractionDue = false, isPhaseDue = false
  private var hasSamples = false
  private var lastCall: Int64?
  /// Whether a reply is outstanding.
  private var isWaiting = false
  /// Whether the list of phases was sent on this connection.
  private var hasAnnouncedPhases = false

  /// The id of our loader, from the reply to `Show`; nil while it is not shown.
  private(set) var id: Int?
  /// Whether loaderd has accepted a call: the loader was on the screen, or without a loader, progress was.
  private(set) var wasAccepted = false
  /// Whether there is nothing to send: no loader, and no sample so far.
  var isUnused: Bool { showParameters.isEmpty && !hasSamples }
  /// The last error that loaderd replied with.
  private(set) var refusal: Bytes?

  /// `label` is the status line until a sample has one.
  init(showing loader: [JSON.Member], of target: [JSON.Member] = [], label: Bytes? = nil) {
    showParameters = loader
    self.target = target
    if let label { report(ProgressSample(label: label)) }
  }

  /// The call to send now; nil for none.
  mutating func nextCall(now: Int64) -> Call? {
    guard case .connected(let isShown) = state, !isWaiting else { return nil }
    if !isShown { return call("Show", showParameters, now) }
    guard isDue, (lastCall ?? .min) <= now - LeaseSession.callInterval else { return nil }
    defer { (isDue, isFractionDue, isPhaseDue) = (false, false, false) }
    return call("SetProgress", members(), now)
  }

  /// When ``nextCall(now:)`` returns a call without another event, in nanoseconds; nil for never.
  var deadline: Int64? {
    guard case .connected = state, !isWaiting, isDue else { return nil }
    return (lastCall ?? 0) + LeaseSession.callInterval
  }

  /// Handles a new connection, to a daemon without state of ours.
  mutating func connected() {
    state = .connected(isShown: showParameters.isEmpty)
    isWaiting = false
    (isDue, isFractionDue, isPhaseDue) = (hasSamples, true, true)
    hasAnnouncedPhases = false
  }

  /// Whether loaderd has received everything.
  var isSettled: Bool { if case .connected(isShown: true) = state { !isDue && !isWaiting } else { false } }

  /// Handles the end of the connection, which ends the lease.
  mutating func disconnected() {
    state = .disconnected
    id = nil
  }

  /// Handles a reply. Returns false when the connection should be closed, because the loader was refused.
  mutating func handle(_ reply: Reply) -> Bool {
    isWaiting = false
    guard case .connected(let isShown) = state else { return true }
    if reply.error == nil || reply.isOfMissingLoader {
      if !isShown { id = reply["id"]?.number.flatMap { Int(exactly: $0) } }
      state = .connected(isShown: true)
      wasAccepted = true
      return true
    }
    refusal = reply.sentence
    return isShown
  }

  /// Records a sample. What it does not say stays; a fraction belongs to its phase.
  mutating func report(_ new: ProgressSample) {
    (hasSamples, isDue) = (true, true)
    if let label = new.failure ?? new.label { sample.label = label }
    if let phase = new.phase {
      if phase != sample.phase { sample.fraction = nil }
      (sample.phase, isPhaseDue) = (phase, true)
    }
    if let fraction = new.fraction { (sample.fraction, isFractionDue) = (fraction, true) }
  }

  private mutating func members() -> [JSON.Member] {
    let fraction = isFractionDue ? sample.fraction : nil
    var members = [JSON.Member("value", fraction.map { .number($0) } ?? .null)]
    if let label = sample.label { members.append(JSON.Member("label", .string(label))) }
    if isPhaseDue, let phase = sample.phase {
      members.append(JSON.Member("phase", .string(phase)))
      // A heartbeat announces nothing.
      if !hasAnnouncedPhases, fraction != nil {
        members.append(JSON.Member("phases", .array(ProgressSample.phases.map { ["name": .string($0)] })))
        hasAnnouncedPhases = true
      }
    }
    if fraction == nil { members.append(JSON.Member("alive", .bool(true))) }
    return members + target
  }

  private mutating func call(_ method: Bytes, _ members: [JSON.Member], _ now: Int64) -> Call {
    isWaiting = true
    lastCall = now
    return Call(screen: method, members: members)
  }
}
