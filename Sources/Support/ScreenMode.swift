/// What the screen is for. It selects the titles, the section of the theme and the behaviour.
public enum ScreenMode: CaseIterable, Equatable, Sendable {
  case boot, shutdown, reboot, update, firmware, reset

  /// The mode with a name; nil if there is none.
  public init?(_ name: Bytes) {
    guard let mode = ScreenMode.allCases.first(where: { $0.name == name }) else { return nil }
    self = mode
  }

  /// The name in calls, in themes and on the command line.
  public var name: Bytes {
    switch self {
    case .boot: "boot"
    case .shutdown: "shutdown"
    case .reboot: "reboot"
    case .update: "update"
    case .firmware: "firmware"
    case .reset: "reset"
    }
  }

  /// The names of all modes.
  public static var names: [Bytes] { allCases.map { $0.name } }

  /// Whether the machine is switched off or restarted.
  public var goesDown: Bool { self == .shutdown || self == .reboot }

  /// Whether something is installed or erased, which an interruption would damage.
  public var isInstalling: Bool { self == .update || self == .firmware || self == .reset }
}
