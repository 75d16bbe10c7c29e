import Linux
import Loaders
public import Notation
import Outputs
import Protocol
import Raster

/// What files and the kernel's command line say: `/usr/lib/loaderd/loaderd.conf`, `/etc/loaderd.conf`, the drop-ins of
/// `/etc/loaderd.conf.d` in the order of their names, and `loaderd.theme=`, `loaderd.show=`, `loaderd.scale=` and so on; the last one wins.
///
/// `[Screen]` is for all outputs, `[Output PATTERN]` for those with such a name, `[Doors]` for programs that know others than us.
public struct Configuration {
  private(set) var theme: Bytes?
  /// The loader to start with.
  private(set) var loader: Bytes?
  /// Pixels a point.
  private(set) var scale: Double?
  /// Whether the display is a circle.
  private(set) var isRound = false
  /// Frames a second that are shown even while others wait for the CPU; nil shows all always.
  private(set) var leastRate: Double? = 30
  private(set) var arrangement = Arrangement()
  private(set) var failurePolicy = FailurePolicy()
  /// Seconds without a sign of life after which the screen says that it still works; nil never does.
  private(set) var stallsAfter: Double?
  /// Whether the time that is left is told, and whether a bar shows where the boot is by what the last ones took.
  private(set) var tellsTimeLeft = false, estimates = false
  /// The folder for what was learned, or "no"; nil is the usual one.
  private(set) var experience: Bytes?
  private var access = Access()
  var doors = DoorSettings()
  var input = InputSettings()
  /// Lines for the journal, each with its file.
  private(set) var complaints: [Bytes] = []

  /// The keys of `[Screen]`, each of which may be a kernel argument too.
  public static var screen: [Option] {
    Option.all(
      """
      theme THEME  how the screens look: a folder in /usr/share/loaderd/themes, or its path
      show LOADER  the loader to start with; it wins over the theme's
      scale N 0.25...8  pixels a point; without it what suits the display's size
      round yes|no =no  whether the display is a circle
      rotate 0|90|180|270  degrees clockwise; without it what the panel says, else the kernel's console
      least-rate N =30  frames a second, 1 to 1000, that are shown even while others wait for the CPU; or none
      atomic yes|no =yes  no has the kernel's legacy calls only
      wayland SOCKET  where a compositor listens, to go on through it when it has the display; WAYLAND_DISPLAY wins over it
      """)
  }

  /// The keys of `[Output PATTERN]`.
  public static var output: [Option] {
    Option.all(
      """
      role primary|mirror|blank|off  primary is reported first, mirror shows the same, blank is lit and empty, off is \
      left alone
      rotate 0|90|180|270  degrees clockwise; without it what the panel says, else the kernel's console
      scale N 0.25...8  pixels a point; without it what suits the display's size
      mode WIDTHxHEIGHT[@HERTZ]  without it what the kernel's video= says, else what the display prefers
      """)
  }

  /// The keys of `[Progress]`.
  public static var progress: [Option] {
    Option.all(
      """
      stall-after SECONDS =never  say that it goes on when there was no sign of life for 1 to 86400 seconds
      time-left yes|no =no  tell how long it still takes, wherever that is known
      estimate yes|no =no  show by a bar where the boot is, from what the last boots took
      experience FOLDER =/var/lib/loaderd  where it is kept how long everything took; or no
      """)
  }

  public static var themes: Bytes { "/usr/share/loaderd/themes" }

  /// The theme that the machine's files choose.
  public static var usualTheme: Bytes? { Configuration(file: nil).theme }

  /// With a `file` only that one is read, and the kernel's command line in `kernelArguments`.
  init(file: Bytes?, kernelArguments: Bytes = "/proc/cmdline") {
    if let file {
      take(file, isExpected: true)
    } else {
      for path: Bytes in ["/usr/lib/loaderd/loaderd.conf", "/etc/loaderd.conf"] { take(path, isExpected: false) }
      let names = (try? File.names(in: "/etc/loaderd.conf.d")) ?? []  // no folder is no drop-in
      for name in names.filter({ $0.hasSuffix(".conf") }).ordered {
        take("/etc/loaderd.conf.d/\(name)", isExpected: true)
      }
    }
    if let line = try? File.read(kernelArguments, limit: 65536) { take(kernelArguments: Bytes(line)) }  // no /proc yet
  }

  private mutating func take(_ path: Bytes, isExpected: Bool) {
    do throws(SystemError) {
      let ini = INI(Bytes(try File.read(path, limit: INI.limit)))
      for complaint in ini.complaints { complaints.append("\(path):\(complaint.line): \(complaint.reason)") }
      for entry in ini.entries {
        if entry.section == "Screen" {
          take(entry.key, entry.value, "\(path):\(entry.line)")
        } else if entry.section.hasPrefix("Output ") {
          take(entry.key, entry.value, of: entry.section.dropFirst(7).trimmed, "\(path):\(entry.line)")
        } else {
          take(entry, "\(path):\(entry.line)")
        }
      }
    } catch {
      if isExpected || !error.isAbsence { complaints.append("\(path): \(error.reason)") }
    }
  }

  /// The sections that are not for a screen.
  public static var sections: [(name: Bytes, keys: [Option])] {
    [
      ("Progress", progress), ("Failure", FailurePolicy.keys), ("Input", InputSettings.keys), ("Access", Access.keys),
      ("Doors", DoorSettings.keys),
    ]
  }

