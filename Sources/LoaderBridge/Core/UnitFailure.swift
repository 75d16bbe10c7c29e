public import Support
import Varlink

/// A unit of systemd that failed, and how.
public struct UnitFailure {
  public var unit, description: Bytes
  /// `Result` of its type, such as `exit-code`.
  public var result: Bytes = ""
  /// `ExecMainStatus`: an exit status, or a signal.
  public var status = 0
  /// It was up before.
  public var wasActive = false
  /// Others cannot be without it.
  public var isRequired = false

  public init(unit: Bytes, description: Bytes = "") { (self.unit, self.description) = (unit, description) }

  /// What happened, for a person.
  var sentence: Bytes { "\(description.isEmpty ? unit : description) \(verb)" }

  private var verb: StaticString {
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

  /// The same in short, for whoever is asked for help.
  var code: Bytes {
    switch result {
    case "exit-code", "signal", "core-dump": "\(result) \(status)"
    case "": "failed"
    default: result
    }
  }
}
