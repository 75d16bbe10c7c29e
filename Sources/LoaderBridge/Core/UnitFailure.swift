public import Support
import Varlink

/// A failed systemd unit, from its properties on the bus (org.freedesktop.systemd1(5)).
public struct UnitFailure {
  /// The unit's name, such as `data.mount`.
  public var unit: Bytes
  /// Property `Description`.
  public var description: Bytes
  /// Property `Result` of the unit's type, such as `exit-code`; systemd.exec(5) lists the values for services.
  public var result: Bytes = ""
  /// Property `ExecMainStatus`: an exit status, or a signal's number.
  public var status = 0
  /// Whether the unit has been active at any time since the boot (property `ActiveEnterTimestampMonotonic`).
  public var wasActive = false
  /// Whether another unit has `Requires=` or `BindsTo=` on it.
  public var isRequired = false

  /// A failure of which only the name is known.
  public init(unit: Bytes, description: Bytes = "") {
    self.unit = unit
    self.description = description
  }

  /// What happened, for the person in front of the screen.
  var sentence: Bytes { "\(description.isEmpty ? unit : description) \(predicate)" }

  private var predicate: StaticString {
    switch result {
    case "timeout": wasActive ? "did not stop in time" : "did not start in time"
    case "watchdog": "does not respond"
    case "oom-kill": "ran out of memory"
    case "signal", "core-dump": "crashed"
    case "start-limit-hit": "failed again and again"
    default:
      if unit.hasSuffix(".mount") {
        "could not be mounted"
      } else {
        wasActive ? "stopped unexpectedly" : "did not start"
      }
    }
  }

  /// What happened, in short, for support.
  var code: Bytes {
    switch result {
    // A mount has no status, and a service none whose ExecStartPre= has failed.
    case "exit-code" where status > 0, "signal" where status > 0, "core-dump" where status > 0: "\(result) \(status)"
    case "": "failed"
    default: result
    }
  }
}
