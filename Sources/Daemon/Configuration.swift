import System
import Loaders
public import Support
import Display
import Varlink
import Raster

/// What files and the kernel's command line say: `/usr/lib/loaderd/loaderd.conf`, `/etc/loaderd.conf`, the drop-ins of
/// `/etc/loaderd.conf.d` in the order of their names, and `loaderd.theme=`, `loaderd.show=`, `loaderd.scale=` and so on;
/// the last one wins.
///
/// `[Screen]` is for all outputs, `[Output PATTERN]` for those with such a name, `[Compatibility]` for programs that speak
/// other protocols.
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
  private(set) var outputConfiguration = OutputConfiguration()
  private(set) var failurePolicy = FailurePolicy()
  /// Seconds without a sign of life after which the screen says that it still works; nil never does.
  private(set) var stallsAfter: Double?
  /// Whether the time that is left is told, and whether a bar shows where the boot is by what the last ones took.
  private(set) var showsTimeLeft = false
  private(set) var estimates = false
  /// The folder for what was learned, or "no"; nil is the usual one.
  private(set) var history: Bytes?
  private(set) var access = Access()
  var compatibility = CompatibilitySettings()
  var input = InputSettings()
  /// Settings that only a restart changes, each as "[Section] key = value".
  private(set) var fixed: [(name: Bytes, value: Bytes)] = []
  private var problems = Problems()
  /// False when a file that is there, or was named, could not be read.
  private(set) var isComplete = true

  /// Lines for the log, each with its file.
  var complaints: [Bytes] { problems.all }

  /// The keys of `[Screen]`.
  public static var screen: [Option] { ScreenKey.options }
  /// The keys of `[Output PATTERN]`.
  public static var output: [Option] { OutputKey.options }

  /// The sections that are not for a screen.
  public static var sections: [(name: Bytes, keys: [Option])] {
    [
      ("Progress", ProgressKey.options), ("Failure", FailureKey.options), ("Input", InputKey.options),
      ("Access", AccessKey.options), ("Compatibility", CompatibilityKey.options),
    ]
  }

  /// The theme that the machine's files choose.
  public static var usualTheme: Bytes? { Configuration(file: nil).theme }

  private static var knownSections: [Bytes] { ["Screen", "Output PATTERN"] + sections.map { $0.name } }

  /// With a `file` only that one is read, and the kernel's command line in `kernelArguments`.
  init(file: Bytes?, kernelArguments: Bytes = "/proc/cmdline", from source: ConfigurationSource = .disk) {
    if let file {
      read(file, isExpected: true, source)
    } else {
      for path: Bytes in ["/usr/lib/loaderd/loaderd.conf", "/etc/loaderd.conf"] {
        read(path, isExpected: false, source)
      }
      for name in source.names("/etc/loaderd.conf.d").filter({ $0.hasSuffix(".conf") }).ordered {
        read("/etc/loaderd.conf.d/\(name)", isExpected: true, source)
      }
    }
    if let line = (try? source.read(kernelArguments)) ?? nil { read(kernelArguments: Bytes(line)) }  // no /proc yet
  }

  private mutating func read(_ path: Bytes, isExpected: Bool, _ source: ConfigurationSource) {
    do throws(ParameterError) {
      guard let content = try source.read(path) else {
        if isExpected { throw ParameterError("file", "No such file or directory") }
        return
      }
      let ini = INI(Bytes(content))
      for complaint in ini.complaints { problems.add("\(path):\(complaint.line): \(complaint.reason)") }
      for section in ini.sections { check(section.name, "\(path):\(section.line)") }
      for entry in ini.entries { set(entry, "\(path):\(entry.line)") }
    } catch {
      problems.add("\(path): \(error.reason)")
      isComplete = false
    }
  }

  /// Names a section that there is not, and one that has another name now.
  private mutating func check(_ section: Bytes, _ place: Bytes) {
    if section == "Doors" { return complain("section 'Doors' is called 'Compatibility' now", place) }
    if section.hasPrefix("Output ") || Configuration.knownSections.contains(section) { return }
    let known = Configuration.knownSections
    let meant = section.suggestion(among: known)
    complain("section '\(section)': unknown; there are \(known.joined(by: ", "))\(meant)", place)
  }

  private mutating func set(_ entry: INI.Entry, _ place: Bytes) {
    let (key, value) = (entry.key, entry.value)
    switch entry.section {
    case "Screen": setScreen(key, value, place)
    case "Progress":
      if key == "experience" { complain("'experience' is called 'history' now", place) }
      guard let named = named(key == "experience" ? "history" : key, value, ProgressKey.self, place) else { return }
      set(named, value, place)
    case "Failure": if let key = named(key, value, FailureKey.self, place) { failurePolicy.set(key, value) }
    case "Access":
      guard let key = named(key, value, AccessKey.self, place) else { return }
      if !access.set(key, value) {
        complain("\(entry.key): '\(value)' is not a list of numbers; names are not looked up", place)
      }
    case "Input":
      guard let named = named(key, value, InputKey.self, place) else { return }
      fixed.append(("[Input] \(key)", value))
      if !input.set(named, value) { complain("\(key): '\(value)' is not \(InputSettings.values(of: named))", place) }
    case "Compatibility", "Doors":
      guard let named = named(key, value, CompatibilityKey.self, place) else { return }
      fixed.append(("[Compatibility] \(key)", value))
      if !compatibility.set(named, value) {
        complain("\(key): '\(value)' is not \(CompatibilitySettings.values(of: named))", place)
      }
    default:
      if entry.section.hasPrefix("Output ") {
        fixed.append(("[\(entry.section)] \(key)", value))
        set(key, value, of: entry.section.dropFirst(7).trimmed, place)
      } else if entry.section.isEmpty {
        complain("'\(key)' stands before the first section", place)
      }  // an unknown section has been named
    }
  }

  /// The key of a name whose value can be one of it; else that is a complaint.
  private mutating func named<Key: SettingKey>(
    _ name: Bytes, _ value: Bytes, _ keys: Key.Type, _ place: Bytes
  ) -> Key? {
    guard let key = Key.named(name) else {
      let known = Key.options.map { $0.name }
      let meant = name.suggestion(among: known)
      complain("'\(name)': unknown; there are \(known.joined(by: ", "))\(meant)", place)
      return nil
    }
    do throws(UsageError) {
      try Option(Bytes(key.line)).kind.check(value, as: name)
      return key
    } catch {
      complain(error.text, place)
      return nil
    }
  }

  private mutating func complain(_ reason: Bytes, _ place: Bytes) { problems.add("\(place): \(reason)") }

  private mutating func set(_ key: ProgressKey, _ value: Bytes, _ place: Bytes) {
    switch key {
    case .timeLeft: showsTimeLeft = value == "yes"
    case .estimate: estimates = value == "yes"
    case .stallAfter:
      stallsAfter = Seconds.parse(value).flatMap { (1...86400).contains($0) ? $0 : nil }
      if stallsAfter == nil, value != "never" {
        complain("stall-after: '\(value)' is not within 1 to 86400 seconds, nor never", place)
      }
    case .history:
      fixed.append(("[Progress] history", value))
      history = value
      if value != "no", !value.hasPrefix("/") {
        complain("history: '\(value)' is neither a folder's path nor no", place)
        history = nil
      }
    }
  }

  /// Hands a screen what it is to know.
  func apply(to model: inout ScreenModel) {
    model.isRound = isRound
    (model.failurePolicy, model.stallsAfter) = (failurePolicy, stallsAfter)
    model.showsTimeLeft = showsTimeLeft
  }

  /// Whether a client may call us.
  func admits(_ peer: Peer) -> Bool { access.admits(peer) }

  private mutating func read(kernelArguments line: Bytes) {
    for word in line.split(at: UInt8(ascii: " ")) where word.hasPrefix("loaderd.") {
      let assignment = word.trimmed.dropFirst(8)
      guard let equals = assignment.utf8.firstIndex(of: UInt8(ascii: "=")) else { continue }
      let key = Bytes(assignment.utf8[..<equals])
      let value = Bytes(assignment.utf8[(equals + 1)...])
      if ScreenKey.named(key) != nil { setScreen(key, value, "kernel command line") }
    }
  }

  private mutating func set(_ name: Bytes, _ value: Bytes, of pattern: Bytes, _ place: Bytes) {
    guard let key = named(name, value, OutputKey.self, place) else { return }
    var rule = OutputConfiguration.Rule(pattern)
    switch key {
    case .role: rule.role = Role(value)
    case .rotate: rule.rotation = Decimal.integer(value).flatMap { Rotation(degrees: $0) }
    case .scale: rule.scale = Decimal.double(value)
    case .mode:
      rule.mode = ModeRequest(value)
      if rule.mode == nil { return complain("mode: '\(value)' is not WIDTHxHEIGHT or WIDTHxHEIGHT@HERTZ", place) }
    }
    outputConfiguration.rules.append(rule)
  }

  private mutating func setScreen(_ name: Bytes, _ value: Bytes, _ place: Bytes) {
    guard let key = named(name, value, ScreenKey.self, place) else { return }
    if !key.isReloadable { fixed.append(("[Screen] \(name)", value)) }
    switch key {
    case .rotate: set(name, value, of: "*", place)
    case .leastRate:
      if value == "none" {
        leastRate = nil
      } else if let rate = Decimal.double(value), (1...1000).contains(rate) {
        leastRate = rate
      } else {
        complain("least-rate: '\(value)' is not within 1 to 1000, nor none", place)
      }
    case .atomic: outputConfiguration.isAtomic = value == "yes"
    case .wayland:
      if !value.hasPrefix("/") { return complain("wayland: '\(value)' is not a socket's whole path", place) }
      outputConfiguration.compositor = value
    case .theme: theme = value
    case .show:
      if Catalog.entry(named: value) == nil {
        let meant = value.suggestion(among: Catalog.names)
        return complain("show: no loader '\(value)'\(meant)", place)
      }
      loader = value
    case .scale: scale = Decimal.double(value)
    case .round: isRound = value == "yes"
    }
  }

  /// Takes what only a restart changes from the configuration that is in force; returns the names of what differs.
  mutating func keepFixed(from old: Configuration) -> [Bytes] {
    var names: [Bytes] = []
    func add(_ name: Bytes) { if !names.contains(name) { names.append(name) } }
    func contains(_ all: [(name: Bytes, value: Bytes)], _ one: (name: Bytes, value: Bytes)) -> Bool {
      all.contains { $0.name == one.name && $0.value == one.value }
    }
    for setting in fixed where !contains(old.fixed, setting) { add(setting.name) }
    for setting in old.fixed where !contains(fixed, setting) { add(setting.name) }
    fixed = old.fixed
    (outputConfiguration, compatibility, input) = (old.outputConfiguration, old.compatibility, old.input)
    (leastRate, history) = (old.leastRate, old.history)
    return names
  }
}