  /// Takes what is not for a screen.
  private mutating func take(_ entry: INI.Entry, _ place: Bytes) {
    let sections = Configuration.sections
    guard let table = sections.first(where: { $0.name == entry.section })?.keys else {
      let known = sections.map { $0.name }.joined(by: ", ")
      return complain("section '\(entry.section)': there are Screen, Output PATTERN, \(known)", place)
    }
    guard check(entry.key, entry.value, in: table, place) else { return }
    if entry.section == "Failure" { return failurePolicy.set(entry.key, entry.value) }
    if entry.section == "Doors" {
      if !doors.set(entry.key, entry.value) {
        complain("\(entry.key): '\(entry.value)' is not \(DoorSettings.values(of: entry.key))", place)
      }
      return
    }
    if entry.section == "Input" {
      if !input.set(entry.key, entry.value) {
        complain("\(entry.key): '\(entry.value)' is not \(InputSettings.values(of: entry.key))", place)
      }
      return
    }
    if entry.section == "Access" {
      if !access.set(entry.key, entry.value) {
        complain("\(entry.key): '\(entry.value)' is not a list of numbers; names are not looked up", place)
      }
      return
    }
    switch entry.key {
    case "time-left": tellsTimeLeft = entry.value == "yes"
    case "estimate": estimates = entry.value == "yes"
    case "stall-after":
      stallsAfter = Decimal.double(entry.value).flatMap { (1...86400).contains($0) ? $0 : nil }
      if stallsAfter == nil, entry.value != "never" {
        complain("stall-after: '\(entry.value)' is not within 1 to 86400, nor never", place)
      }
    default:
      experience = entry.value
      if entry.value != "no", !entry.value.hasPrefix("/") {
        complain("experience: '\(entry.value)' is neither a folder's path nor no", place)
        experience = nil
      }
    }
  }

  /// Whether a client may call us.
  func admits(_ peer: Peer) -> Bool { access.admits(peer) }

  /// Whether the journal is to know who made a call.
  func logs(_ call: Call) -> Bool { access.logs(call) }

  private mutating func take(kernelArguments line: Bytes) {
    for word in line.split(at: 0x20) where word.hasPrefix("loaderd.") {
      let assignment = word.trimmedLine.dropFirst(8)
      guard let equals = assignment.utf8.firstIndex(of: 0x3D) else { continue }
      let key = Bytes(assignment.utf8[..<equals]), value = Bytes(assignment.utf8[(equals + 1)...])
      if Configuration.screen[key] != nil { take(key, value, "kernel command line") }
    }
  }

  /// Whether a key is one of those and its value can be one of it; else that is a complaint.
  private mutating func check(_ key: Bytes, _ value: Bytes, in settings: [Option], _ place: Bytes) -> Bool {
    guard let setting = settings[key] else {
      complain("'\(key)': unknown; there are \(settings.map { $0.name }.joined(by: ", "))", place)
      return false
    }
    do throws(UsageError) {
      try setting.kind.check(value, as: key)
      return true
    } catch {
      complain(error.text, place)
      return false
    }
  }

  private mutating func complain(_ reason: Bytes, _ place: Bytes) { complaints.append("\(place): \(reason)") }

  private mutating func take(_ key: Bytes, _ value: Bytes, of pattern: Bytes, _ place: Bytes) {
    guard check(key, value, in: Configuration.output, place) else { return }
    var rule = Arrangement.Rule(pattern)
    switch key {
    case "role": rule.role = Role(value)
    case "rotate": rule.rotation = Decimal.integer(value).flatMap { Rotation(degrees: $0) }
    case "scale": rule.scale = Decimal.double(value)
    default:
      rule.mode = ModeRequest(value)
      if rule.mode == nil { return complain("mode: '\(value)' is not WIDTHxHEIGHT or WIDTHxHEIGHT@HERTZ", place) }
    }
    arrangement.rules.append(rule)
  }

  private mutating func take(_ key: Bytes, _ value: Bytes, _ place: Bytes) {
    guard check(key, value, in: Configuration.screen, place) else { return }
    switch key {
    case "rotate": take(key, value, of: "*", place)
    case "least-rate":
      if value == "none" {
        leastRate = nil
      } else if let rate = Decimal.double(value), (1...1000).contains(rate) {
        leastRate = rate
      } else {
        complain("least-rate: '\(value)' is not within 1 to 1000, nor none", place)
      }
    case "atomic": arrangement.isAtomic = value == "yes"
    case "wayland":
      if !value.hasPrefix("/") { return complain("wayland: '\(value)' is not a socket's whole path", place) }
      arrangement.compositor = value
    case "theme": theme = value
    case "show":
      if Catalog.entry(named: value) == nil { return complain("show: no loader '\(value)'", place) }
      loader = value
    case "scale": scale = Decimal.double(value)
    default: isRound = value == "yes"
    }
  }

  /// The theme for a mode, from its folder; complaints go with those of the files.
  mutating func loadTheme(for mode: Bytes) -> Theme? {
    guard let name = theme else { return nil }
    let folder: Bytes = name.hasPrefix("/") ? name : "\(Configuration.themes)/\(name)"
    let path: Bytes = "\(folder)/theme.conf"
    do throws(SystemError) {
      let ini = INI(Bytes(try File.read(path, limit: INI.limit)))
      let files = Files { (file) throws(ParameterError) in
        try Daemon.load(file.hasPrefix("/") ? file : "\(folder)/\(file)")
      }
      let theme = Theme(ini, mode: mode, files)
      for complaint in theme.complaints { complaints.append("\(path):\(complaint.line): \(complaint.reason)") }
      return theme
    } catch {
      complaints.append("\(path): \(error.reason); the standard look is shown")
      return nil
    }
  }
}

extension Bytes {
  /// Without a line end.
  fileprivate var trimmedLine: Bytes { hasSuffix("\n") ? Bytes(utf8.dropLast()) : self }
}
