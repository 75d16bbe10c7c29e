import Linux
import Loaders
public import Notation
import Outputs
import Raster

/// What files and the kernel's command line say: `/usr/lib/loaderd/loaderd.conf`, `/etc/loaderd.conf`, the drop-ins of
/// `/etc/loaderd.conf.d` in the order of their names, and `loaderd.theme=`, `loaderd.show=`, `loaderd.scale=` and so on; the last one wins.
///
/// `[Screen]` is for all outputs, `[Output PATTERN]` for those with such a name.
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

  public static var themes: Bytes { "/usr/share/loaderd/themes" }

  /// With a `file` only that one is read, and the kernel's command line.
  init(file: Bytes?) {
    if let file {
      take(file, isExpected: true)
    } else {
      for path: Bytes in ["/usr/lib/loaderd/loaderd.conf", "/etc/loaderd.conf"] { take(path, isExpected: false) }
      let names = (try? File.names(in: "/etc/loaderd.conf.d")) ?? []  // no folder is no drop-in
      for name in names.filter({ $0.hasSuffix(".conf") }).sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
        take("/etc/loaderd.conf.d/\(name)", isExpected: true)
      }
    }
    if let line = try? File.read("/proc/cmdline", limit: 65536) { take(kernelArguments: Bytes(line)) }  // no /proc yet
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
          complaints.append("\(path):\(entry.line): section '\(entry.section)': there are Screen and Output PATTERN")
        }
      }
    } catch {
      if isExpected || !error.isAbsence { complaints.append("\(path): \(error.reason)") }
    }
  }

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
