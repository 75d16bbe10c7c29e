import Linux
import Loaders
import Notation

/// What files and the kernel's command line say: `/usr/lib/loaderd/loaderd.conf`, `/etc/loaderd.conf`, the drop-ins of
/// `/etc/loaderd.conf.d` in the order of their names, and `loaderd.theme=`, `loaderd.show=`, `loaderd.scale=`; the last one wins.
struct Configuration {
  private(set) var theme: Bytes?
  /// The loader to start with.
  private(set) var loader: Bytes?
  /// Pixels a point.
  private(set) var scale: Double?
  /// Whether the display is a circle.
  private(set) var isRound = false
  /// Lines for the journal, each with its file.
  private(set) var complaints: [Bytes] = []

  static var keys: [Bytes] { ["theme", "show", "scale", "round"] }
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
        if entry.section != "Screen" {
          complaints.append("\(path):\(entry.line): section '\(entry.section)': there is Screen")
        } else {
          take(entry.key, entry.value, "\(path):\(entry.line)")
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
      if Configuration.keys.contains(key) { take(key, value, "kernel command line") }
    }
  }

  private mutating func take(_ key: Bytes, _ value: Bytes, _ place: Bytes) {
    switch key {
    case "theme": theme = value
    case "show":
      if Catalog.entry(named: value) != nil {
        loader = value
      } else {
        complaints.append("\(place): show: no loader '\(value)'")
      }
    case "scale":
      if let number = Decimal.double(value), (0.25...8).contains(number) {
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
