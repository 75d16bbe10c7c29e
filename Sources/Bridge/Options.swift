public import Notation

/// What loader-bridge is started with.
public struct Options {
  public var socket: Bytes = "/run/loaderd/io.loaderd.Screen"
  /// A D-Bus address; nil is the system's bus.
  public var bus: Bytes?
  /// A folder of journal files; nil is the system's journal.
  public var journal: Bytes?
  public var failures = Failures.Policy.essential
  /// The least important lines of the journal that are carried, 0 to 7 as syslog(3) counts; nil is none.
  public var priority: Int? = 6
  public var hasRauc = true
  public var hasJobs = true
  public var hasBootProgress = false
  /// Calls are printed, not made.
  public var isDry = false

  public static var usage: Bytes {
    """
    loader-bridge [--socket PATH] [--bus ADDRESS] [--journal FOLDER] [--failures all|essential|none]
                  [--log emerg|alert|crit|err|warning|notice|info|debug|none] [--no-rauc] [--no-sysupdate]
                  [--boot-progress] [--dry-run]
    loader-bridge --help | --version

      --failures       which failed units are reported: all; essential, which are those that another unit requires,
                       and the emergency mode (the default); or none
      --log            lines of the journal at least that important go to the screen's log (default info)
      --no-rauc        leave RAUC's installations alone
      --no-sysupdate   leave systemd-sysupdated's updates alone
      --boot-progress  carry systemd's own estimate of the boot's progress
      --dry-run        print the calls, a line each, instead of making them

    Exit status: 0 told to end, 1 cannot run, 2 wrong usage.

    """
  }

  /// Throws for what cannot be used.
  public init(_ arguments: inout Arguments) throws(UsageError) {
    while let argument = arguments.next() {
      switch argument {
      case .word(let word): throw UsageError("'\(word)': not an option; see loader-bridge --help")
      case .option("no-rauc", nil): hasRauc = false
      case .option("no-sysupdate", nil): hasJobs = false
      case .option("boot-progress", nil): hasBootProgress = true
      case .option("dry-run", nil): isDry = true
      case .option(let name, let attached): try take(name, attached, &arguments)
      }
    }
  }

  private mutating func take(_ name: Bytes, _ attached: Bytes?, _ arguments: inout Arguments) throws(UsageError) {
    switch name {
    case "socket": socket = try arguments.value(of: name, attached)
    case "bus": bus = try arguments.value(of: name, attached)
    case "journal": journal = try arguments.value(of: name, attached)
    case "failures":
      switch try arguments.value(of: name, attached) {
      case "all": failures = .all
      case "essential": failures = .essential
      case "none": failures = .none
      case let value: throw UsageError("--failures: '\(value)' is not one of all, essential, none")
      }
    case "log":
      let value = try arguments.value(of: name, attached)
      priority = Options.priorities.firstIndex(of: value)
      if priority == nil && value != "none" {
        throw UsageError("--log: '\(value)' is not one of \((Options.priorities + ["none"]).joined(by: ", "))")
      }
    default: throw UsageError("--\(name): unknown option; see loader-bridge --help")
    }
  }

  private static var priorities: [Bytes] {
    ["emerg", "alert", "crit", "err", "warning", "notice", "info", "debug"]
  }
}
