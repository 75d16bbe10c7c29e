import Loaders
import Notation
import Raster

/// The verbs, in words; what they do stands in Invocation.
extension Verb {
  static var show: Verb {
    Verb(
      "show", "put a loader on the screen", words: [Word("LOADER", .loader), Word("TEXT", .text, .oneAtMost)],
      options: [transition], takesParameters: true,
      details:
        "What was shown before gives way. Colours are #RGB, #RRGGBB, #RRGGBBAA or a name such as blue; lists are comma-separated; times are in seconds.",
      examples: ["show shimmer \"Thinking…\"", "show shimmer \"Listening\" --style grok --duration 1.5"])
  }

  static var status: Verb {
    Verb(
      "status", "set the line under the loader; empty text clears it", words: [Word("TEXT", .text)],
      examples: ["status \"Unpacking files\"", "status \"\""])
  }

  static var message: Verb {
    Verb(
      "message", "show a message line with its own lifetime", words: [Word("TEXT", .text, .oneAtMost)],
      options: [
        Option("for", .seconds(0...86400), "take it away after this long; without it, it stays"),
        Option("clear", .flag, "take it away now; there is no TEXT then"),
      ], examples: ["message \"Do not turn off\" --for 10", "message --clear"])
  }

  static var progress: Verb {
    Verb(
      "progress", "set the progress", words: [Word("VALUE", .other)],
      options: [
        Option("label", .text, "becomes the status line"),
        Option("phase", .text, "the phase that VALUE is of, one of --phases", placeholder: "NAME"),
        Option(
          "phases", .text, "all phases in their order, with the share of time that each takes",
          placeholder: "NAME:WEIGHT,…"),
        Option("task", .text, "what is under way; how long it took is remembered by this name", placeholder: "NAME"),
        Option("part", .text, "VALUE is that of the K-th of N equal parts", placeholder: "K/N"),
        Option("estimate", .flag, "go on by how long the task took before"),
      ],
      details:
        "VALUE is 42, 42% or 0.42, which are the same; none, which is indeterminate; alive, which changes nothing but says that work goes on; or - for one of these a line on standard input.",
      examples: [
        "progress 42% --label Copying", "progress none", "progress 0 --phases copy:3,check:1 --phase copy",
        "progress -",
      ])
  }

  static var mode: Verb {
    Verb(
      "mode", "say what goes on; it decides the title, the look and the behaviour",
      words: [Word("MODE", .choice(Theme.modes))],
      details: "The theme has a section for each MODE.",
      examples: ["mode update"])
  }

  static var failure: Verb {
    Verb(
      "failure", "show that something has failed", words: [Word("UNIT", .text, .oneAtMost)],
      options: [
        Option("text", .text, "what went wrong, for the person before the screen", placeholder: "SENTENCE"),
        Option("code", .text, "what support asks for", placeholder: "CODE"),
      ], details: "UNIT is the systemd unit that failed, if one did.",
      examples: ["failure data.mount --text \"The data disk cannot be read.\" --code E42"])
  }

  static var run: Verb {
    Verb(
      "run", "show a loader while a command runs, and hide it afterwards", words: [Word("CMD", .command, .several)],
      options: [loader, text, format], takesParameters: true, details: "The exit status is the command's.",
      examples: ["run --text \"Checking the disk…\" -- fsck /dev/sda2"])
  }

  static var follow: Verb {
    Verb(
      "follow", "read progress from standard input until it ends",
      options: [
        Option(
          "format", .choice(["auto", "percent", "apt", "pv", "swupdate"]), "how the lines tell it",
          placeholder: "FORMAT",
          standard: "auto"),
        loader, text,
        Option("size", .other, "how many bytes are to come, where the lines count them", placeholder: "BYTES"),
      ], examples: ["follow --format pv"])
  }

  static var hide: Verb {
    Verb(
      "hide", "take the loader away", options: [Option("fade", .flag, "the same as --transition fade"), transition],
      examples: ["hide", "hide --transition none"])
  }

  static var quit: Verb {
    Verb(
      "quit", "end the daemon",
      options: [Option("retain", .flag, "leave the last picture until another program shows its first frame")],
      examples: ["quit --retain"])
  }

