import Support

/// The keys of one section of the configuration. A `switch` over them is exhaustive, so that a key without code does
/// not compile.
protocol SettingKey: CaseIterable {
  /// The key in the notation of `Option`: its name, its values and its meaning.
  var line: StaticString { get }
}

extension SettingKey {
  /// The keys as options, for checks and the manual page.
  static var options: [Option] { allCases.map { Option(Bytes($0.line)) } }

  /// The key with a name.
  static func named(_ name: Bytes) -> Self? { allCases.first { Option(Bytes($0.line)).name == name } }
}

/// The keys of `[Screen]`, each of which may be a kernel argument too.
enum ScreenKey: SettingKey {
  case theme, lang, fonts, show, scale, round, rotate, leastRate, atomic, wayland, serial

  var line: StaticString {
    switch self {
    case .theme: "theme THEME  the name of a folder in /usr/share/loaderd/themes, or the path of a folder"
    case .lang:
      "lang LOCALE  the translation of the theme, such as de_AT; by default LANG of /etc/locale.conf or /etc/default/locale"
    case .fonts:
      "fonts FILE,…  fonts for characters that those of the theme lack; after them comes the built-in one"
    case .show: "show LOADER  the loader to start with, instead of the theme's"
    case .scale: "scale N 0.25...8  pixels per point; by default what suits the display's size"
    case .round: "round yes|no =no  whether the display is a circle"
    case .rotate: "rotate 0|90|180|270  degrees clockwise; by default that of the panel, else of the kernel's console"
    case .leastRate:
      "least-rate N =30  frames per second, 1 to 1000, that are shown even under CPU pressure; or none"
    case .atomic: "atomic yes|no =yes  no uses only the kernel's legacy calls"
    case .wayland:
      "wayland SOCKET  path of a compositor's socket, to draw through it while it owns the display; WAYLAND_DISPLAY takes precedence"
    case .serial: "serial TERMINAL =no  a terminal that gets the screen's texts while there is no display; or no"
    }
  }

  /// Whether a reload can change it.
  var isReloadable: Bool {
    switch self {
    case .theme, .lang, .scale, .round: true
    case .show, .fonts, .rotate, .leastRate, .atomic, .wayland, .serial: false
    }
  }
}

/// The keys of `[Output PATTERN]`.
enum OutputKey: SettingKey {
  case role, rotate, scale, mode, oneBit, twoBit

  var line: StaticString {
    switch self {
    case .role:
      "role primary|mirror|blank|off  primary is reported first, mirror shows the same, blank is on and empty, off is not used"
    case .rotate: "rotate 0|90|180|270  degrees clockwise; by default that of the panel, else of the kernel's console"
    case .scale: "scale N 0.25...8  pixels per point; by default what suits the display's size"
    case .mode: "mode WIDTHxHEIGHT[@HERTZ]  by default that of the kernel's video=, else the display's preferred mode"
    case .oneBit: "one-bit yes|no  black and white, without greys; by default what the driver's pixel format says"
    case .twoBit: "two-bit yes|no  black, two greys and white; by default what the driver's pixel format says"
    }
  }
}

/// The keys of `[Progress]`.
enum ProgressKey: SettingKey {
  case stallAfter, timeLeft, estimate, history

  var line: StaticString {
    switch self {
    case .stallAfter:
      "stall-after SECONDS =never  show that the work goes on after 1 to 86400 seconds without activity"
    case .timeLeft: "time-left yes|no =no  show the remaining time wherever it is known"
    case .estimate: "estimate yes|no =no  show a bar for the boot, estimated from the durations of the last boots"
    case .history: "history FOLDER =/var/lib/loaderd  the folder of the durations of earlier boots; or no"
    }
  }
}

/// The keys of `[Failure]`.
enum FailureKey: SettingKey {
  case show, address

  var line: StaticString {
    switch self {
    case .show: "show screen|console|nothing =screen  what a reported failure shows"
    case .address: "address ADDRESS  address of a help page, shown as a QR code; %unit% and %code% in it are replaced"
    }
  }
}

/// The keys of `[Handover]`.
enum HandoverKey: SettingKey {
  case until, application

  var line: StaticString {
    switch self {
    case .until:
      "until login|compositor|application|quit =login  what ends the boot screen after the end of the boot: the login prompt or another program's first frame, only the latter, the application's first window while loaderd draws through a compositor, or only loaderctl quit"
    case .application: "application APP-ID  the app id of that window; by default any"
    }
  }
}

/// The keys of `[Input]`.
enum InputKey: SettingKey {
  case devices, console, taps, cancel, longPress, tapArea

  var line: StaticString {
    switch self {
    case .devices:
      "devices auto|libinput|evdev|no =auto  how keyboards and touch screens are read; auto is libinput if there is a touch screen and udevd runs"
    case .console: "console KEY,… =esc  keys that open and close the console; or no"
    case .taps: "taps yes|no =yes  whether three taps on a touch screen do the same"
    case .cancel:
      "cancel KEY,… =no  keys that cancel what can be cancelled, or else end the picture of a boot or a shutdown"
    case .longPress: "long-press SECONDS =3  seconds, 0.5 to 60, of a touch that cancels too; or no"
    case .tapArea:
      "tap-area all|top-left|top-right|bottom-left|bottom-right =all  the part of the picture where touches count"
    }
  }
}

/// The keys of `[Access]`.
enum AccessKey: SettingKey {
  case users, groups, log

  var line: StaticString {
    switch self {
    case .users:
      "users NUMBERS  users that may call, besides root and that of loaderd; by default all that can open the socket"
    case .groups:
      "groups NUMBERS  groups whose members may call; if users or groups is set, nobody else may, besides root"
    case .log:
      "log nothing|ends|all =ends  the calls that are logged: ends is Quit, Yield, SetMode and ReportFailure"
    }
  }
}

/// The keys of `[Compatibility]`.
enum CompatibilityKey: SettingKey {
  case plymouth, psplash, fbsplash, swupdate

  var line: StaticString {
    switch self {
    case .plymouth: "plymouth ADDRESS =yes  plymouthd's abstract socket: yes, no, or another name, as @NAME"
    case .psplash:
      "psplash FIFO =yes  psplash's FIFO: yes is psplash_fifo in $PSPLASH_FIFO_DIR or /run; no, or a path"
    case .fbsplash:
      "fbsplash FIFO =no  a FIFO for numbers from 0 to 100 and exit, as for busybox fbsplash: no, or a path"
    case .swupdate: "swupdate SOCKET =yes  SWUpdate's progress socket: yes is in /run/swupdate or /tmp; no, or a path"
    }
  }
}
