public import Support
public import Varlink

/// Units that failed, each told once until it works again.
public struct Failures {
  /// Which units matter.
  public enum Policy: Equatable, Sendable {
    case all
    /// Those that another unit requires, and the emergency mode.
    case essential
    case none
  }

  /// Failures that wait for a loaderd.
  static var limit: Int { 16 }

  private let policy: Policy
  private var known: [Bytes] = []
  private var queue: [Call] = []

  public init(_ policy: Policy) { self.policy = policy }

  /// A unit's `ActiveState`; returns whether it is a failure whose details are wanted.
  public mutating func take(unit: Bytes, state: Bytes) -> Bool {
    if unit == "emergency.target" || unit == "rescue.target" {
      if state == "active" { takeEmergency(unit) } else if state == "inactive" { known.removeAll { $0 == unit } }
      return false
    }
    let isKnown = known.contains(unit)
    if state != "failed" && isKnown { known.removeAll { $0 == unit } }
    guard state == "failed", !isKnown, policy != .none else { return false }
    known.append(unit)
    return true
  }

  public mutating func take(_ failure: UnitFailure) {
    if policy == .all || policy == .essential && failure.isRequired {
      add(.failure(failure.unit, failure.sentence, code: failure.code))
    }
  }

  /// The system has given up starting, or was asked to.
  public mutating func takeEmergency(_ unit: Bytes) {
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
    if queue.count > Failures.limit { queue.removeFirst() }
  }

  public mutating func call() -> Call? { queue.isEmpty ? nil : queue.removeFirst() }

  /// The bus is another: what is known is asked anew, and not told again.
  public mutating func keep(failed units: [Bytes]) {
    known.removeAll { name in !units.contains(name) && name != "emergency.target" && name != "rescue.target" }
  }
}
