import Daemon
import Loaders
import Support

/// loaderd.conf(5).
enum ConfigurationPage {
  static var page: Page {
    var page = Page("loaderd.conf", 5, "settings of loaderd, and its themes")
    page.section("SYNOPSIS")
    for path in ["/usr/lib/loaderd/loaderd.conf", "/etc/loaderd.conf", "/etc/loaderd.conf.d/*.conf"] {
      page.macro(".Pa \(Page.escaped(path))")
      page.macro(".br")
    }
    page.macro(".Pa \(Page.escaped("/usr/share/loaderd/themes/NAME/theme.conf"))")
    page.section("DESCRIPTION")
    page.say("These files are read in this order, those of the folder in the order of their names; a later one wins.")
    page.say(
      "They are written as systemd's are: sections, a key and its value with an equals sign between them, comments that start with `#` or `;`, and a backslash at the end of a line that goes on in the next."
    )
    page.say("An unknown key or a bad value is a line on standard error with its file and line, and the rest counts.")
    page.section("SECTION [Screen]")
    page.say("For every display:")
    page.list(Configuration.screen.map { (Page.key($0), String($0.meaning)) })
    page.section("SECTION [Output PATTERN]")
    page.say(
      "For the displays whose connector's name, such as HDMI-A-1, is like the pattern, in which `*`, `?` and `[...]` are as in"
    )
    page.macro(".Xr glob 7 .")
    page.say("`loaderctl outputs` tells the names. A later section wins.")
    page.list(Configuration.output.map { (Page.key($0), String($0.meaning)) })
    let abouts = [
      "Progress": "What is told of long waits:", "Failure": "What is shown when something has failed:",
      "Access": "Who may call, beside the rights of the socket; numbers, as names are not looked up:",
      "Compatibility":
        "Which addresses of other programs are open, so that what knows those finds loaderd there; with --socket, only those named here:",
    ]
    for (name, keys) in Configuration.sections {
      page.section("SECTION [\(String(name))]")
      page.say(abouts[String(name)] ?? "")
      page.list(keys.map { (Page.key($0), String($0.meaning)) })
    }
    page.section("KERNEL ARGUMENTS")
    page.say("Each key of section Screen may stand on the kernel's command line, where it wins over every file:")
    page.list(
      Configuration.screen.map { key in
        (
          "Cm \(Page.escaped("loaderd.\(String(key.name))")) Ns = Ns Ar \(Page.argument(String(key.value ?? "")))",
          String(key.summary)
        )
      } + [
        ("Cm \(Page.escaped("loaderd.enable=0"))", "the service is not started"),
        ("Cm nosplash", "the same"),
      ])
    page.section("THEMES")
    page.say("A theme is a folder with a `theme.conf` and the files that it names.")
    page.say(
      "Section Theme has its keys; a section with the name of a mode (\(Theme.modes.map { String($0) }.joined(separator: ", "))) has what differs in that mode; a section with the name of a loader has parameters of it, as"
    )
    page.macro(".Xr loaderctl 1")
    page.say("lists them. `loaderctl check` names what cannot be used.")
    page.list(themeKeys)
    page.say("Section Words has what the screen says by itself; % stands for a number:")
    page.list(Strings.keys.map { ("Cm \(Page.escaped(String($0)))", String(Strings()[$0] ?? "")) })
    page.section("EXAMPLES")
    page.say("A display that is mounted turned, and a second one that shows the same:")
    page.example([
      "[Screen]", "theme = default", "least-rate = 30", "", "[Output DSI-1]", "role = primary", "rotate = 90", "",
      "[Output HDMI-A-*]", "role = mirror", "mode = 1280x720@50",
    ])
    page.paragraph()
    page.say("A theme:")
    page.example([
      "[Theme]", "background = #0B1020, #24365F", "logo = logo.png", "loader = shimmer", "text = Starting", "",
      "[update]", "text = Installing the update", "loader = bar", "", "[bar]", "color = #30D158",
    ])
    page.references([("loaderctl", 1), ("kernel\\-command\\-line", 7), ("systemd.syntax", 7), ("loaderd", 8)])
    return page
  }

  private static var themeKeys: [(term: String, meaning: String)] {
    let meanings = [
      "background": "A colour, colours from top to bottom, or a PNG file.",
      "background-fit": "How a picture fills the display: fit, fill or none.", "logo": "A PNG file.",
      "scheme": "Whether marks are light on dark, or dark on light: dark or light.",
      "loader": "The loader to start with, or none.", "text": "Its text.",
      "status": "The line under it.",
      "title": "A line between the loader and the bar; empty for none. Without it that of the mode.",
      "subtitle": "A line under the title, likewise.",
    ]
    return Theme.keys.map { ("Cm \(Page.escaped(String($0)))", meanings[String($0)] ?? "") }
  }
}
