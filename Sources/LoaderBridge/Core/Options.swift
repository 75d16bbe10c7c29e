import ScreenAPI
public import Support

/// The command line of loader-bridge, parsed.
public struct Options {
  /// Path of loaderd's Varlink socket.
  public var socket = ScreenInterface.socket
  /// D-Bus address of the message bus; nil for the system bus.
  public var bus: Bytes?
  /// The folder of journal files; nil for the system's journal.
  public var journal: Bytes?
  /// Which failed units are reported.
  public var failures = FailureReports.Policy.essential
  /// The highest syslog(3) priority that is forwarded, 0 (emerg) to 7 (debug); nil forwards no lines.
  public var priority: Int? = 6
  /// Whether RAUC's installations are shown.
  public var showsRauc = true
  /// Whether systemd-sysupdated's updates are shown.
  public var showsSysupdate = true
  /// Whether systemd's estimate of the boot's progress is forwarded.
  public var showsBootProgress = false
  /// Whether the process gives up the right to change files.
  public var isReadOnly = false
  /// Whether calls are printed instead of sent.
  public var isDryRun = false

  /// The table of options. Parsing, help, manual page and shell completions are made from it.
  public static var all: [Option] {
    Option.all(
      """
      --socket PATH =/run/loaderd/io.loaderd.Screen  where loaderd listens
      --bus ADDRESS  D-Bus address of the message bus; without it, the system bus
      --journal DIR  a folder of journal files; without it, the system's journal
      --failures all|essential|none =essential  which failed units are reported; essential ones are units that another \
      unit requires, and the emergency mode
      --log emerg|alert|crit|err|warning|notice|info|debug|none =info  forward journal entries of at least this priority \
      to the screen's log
      --no-rauc  do not show RAUC's installations
      --no-sysupdate  do not show systemd-sysupdated's updates
      --boot-progress  forward systemd's own estimate of the boot's progress
      --read-only  change no file, by Landlock
      --dry-run  print the calls, one per line, instead of sending them
      --help  print this help
      --version  print the version
      """)
  }

  /// The text of `--help`.
  public static var usage: Bytes {
    var help = Help(of: "loader-bridge", options: all)
    help.addLine()
    help.add("Exit status: 0 ended by a signal, 1 cannot run, 2 wrong usage.")
    return help.text
  }

  /// Parses the arguments. When an option is given twice, the last one counts. Throws for unknown options, invalid
  /// values and words that are not options.
  public init(_ arguments: inout Arguments) throws(UsageError) {
    try Options.all.parse(&arguments, of: "loader-bridge") { (name, value) throws(UsageError) in try set(name, value) }
  }

  /// Applies an option. The value was checked against its kind before.
  private mutating func set(_ name: Bytes, _ value: Bytes) throws(UsageError) {
    switch name {
    case "socket":
      if value.isEmpty { throw UsageError("--socket: a path is needed") }
      socket = value
    case "bus": bus = value
    case "journal": journal = value
    case "failures":
      switch value {
      case "all": failures = .all
      case "none": failures = .none
      default: failures = .essential
      }
    case "log": priority = Options.priorities.firstIndex(of: value)
    case "no-rauc": showsRauc = false
    case "no-sysupdate": showsSysupdate = false
    case "boot-progress": showsBootProgress = true
    case "read-only": isReadOnly = true
    case "dry-run": isDryRun = true
    default: break  // the caller handles --help and --version
    }
  }

  private static var priorities: [Bytes] {
    ["emerg", "alert", "crit", "err", "warning", "notice", "info", "debug"]
  }
}
