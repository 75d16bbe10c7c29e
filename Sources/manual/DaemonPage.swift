import Daemon
import Support

/// loaderd(8).
enum DaemonPage {
  static var page: Page {
    var page = Page("loaderd", 8, "draws loading and boot screens")
    page.section("SYNOPSIS")
    page.macro(".Nm")
    for option in Options.all { page.macro(".Op \(Page.term(option))") }
    page.section("DESCRIPTION")
    page.macro(".Nm")
    page.say(
      "draws straight to the displays, every connected one of every card, without a graphics processor. It moves at the rate of each display and sleeps when nothing moves. Displays may come and go at any time."
    )
    page.paragraph()
    page.say("What it shows is said by")
    page.macro(".Xr loaderctl 1 ,")
    page.say("by a theme, and by programs that call its socket; see")
    page.macro(".Xr io.loaderd.Screen 7 .")
    page.say(
      "A program that opens the display has it at once, without asking; the picture stays until that program's first frame, and comes back when it ends."
    )
    page.paragraph()
    page.say("Its options are:")
    page.list(Options.all)
    page.section("ENVIRONMENT")
    page.list([
      ("Ev LISTEN_FDS", "Sockets that the service manager opened, and displays that it kept open for a successor."),
      ("Ev NOTIFY_SOCKET", "Where it says that it is ready, and that it is alive."),
      ("Ev PSPLASH_FIFO_DIR", "The folder of psplash's FIFO, in place of `/run`."),
      ("Ev WATCHDOG_USEC", "How often it says that it is alive."),
      (
        "Ev WAYLAND_DISPLAY",
        "A compositor's socket, or its name in the folder `XDG_RUNTIME_DIR`; it is shown on where no card can be had."
      ),
      ("Ev WAYLAND_SOCKET", "The number of a connection to a compositor, for once."),
    ])
    page.section("FILES")
    page.list([
      ("Pa /etc/loaderd.conf", "settings; see loaderd.conf(5)"),
      ("Pa /usr/share/loaderd/themes", "themes, a folder each"),
      ("Pa /run/loaderd/io.loaderd.Screen", "the socket; the group loaderd may use it"),
      (
        "Pa /run/loaderd/io.loaderd.Screen.state", "what is shown, for a successor that goes on at the same moment"
      ),
      ("Pa /run/psplash_fifo", "what was made for psplash writes its commands here"),
      ("Pa /dev/dri", "the displays' cards"),
    ])
    page.section("EXIT STATUS")
    page.list([
      ("0", "It was told to end."), ("1", "No display with `--once`, or another loaderd answers at the socket."),
      ("2", "Wrong usage."), ("75", "It wants a successor, at the end of an initramfs."),
    ])
    page.section("EXAMPLES")
    page.say("In an initramfs:")
    page.example(["loaderd --show shimmer --text \"Starting\u{2026}\" &"])
    page.paragraph()
    page.say("Without a display, into pictures:")
    page.example(["loaderd --output headless --size 800x480 --fps 30 --frames /tmp/frames --show bar"])
    page.references([
      ("loaderctl", 1), ("loaderd.conf", 5), ("systemd.service", 5), ("io.loaderd.Screen", 7),
      ("loader-bridge", 8),
    ])
    return page
  }
}
