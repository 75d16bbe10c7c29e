import LoaderBridge
import Support

/// loader-bridge(8).
enum BridgePage {
  static var page: Page {
    var page = Page("loader-bridge", 8, "carries D-Bus and the journal to loaderd")
    page.section("SYNOPSIS")
    page.macro(".Nm")
    for option in Options.all { page.macro(".Op \(Page.term(option))") }
    page.section("DESCRIPTION")
    page.macro(".Nm")
    page.say(
      "watches services on the message bus and the journal, and calls loaderd for what it sees: installations of RAUC, updates of systemd-sysupdated, failed units of systemd, its estimate of the boot's progress, and lines of the journal for the screen's log."
    )
    page.say(
      "No service is started by being watched. It connects again whenever the bus, the journal or loaderd come back.")
    page.paragraph()
    page.say("Its options are:")
    page.list(Options.all)
    page.section("ENVIRONMENT")
    page.list([
      ("Ev DBUS_SYSTEM_BUS_ADDRESS", "The system's message bus, where `--bus` names none."),
      ("Ev NOTIFY_SOCKET", "Where it tells the service manager that it is ready."),
    ])
    page.section("FILES")
    page.list([("Pa \(Page.escaped("/run/loaderd/io.loaderd.Screen"))", "the daemon's socket")])
    page.section("EXIT STATUS")
    page.list([("0", "It was told to end."), ("1", "It cannot run."), ("2", "Wrong usage.")])
    page.section("EXAMPLES")
    page.say("What it would call, without calling it:")
    page.example(["loader-bridge --dry-run --log none --failures all"])
    page.references([("loaderctl", 1), ("io.loaderd.Screen", 7), ("loaderd", 8)])
    return page
  }
}

extension Command {
  static var loaderBridge: Command { Command(name: "loader-bridge", options: Options.all.map(Option.init), verbs: []) }
}
