import LoaderBridge
import Support

/// loader-bridge(8).
enum LoaderBridgePage {
  static var page: ManualPage {
    var page = ManualPage("loader-bridge", 8, "forwards D-Bus and journal events to loaderd")
    page.section("SYNOPSIS")
    page.macro(".Nm")
    for option in Options.all { page.macro(".Op \(ManualPage.term(option))") }
    page.section("DESCRIPTION")
    page.macro(".Nm")
    page.write(
      "follows services on the message bus and the journal, and reports to loaderd: installations of RAUC, updates of systemd-sysupdated, failed units of systemd, its estimate of the boot's progress, and journal entries for the screen's log."
    )
    page.write(
      "The service manager starts it with RAUC, with systemd-sysupdated, and when the log is on the screen. The failed units of a boot are reported only after `systemctl enable loader-bridge.service`, which starts it with loaderd. It starts no services. It reconnects whenever the bus, the journal or loaderd is restarted."
    )
    page.paragraph()
    page.write("Its options are:")
    page.list(Options.all)
    page.section("ENVIRONMENT")
    page.list([
      ("Ev DBUS_SYSTEM_BUS_ADDRESS", "The address of the system bus, used without `--bus`."),
      ("Ev NOTIFY_SOCKET", "The socket of the service manager, which is notified of readiness; see sd_notify(3)."),
    ])
    page.section("FILES")
    page.list([("Pa \(ManualPage.escaped("/run/loaderd/io.loaderd.Screen"))", "the daemon's socket")])
    page.section("EXIT STATUS")
    page.list([("0", "Ended by a signal."), ("1", "It cannot run."), ("2", "Wrong usage.")])
    page.section("EXAMPLES")
    page.write("Print the calls without sending them:")
    page.example(["loader-bridge --dry-run --log none --failures all"])
    page.references([("loaderctl", 1), ("io.loaderd.Screen", 7), ("loaderd", 8)])
    return page
  }
}

extension Program {
  static var loaderBridge: Program {
    Program(name: "loader-bridge", options: Options.all.map(Option.init), verbs: [])
  }
}
