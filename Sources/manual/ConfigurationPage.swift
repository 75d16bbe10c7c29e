import Daemon
import Loaders
import Settings
import Support

/// loaderd.conf(5).
enum ConfigurationPage {
  static var page: ManualPage {
    var page = ManualPage("loaderd.conf", 5, "settings of loaderd, and its themes")
    page.section("SYNOPSIS")
    for path in ["/usr/lib/loaderd/loaderd.conf", "/etc/loaderd.conf", "/etc/loaderd.conf.d/*.conf"] {
      page.macro(".Pa \(ManualPage.escaped(path))")
      page.macro(".br")
    }
    page.macro(".Pa \(ManualPage.escaped("/usr/share/loaderd/themes/NAME/theme.conf"))")
    page.section("DESCRIPTION")
    page.write(
      "These files are read in this order, those of the directory sorted by name; later settings override earlier ones."
    )
    page.write(
      "The format is that of systemd.syntax(7): sections, keys and values separated by an equals sign, comments that start with `#` or `;`, and a backslash at the end of a line that continues on the next. Comments between such lines are skipped if a space follows the `#`."
    )
    page.write("Unknown keys and invalid values are reported on standard error with file and line, and are ignored.")
    page.section("SECTION [Screen]")
    page.write("For every display:")
    page.list(Configuration.screen.map { (ManualPage.key($0), String($0.meaning)) })
    page.section("SECTION [Output PATTERN]")
    page.write(
      "For displays whose connector, such as HDMI-A-1, matches the pattern. The wildcards `*`, `?` and `[...]` are those of"
    )
    page.macro(".Xr glob 7 .")
    page.write("`loaderctl outputs` prints the names. Later sections override earlier ones.")
    page.list(Configuration.output.map { (ManualPage.key($0), String($0.meaning)) })
    let introductions = [
      "Progress": "What is shown during long waits:", "Failure": "What is shown after a failure:",
      "Handover": "How the screen passes from loaderd to the program that draws next:",
      "Input": "Which keys, buttons and touches have an effect while loaderd shows the screen:",
      "Access":
        "Who may call, in addition to the permissions of the socket; numeric ids, because names are not looked up:",
      "Compatibility":
        "Which sockets of other programs loaderd listens on, for their clients; with --socket, only those named here:",
    ]
    for (name, keys) in Configuration.sections {
      page.section("SECTION [\(String(name))]")
      page.write(introductions[String(name)] ?? "")
      page.list(keys.map { (ManualPage.key($0), String($0.meaning)) })
    }
    page.section("KERNEL ARGUMENTS")
    page.write(
      "Each key of section Screen, and each key of section Output for all displays, may be set on the kernel command line, which overrides all files:"
    )
    let screen = Configuration.screen
    let keys = screen + Configuration.output.filter { screen[$0.name] == nil }
    page.list(
      keys.map { key in
        (
          "Cm \(ManualPage.escaped("loaderd.\(String(key.name))")) Ns = Ns Ar \(ManualPage.argument(String(key.value ?? "")))",
          String(key.summary)
        )
      } + [
        ("Cm \(ManualPage.escaped("splash=verbose"))", "the log is on the screen from the start, as after Esc"),
        (
          "Cm \(ManualPage.escaped("splash=silent"))", "it is not, which is the default; the last of the two counts"
        ),
        ("Cm \(ManualPage.escaped("loaderd.debug"))", "all calls and the events of loaderctl timeline are logged"),
        (
          "Cm \(ManualPage.escaped("loaderd.enable=0"))",
          "systemd's units, also the socket, and the start scripts of the initramfs, OpenRC and Buildroot do not start the boot screen"
        ),
        ("Cm nosplash", "the same"), ("Cm \(ManualPage.escaped("splash=0"))", "the same"),
      ])
    page.section("THEMES")
    page.write("A theme is a folder with a `theme.conf` and the files that it refers to.")
    page.write(
      "Section Theme has its keys; a section named like a mode (\(ScreenMode.names.map { String($0) }.joined(separator: ", "))) overrides them in that mode; a section named like a loader has its parameters, as"
    )
    page.macro(".Xr loaderctl 1")
    page.write("lists them. `loaderctl check` prints the errors of a theme.")
    page.list(themeKeys)
    page.write("Section Words has the texts of the screen; % stands for a number:")
    page.list(Strings.keys.map { ("Cm \(ManualPage.escaped(String($0)))", String(Strings()[$0] ?? "")) })
    page.section("EXAMPLES")
    page.write("A display that is mounted rotated, and a mirror of it:")
    page.example([
      "[Screen]", "theme = default", "least-rate = 30", "", "[Output DSI-1]", "role = primary", "rotate = 90", "",
      "[Output HDMI-A-*]", "role = mirror", "mode = 1280x720@50",
    ])
    page.paragraph()
    page.write("A theme:")
    page.example([
      "[Theme]", "background = #0B1020, #24365F", "logo = logo.png", "loader = shimmer", "text = Starting", "",
      "[update]", "text = Installing the update", "loader = bar", "", "[bar]", "color = #30D158",
    ])
    page.references([("loaderctl", 1), ("kernel\\-command\\-line", 7), ("systemd.syntax", 7), ("loaderd", 8)])
    return page
  }

  private static var themeKeys: [(term: String, meaning: String)] {
    Theme.keys.map { ("Cm \(ManualPage.escaped(String(Bytes($0.name))))", String($0.meaning)) }
  }
}
