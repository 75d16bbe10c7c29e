import Linux
import Loaders
import Notation
import Outputs
import Protocol
import Raster

/// What files and the kernel's command line say: `/usr/lib/loaderd/loaderd.conf`, `/etc/loaderd.conf`, the drop-ins of
/// `/etc/loaderd.conf.d` in the order of their names, and `loaderd.theme=`, `loaderd.show=`, `loaderd.scale=` and so on; the last one wins.
///
/// `[Screen]` is for all outputs, `[Output PATTERN]` for those with such a name.
struct Configuration {
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
  /// Lines for the journal, each with its file.
  private(set) var complaints: [Bytes] = []

  static var keys: [Bytes] { ["theme", "show", "scale", "round", "rotate", "least-rate", "atomic"] }
  static var outputKeys: [Bytes] { ["role", "rotate", "scale", "mode"] }
  static var progressKeys: [Bytes] { ["stall-after", "time-left", "estimate", "experience"] }
  static var themes: Bytes { "/usr/share/loaderd/themes" }

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
        } else if let complaint = take(entry) {
          complaints.append("\(path):\(entry.line): \(complaint)")
        }
      }
    } catch {
      if isExpected || !error.isAbsence { complaints.append("\(path): \(error.reason)") }
    }
  }

  /// Takes what is not for a screen; returns what is wrong with it.
  private mutating func take(_ entry: INI.Entry) -> Bytes? {
    switch entry.section {
    case "Access": return access.take(entry.key, entry.value)
    case "Failure": return failurePolicy.take(entry.key, entry.value)
    case "Progress": break
    default:
      return "section '\(entry.section)': there are Screen, Output PATTERN, Progress, Failure and Access"
    }
    switch entry.key {
    case "stall-after":
      if entry.value == "never" {
        stallsAfter = nil
      } else if let seconds = Decimal.double(entry.value), (1...86400).contains(seconds) {
        stallsAfter = seconds
      } else {
        return "stall-after: '\(entry.value)' is not within 1 to 86400, nor never"
      }
    case "time-left", "estimate":
      guard entry.value == "yes" || entry.value == "no" else {
        return "\(entry.key): '\(entry.value)' is not one of yes, no"
      }
      if entry.key == "estimate" { estimates = entry.value == "yes" } else { tellsTimeLeft = entry.value == "yes" }
    case "experience":
      guard entry.value == "no" || entry.value.hasPrefix("/") else {
        return "experience: '\(entry.value)' is neither a folder's path nor no"
      }
      experience = entry.value
    default: return "'\(entry.key)': unknown; there are \(Configuration.progressKeys.joined(by: ", "))"
    }
    return nil
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
      if Configuration.keys.contains(key) { take(key, value, "kernel command line") }
    }
  }

  private mutating func take(_ key: Bytes, _ value: Bytes, of pattern: Bytes, _ place: Bytes) {
    var rule = Arrangement.Rule(pattern)
    var isValid = true
    switch key {
    case "role": (rule.role, isValid) = (Role(value), Role(value) != nil)
    case "rotate": (rule.rotation, isValid) = (Rotation(value), Rotation(value) != nil)
    case "scale": (rule.scale, isValid) = (scale(value), scale(value) != nil)
    case "mode": (rule.mode, isValid) = (ModeRequest(value), ModeRequest(value) != nil)
    default:
      return complaints.append(
        "\(place): '\(key)': unknown; there are \(Configuration.outputKeys.joined(by: ", "))")
    }
    if isValid { return arrangement.rules.append(rule) }
    let hint: Bytes =
      switch key {
      case "role": "not one of \(Role.names.joined(by: ", "))"
      case "rotate": "not one of 0, 90, 180, 270"
      case "scale": "not within 0.25 to 8"
      default: "not WIDTHxHEIGHT or WIDTHxHEIGHT@HERTZ"
      }
    complaints.append("\(place): \(key): '\(value)' is \(hint)")
  }

  private func scale(_ text: Bytes) -> Double? {
    guard let number = Decimal.double(text), (0.25...8).contains(number) else { return nil }
    return number
  }

  private mutating func take(_ key: Bytes, _ value: Bytes, _ place: Bytes) {
    switch key {
    case "rotate": take(key, value, of: "*", place)
    case "least-rate":
      if value == "none" {
        leastRate = nil
      } else if let rate = Decimal.double(value), (1...1000).contains(rate) {
        leastRate = rate
      } else {
        complaints.append("\(place): least-rate: '\(value)' is not within 1 to 1000, nor none")
      }
    case "atomic":
      if value == "yes" || value == "no" {
        arrangement.isAtomic = value == "yes"
      } else {
        complaints.append("\(place): atomic: '\(value)' is not one of yes, no")
      }
    case "theme": theme = value
    case "show":
      if Catalog.entry(named: value) != nil {
        loader = value
      } else {
        complaints.append("\(place): show: no loader '\(value)'")
      }
    case "scale":
      if let number = scale(value) {
        scale = number
      } else {
        complaints.append("\(place): scale: '\(value)' is not within 0.25 to 8")
      }
    case "round":
      if value == "yes" || value == "no" {
        isRound = value == "yes"
      } else {
        complaints.append("\(place): round: '\(value)' is not one of yes, no")
      }
    default: complaints.append("\(place): '\(key)': unknown; there are \(Configuration.keys.joined(by: ", "))")
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

extension Rotation {
  /// "90".
  fileprivate init?(_ degrees: Bytes) {
    guard let number = Decimal.integer(degrees) else { return nil }
    self.init(degrees: number)
  }
}
