import Support

/// The keys of one section of the configuration. A `switch` over them is exhaustive, so that a key without code does not compile.
protocol SettingKey: CaseIterable {
  /// The key as `Option` reads it: its name, its values and what it means.
  var line: StaticString { get }
}

extension SettingKey {
  /// The keys with their values, for checks, help and the manual.
  static var options: [Option] { allCases.map { Option(Bytes($0.line)) } }

  /// The key of a name.
  static func named(_ name: Bytes) -> Self? { allCases.first { Option(Bytes($0.line)).name == name } }
}

/// The keys of `[Screen]`, each of which may be a kernel argument too.
enum ScreenKey: SettingKey {
  case theme, show, scale, round, rotate, leastRate, atomic, wayland

  var line: StaticString {
    switch self {
    case .theme: "theme THEME  how the screens look: the name of a folder in /usr/share/loaderd/themes, or a path"
    case .show: "show LOADER  the loader to start with; it wins over the theme's"
    case .scale: "scale N 0.25...8  pixels a point; without it what suits the display's size"
    case .round: "round yes|no =no  whether the display is a circle"
    case .rotate: "rotate 0|90|180|270  degrees clockwise; without it what the panel says, else the kernel's console"
    case .leastRate:
      "least-rate N =30  frames a second, 1 to 1000, that are shown even while others wait for the CPU; or none"
    case .atomic: "atomic yes|no =yes  no has the kernel's legacy calls only"
    case .wayland:
      "wayland SOCKET  where a compositor listens, to go on through it when it has the display; WAYLAND_DISPLAY wins over it"
    }
  }

  /// Whether a reload can change it.
  var isReloadable: Bool {
    switch self {
    case .theme, .scale, .round: true
    case .show: true  // it is about the start only
    case .rotate, .leastRate, .atomic, .wayland: false
    }
  }
}

/// The keys of `[Output PATTERN]`.
enum OutputKey: SettingKey {
  case role, rotate, scale, mode

  var line: StaticString {
    switch self {
    case .role:
      "role primary|mirror|blank|off  primary is reported first, mirror shows the same, blank is lit and empty, off is left alone"
    case .rotate: "rotate 0|90|180|270  degrees clockwise; without it what the panel says, else the kernel's console"
    case .scale: "scale N 0.25...8  pixels a point; without it what suits the display's size"
    case .mode: "mode WIDTHxHEIGHT[@HERTZ]  without it what the kernel's video= says, else what the display prefers"
    }
  }
}

/// The keys of `[Progress]`.
enum ProgressKey: SettingKey {
  case stallAfter, timeLeft, estimate, history

  var line: StaticString {
    switch self {
    case .stallAfter:
      "stall-after SECONDS =never  say that it goes on when there was no sign of life for 1 to 86400 seconds"
    case .timeLeft: "time-left yes|no =no  tell how long it still takes, wherever that is known"
    case .estimate: "estimate yes|no =no  show by a bar where the boot is, from what the last boots took"
    case .history: "history FOLDER =/var/lib/loaderd  where it is kept how long everything took; or no"
    }
  }
}

/// The keys of `[Failure]`.
enum FailureKey: SettingKey {
  case show, address

  var line: StaticString {
    switch self {
    case .show: "show screen|console|nothing =screen  what a failure that is reported shows"
    case .address: "address ADDRESS  where help is, as a QR code: %unit% and %code% in it are what failed and how"
    }
  }
}

/// The keys of `[Input]`.
enum InputKey: SettingKey {
  case devices, console, taps, cancel, longPress, tapArea

  var line: StaticString {
    switch self {
    case .devices:
      "devices auto|libinput|evdev|no =auto  how keyboards and touch screens are read; auto is libinput where udevd runs"
    case .console: "console KEY,… =esc  keys that show the console, and take it away again; or no"
    case .taps: "taps yes|no =yes  whether three taps on a touch screen do the same"
    case .cancel:
      "cancel KEY,… =no  keys that cancel what can be cancelled, and else end the picture of a boot or a shutdown"
    case .longPress: "long-press SECONDS =3  how long a finger rests to do the same, 0.5 to 60; or no"
    case .tapArea:
      "tap-area all|top-left|top-right|bottom-left|bottom-right =all  where in the picture fingers count"
    }
  }
}

/// The keys of `[Access]`.
enum AccessKey: SettingKey {
  case users, groups, log

  var line: StaticString {
    switch self {
    case .users:
      "users NUMBERS  the only users that may call, beside root and ours; all that can open the socket without this"
    case .groups: "groups NUMBERS  and whoever is in one of these groups"
    case .log:
      "log nothing|ends|all =ends  whose calls are told to the journal: Quit, Yield, SetMode and ReportFailure, or all"
    }
  }
}

/// The keys of `[Compatibility]`.
enum CompatibilityKey: SettingKey {
  case plymouth, psplash, fbsplash, swupdate

  var line: StaticString {
    switch self {
    case .plymouth: "plymouth ADDRESS =yes  plymouthd's address: yes, no, or another abstract name, as @NAME"
    case .psplash:
      "psplash FIFO =yes  psplash's FIFO: yes is psplash_fifo in $PSPLASH_FIFO_DIR or /run; no, or its path"
    case .fbsplash:
      "fbsplash FIFO =no  a FIFO for numbers from 0 to 100 and exit, as for busybox fbsplash: no, or its path"
    case .swupdate: "swupdate SOCKET =yes  SWUpdate's progress socket: yes is in /run/swupdate or /tmp; no, or its path"
    }
  }
}
