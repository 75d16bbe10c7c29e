public import Support

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

  /// Every option there is: checking, help, manual page and completions follow from this table.
  public static var all: [Option] {
    Option.all(
      """
      --socket PATH =/run/loaderd/io.loaderd.Screen  where loaderd listens
      --bus ADDRESS  the message bus, as D-Bus writes addresses; without it the system's
      --journal DIR  a folder of journal files; without it the system's journal
      --failures all|essential|none =essential  which failed units are reported; essential are those that another unit \
      requires, and the emergency mode
      --log emerg|alert|crit|err|warning|notice|info|debug|none =info  lines of the journal at least that important go to \
      the screen's log
      --no-rauc  leave RAUC's installations alone
      --no-sysupdate  leave systemd-sysupdated's updates alone
      --boot-progress  carry systemd's own estimate of the boot's progress
      --dry-run  print the calls, a line each, instead of making them
      --help  show how it is used
      --version  show the version
      """)
  }

  public static var usage: Bytes {
    var help = Help()
    help.add(["loader-bridge"] + all.map { "[\($0.usage)]" }, hanging: 14)
    help.addLine()
    help.add(all)
    help.addLine()
    help.add("Exit status: 0 told to end, 1 cannot run, 2 wrong usage.")
    return help.text
  }

  /// Throws for what cannot be used. Of an option that is given twice the last one counts.
  public init(_ arguments: inout Arguments) throws(UsageError) {
    while let argument = arguments.next() {
      guard case .option(let name, let attached) = argument else {
        if case .word(let word) = argument { throw UsageError("'\(word)': not an option; see loader-bridge --help") }
        continue
      }
      guard let option = Options.all[name] else {
        let known = Options.all.map { $0.dashed }, given = Option.dashed(name)
        throw UsageError(
          "\(given): unknown option; there are \(known.joined(by: ", "))\(given.suggestion(among: known))")
      }
      try set(name, try option.value(attached, &arguments))
    }
  }

  /// The value has been checked.
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
    case "no-rauc": hasRauc = false
    case "no-sysupdate": hasJobs = false
    case "boot-progress": hasBootProgress = true
    case "dry-run": isDry = true
    default: break  // help and version were looked for before
    }
  }

  private static var priorities: [Bytes] {
    ["emerg", "alert", "crit", "err", "warning", "notice", "info", "debug"]
  }
}
