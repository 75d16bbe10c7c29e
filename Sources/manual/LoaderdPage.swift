import Daemon
import Support

/// loaderd(8).
enum LoaderdPage {
  static var page: ManualPage {
    var page = ManualPage("loaderd", 8, "draws loading and boot screens")
    page.section("SYNOPSIS")
    page.macro(".Nm")
    for option in Options.all { page.macro(".Op \(ManualPage.term(option))") }
    page.section("DESCRIPTION")
    page.macro(".Nm")
    page.write(
      "draws on all connected displays of all DRM devices, without a GPU. It draws at the refresh rate of each display, and sleeps when nothing moves. Displays may be plugged in and out at any time."
    )
    page.paragraph()
    page.write("It is controlled by")
    page.macro(".Xr loaderctl 1 ,")
    page.write("by themes, and by programs that call its socket; see")
    page.macro(".Xr io.loaderd.Screen 7 .")
    page.write(
      "A program that opens the display gets it at once; the picture stays until that program's first frame, and is drawn again when the program ends."
    )
    page.paragraph()
    page.write("Its options are:")
    page.list(Options.all)
    page.section("ENVIRONMENT")
    page.list([
      (
        "Ev LISTEN_FDS",
        "Sockets of the socket unit, and DRM devices of the file descriptor store; see sd_listen_fds(3)."
      ),
      (
        "Ev NOTIFY_SOCKET",
        "The socket of the service manager, which is notified of readiness and of the watchdog; see sd_notify(3)."
      ),
      ("Ev PSPLASH_FIFO_DIR", "The folder of psplash's FIFO, in place of `/run`."),
      ("Ev WATCHDOG_USEC", "The timeout of the service manager's watchdog, in microseconds."),
      (
        "Ev WAYLAND_DISPLAY",
        "The socket of a compositor, or its name in `XDG_RUNTIME_DIR`; used when no DRM device can be used."
      ),
      ("Ev WAYLAND_SOCKET", "The number of an open connection to a compositor, used once."),
    ])
    page.section("FILES")
    page.list([
      ("Pa /etc/loaderd.conf", "settings; see loaderd.conf(5)"),
      ("Pa /usr/share/loaderd/themes", "themes, one folder each"),
      ("Pa /run/loaderd/io.loaderd.Screen", "the socket, for the group loaderd"),
      (
        "Pa /run/loaderd/io.loaderd.Screen.state", "the state, for a restarted daemon that continues at the same moment"
      ),
      ("Pa /run/loaderd/io.loaderd.Screen.timeline", "the events of this boot, for loaderctl timeline"),
      ("Pa /run/loaderd/io.loaderd.Screen.handover", "the socket at which a loaderd with `--replace` takes over"),
      (
        "Pa /run/loaderd/io.loaderd.Screen.ended",
        "exists after an installation and after loaderd has ended on request; then `loaderctl --if-running` does not start it"
      ),
      ("Pa /run/psplash_fifo", "the FIFO for clients of psplash"),
      ("Pa /dev/dri", "DRM devices"),
    ])
    page.section("EXIT STATUS")
    page.list([
      ("0", "Ended by a signal, or by `loaderctl quit`."),
      ("1", "No display with `--once`, or another loaderd answers at the socket."),
      ("2", "Wrong usage."),
      (
        "75",
        "To be restarted by the service manager: at the end of an initramfs, or when a client connects after `loaderctl quit --retain`."
      ),
    ])
    page.section("EXAMPLES")
    page.write("In an initramfs:")
    page.example([
      "mkdir -p /run/loaderd", "loaderd --initramfs --mode boot </dev/null >/run/loaderd/initramfs.log 2>&1 &",
    ])
    page.paragraph()
    page.write("Without a display, as PNG files:")
    page.example(["loaderd --output headless --size 800x480 --fps 30 --frames /tmp/frames --show bar"])
    page.references([
      ("loaderctl", 1), ("loaderd.conf", 5), ("systemd.service", 5), ("io.loaderd.Screen", 7),
      ("loader-bridge", 8), ("loaderd-minimal", 8),
    ])
    return page
  }
}
