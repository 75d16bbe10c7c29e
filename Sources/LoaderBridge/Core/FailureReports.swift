public import Support
public import Varlink

/// Reports each failed systemd unit once, until it leaves the state `failed`.
public struct FailureReports {
  /// Which failed units are reported.
  public enum Policy: Equatable, Sendable {
    /// Every failed unit.
    case all
    /// Units that another unit requires, and the emergency and rescue modes.
    case essential
    /// No unit.
    case none
  }

  /// Reports that are kept while loaderd is not connected; the oldest are dropped.
  static var limit: Int { 16 }

  private let policy: Policy
  /// Units whose failure was reported or is being looked up.
  private var known: [Bytes] = []
  private var queue: [Call] = []

  /// Starts with no known failures.
  public init(_ policy: Policy) { self.policy = policy }

  /// Handles a change of a unit's `ActiveState`. Returns true for a new failure: the caller then fetches the unit's
  /// properties and passes them to ``report(_:)``.
  public mutating func handle(unit: Bytes, state: Bytes) -> Bool {
    if unit == "emergency.target" || unit == "rescue.target" {
      if state == "active" { reportEmergency(unit) } else if state == "inactive" { known.removeAll { $0 == unit } }
      return false
    }
    let isKnown = known.contains(unit)
    if state != "failed" && isKnown { known.removeAll { $0 == unit } }
    guard state == "failed", !isKnown, policy != .none else { return false }
    known.append(unit)
    return true
  }

  /// Queues a report, if the policy includes the unit.
  public mutating func report(_ failure: UnitFailure) {
    if policy == .all || policy == .essential && failure.isRequired {
      add(.failure(failure.unit, failure.sentence, code: failure.code))
    }
  }

  /// Queues a report that `emergency.target` or `rescue.target` was reached, once.
  public mutating func reportEmergency(_ unit: Bytes) {
    if policy == .none || known.contains(unit) { return }
    known.append(unit)
    let isRescue = unit == "rescue.target"
    add(
      .failure(
        unit, isRescue ? "The system is in rescue mode" : "The system could not start and is in emergency mode",
        code: isRescue ? "rescue" : "emergency"))
  }

  private mutating func add(_ call: Call) {
    queue.append(call)
    if queue.count > FailureReports.limit { queue.removeFirst() }
  }

  /// The oldest report that was not sent; nil when there is none.
  public mutating func nextCall() -> Call? { queue.isEmpty ? nil : queue.removeFirst() }

  /// Sends the reports again that loaderd has not answered.
  public mutating func markUnsent(_ unanswered: [Call]) {
    queue = unanswered.filter { $0.method.hasSuffix("ReportFailure") } + queue
  }

  /// Called after a new connection to the bus with the units that are failed now: those are not reported again, and
  /// all others may fail again.
  public mutating func retain(failed units: [Bytes]) {
    known.removeAll { name in !units.contains(name) && name != "emergency.target" && name != "rescue.target" }
  }
}