  static var yield: Verb {
    Verb("yield", "give the display to another program; the picture stays until its first frame", examples: ["yield"])
  }

  static var resume: Verb { Verb("resume", "take the display back", examples: ["resume"]) }

  static var state: Verb {
    Verb("state", "tell what is shown, by which output, with frame figures", examples: ["state", "--json state"])
  }

  static var monitor: Verb {
    Verb(
      "monitor", "tell what changes, a line each, as it happens",
      details: "With --json each line is an object. It ends when the daemon does.",
      examples: ["monitor", "--json monitor"])
  }

  static var loaders: Verb {
    Verb(
      "loaders", "list what can be shown, or one loader's parameters", words: [Word("LOADER", .loader, .oneAtMost)],
      details: "No daemon is needed.", examples: ["loaders", "loaders shimmer"])
  }

  static var outputs: Verb {
    Verb(
      "outputs", "list the displays, their modes, formats, scale and rotation", examples: ["outputs", "--json outputs"])
  }

  static var screenshot: Verb {
    Verb(
      "screenshot", "save what is on the display now",
      options: [
        Option("o", .file, "where the picture goes, as PNG; - is standard output", isRequired: true),
        Option("output", .output, "the display; without it the primary one"),
      ], examples: ["screenshot -o screen.png --output HDMI-A-1"])
  }

  static var render: Verb {
    Verb(
      "render", "draw without a daemon: .png is one frame, .apng an animation",
      words: [Word("LOADER", .loader), Word("TEXT", .text, .oneAtMost)],
      options: [
        Option("size", .size, "the loader's own box in points; without it, its natural size"),
        Option("screen", .size, "a whole screen in pixels, as the daemon would compose it", placeholder: "WxH"),
        Option("background", .color, "or transparent; without it the scheme's"),
        Option(
          "format", .choice(PixelFormat.allCases.map { Bytes($0.name) }), "what a display of that format would show",
          placeholder: "FORMAT", standard: "xrgb8888"),
        Option("rotate", .choice(["0", "90", "180", "270"]), "degrees clockwise", standard: "0"),
        Option("at", .seconds(0...1e9), "one frame: that of this moment"),
        Option("duration", .seconds(0.001...3600), "an animation of this length; with --at the loader's parameter"),
        Option("fps", .number(1...240), "frames a second", standard: "60"),
        Option(
          "set", .other, "a parameter whose name is an option here too", placeholder: "PARAM=VALUE", repeats: true),
        Option("o", .file, "where the picture goes; - is standard output", isRequired: true),
      ], takesParameters: true,
      details:
        "One of --at and --duration is needed, and at most one of --size and --screen. The same arguments give the same bytes on every machine.",
      examples: [
        "render shimmer \"Thinking…\" --style gradient --scale 2 --at 0.7 -o still.png",
        "render shimmer \"Thinking…\" --size 320x120 --duration 2 --fps 30 -o moving.apng",
        "render parallax --screen 1080x1920 --rotate 90 --at 3 -o screen.png",
      ])
  }

  static var check: Verb {
    Verb(
      "check", "read a theme's folder and name what cannot be used", words: [Word("THEME", .theme)],
      details: "THEME is the name of an installed theme, or a folder. No daemon is needed.",
      examples: ["check ./mytheme"], statuses: [(1, "something in it cannot be used")])
  }

  static var doctor: Verb {
    Verb(
      "doctor", "examine this machine: kernel, devices, permissions, units, kernel arguments",
      details: "Each finding is a line that starts with ok, note or problem, and says what to do.",
      examples: ["doctor", "--json doctor"], statuses: [(1, "there is a problem")])
  }

  private static var transition: Option {
    Option("transition", .choice(["fade", "none"]), "how the picture changes", standard: "fade")
  }

  private static var loader: Option { Option("loader", .loader, "what is shown meanwhile", standard: "shimmer") }
  private static var text: Option { Option("text", .text, "its text") }
  private static var format: Option {
    Option(
      "progress", .choice(["auto", "percent", "apt", "pv", "swupdate"]), "read its progress from what it says",
      placeholder: "FORMAT")
  }
}
