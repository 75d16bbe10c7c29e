import Display
import Loaders
import Raster
public import Support
import System

/// The settings of loaderd, see loaderd.conf(5).
///
/// They are read from `/usr/lib/loaderd/loaderd.conf`, `/etc/loaderd.conf`, the drop-ins of `/etc/loaderd.conf.d` in
/// the order of their names, and the arguments `loaderd.KEY=` of the kernel's command line. The last value of a key
/// counts. The language is that of the machine, unless a key names one.
public struct Configuration {
  /// Name or path of the theme; nil is the built-in look.
  package private(set) var theme: Bytes?
  /// The locale whose translation of the theme is used; empty for none.
  package private(set) var language: Bytes = ""
  /// Pixels per point; nil is what suits the output.
  package private(set) var scale: Double?
  /// Whether the display is a circle.
  package private(set) var isRound = false
  package private(set) var failurePolicy = FailurePolicy()
  /// Seconds without activity after which the screen says that the work still goes on; nil is never.
  package private(set) var stallsAfter: Double?
  /// Whether the time left is shown.
  package private(set) var showsTimeLeft = false
  /// Whether a bar shows the progress of the boot, estimated from the durations of earlier boots.
  package private(set) var estimatesBoot = false
  package private(set) var handover = HandoverSettings()
  package private(set) var access = Access()
  /// Whether the log is on the screen from the start (kernel argument `splash=verbose`).
  package private(set) var showsLog = false
  /// Whether all calls and the events of `loaderctl timeline` are logged (kernel argument `loaderd.debug`).
  package private(set) var isDebugging = false
  package var startup = StartupSettings()
  /// The names and values of what `startup` was set from, "[Section] key".
  private var fixed: [(name: Bytes, value: Bytes)] = []
  /// Log lines about settings that cannot be used, each with file and line.
  package private(set) var problems = Problems()
  /// Log lines about settings that are used, but have a new name.
  package private(set) var notes = Problems()
  /// Whether all files that exist or were named could be read.
  package private(set) var isComplete = true

  /// The keys of `[Screen]`, which is for all outputs. Each may be a kernel argument too.
  public static var screen: [Option] { ScreenKey.options }
  /// The keys of `[Output PATTERN]`, which is for the outputs whose names match the pattern.
  public static var output: [Option] { OutputKey.options }

  /// The other sections with their keys.
  public static var sections: [(name: Bytes, keys: [Option])] {
    [
      ("Progress", ProgressKey.options), ("Failure", FailureKey.options), ("Handover", HandoverKey.options),
      ("Input", InputKey.options),
      ("Access", AccessKey.options), ("Compatibility", CompatibilityKey.options),
    ]
  }

  private static var knownSections: [Bytes] { ["Screen", "Output PATTERN"] + sections.map { $0.name } }

  /// Reads the standard files, or only `file`, and the kernel's command line from the file `kernelArguments`,
  /// unless that is nil.
  package init(file: Bytes?, kernelArguments: Bytes? = "/proc/cmdline", from source: ConfigurationSource = .disk()) {
    for path: Bytes in ["/etc/default/locale", "/etc/locale.conf"] {
      // Of the other lines and of errors the locale's own programs report.
      guard let content = (try? source.read(path)) ?? nil else { continue }
      for entry in INI(Bytes(content)).entries where entry.key == "LANG" {
        language = Bytes(entry.value.utf8.filter { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "'") })
      }
    }
    var assignments: [Assignment] = []
    if let file {
      read(file, isExpected: true, source, into: &assignments)
    } else {
      for path: Bytes in ["/usr/lib/loaderd/loaderd.conf", "/etc/loaderd.conf"] {
        read(path, isExpected: false, source, into: &assignments)
      }
      for name in source.names("/etc/loaderd.conf.d").filter({ $0.hasSuffix(".conf") && !$0.hasPrefix(".") }).ordered {
        read("/etc/loaderd.conf.d/\(name)", isExpected: true, source, into: &assignments)
      }
    }
    // /proc may not be mounted yet.
    if let kernelArguments, let line = (try? source.read(kernelArguments)) ?? nil {
      read(kernelArguments: Bytes(line), into: &assignments)
    }
    // The keys of an output win over those of the screen, in whatever order the files have them.
    let ofOutputs = assignments.filter { $0.isOfOutput }
    assignments.removeAll { $0.isOfOutput }
    assignments += ofOutputs
    // An empty value takes back the values before it, as in systemd's files.
    let empty = assignments.indices.filter { assignments[$0].value.isEmpty }
    for index in assignments.indices {
      let assignment = assignments[index]
      let isTakenBack = empty.contains {
        $0 > index && assignments[$0].key == assignment.key && assignments[$0].section == assignment.section
      }
      if isTakenBack { continue }
      let fixedCount = fixed.count, problemCount = problems.lines.count
      set(assignment)
      // A value that cannot be used is no change that needs a restart.
      if problems.lines.count > problemCount { fixed.removeLast(fixed.count - fixedCount) }
    }
  }

  /// A key with its value, and where that is written.
  private struct Assignment {
    let section, key, value, location: Bytes
    var isOfOutput: Bool { section.hasPrefix("Output ") }
  }

  private mutating func read(
    _ path: Bytes, isExpected: Bool, _ source: ConfigurationSource, into assignments: inout [Assignment]
  ) {
    do throws(ParameterError) {
      guard let content = try source.read(path) else {
        if isExpected { throw ParameterError("file", "No such file or directory") }
        return
      }
      let ini = INI(Bytes(content))
      for problem in ini.problems { problems.add("\(path):\(problem.line): \(problem.reason)") }
      for section in ini.sections { check(section.name, "\(path):\(section.line)") }
      assignments += ini.entries.map {
        Assignment(section: $0.section, key: $0.key, value: $0.value, location: "\(path):\($0.line)")
      }
    } catch {
      problems.add("\(path): \(error.reason)")
      isComplete = false
    }
  }

  /// Adds a problem for a section that is unknown or has its old name.
  private mutating func check(_ section: Bytes, _ location: Bytes) {
    if section == "Doors" { return note("section 'Doors' is called 'Compatibility' now", location) }
    if section.hasPrefix("Output ") || Configuration.knownSections.contains(section) { return }
    let known = Configuration.knownSections
    let meant = section.suggestion(among: known)
    addProblem("section \(quoted: section): unknown; there are \(known.joined(by: ", "))\(meant)", location)
  }

  private mutating func set(_ assignment: Assignment) {
    let section = assignment.section, key = assignment.key, value = assignment.value, location = assignment.location
    switch section {
    case "Screen": setScreen(key, value, location)
    case "Progress":
      if key == "experience" { note("'experience' is called 'history' now", location) }
      guard let named = named(key == "experience" ? "history" : key, value, ProgressKey.self, location) else { return }
      set(named, value, location)
    case "Handover":
      if let key = named(key, value, HandoverKey.self, location) { handover.set(key, value) }
    case "Failure": if let key = named(key, value, FailureKey.self, location) { failurePolicy.set(key, value) }
    case "Access":
      guard let named = named(key, value, AccessKey.self, location) else { return }
      if !access.set(named, value) {
        addProblem("\(key): \(quoted: value) is not a list of numbers; names are not looked up", location)
      }
    case "Input":
      guard let named = named(key, value, InputKey.self, location) else { return }
      fixed.append(("[Input] \(key)", value))
      if !startup.input.set(named, value) {
        addProblem("\(key): \(quoted: value) is not \(InputSettings.values(of: named))", location)
      }
    case "Compatibility", "Doors":
      guard let named = named(key, value, CompatibilityKey.self, location) else { return }
      fixed.append(("[Compatibility] \(key)", value))
      if !startup.compatibility.set(named, value) {
        addProblem("\(key): \(quoted: value) is not \(CompatibilitySettings.values(of: named))", location)
      }
    default:
      if assignment.isOfOutput {
        fixed.append(("[\(section)] \(key)", value))
        set(key, value, of: section.dropFirst(7).trimmed, location)
      } else if section.isEmpty {
        addProblem("\(quoted: key) is before the first section", location)
      }  // `check` has reported an unknown section
    }
  }

  /// The key of a name; nil if the value is empty. Adds a problem and returns nil if the key is unknown, or if its
  /// `Option` does not allow the value.
  private mutating func named<Key: SettingKey>(
    _ name: Bytes, _ value: Bytes, _ keys: Key.Type, _ location: Bytes
  ) -> Key? {
    guard let key = Key.named(name) else {
      addUnknown(name, among: Key.options.map { $0.name }, location)
      return nil
    }
    if value.isEmpty { return nil }
    do throws(UsageError) {
      try Option(Bytes(key.line)).kind.check(value, as: name)
      return key
    } catch {
      addProblem(error.text, location)
      return nil
    }
  }

  private mutating func addUnknown(_ name: Bytes, among known: [Bytes], _ location: Bytes) {
    let meant = name.suggestion(among: known)
    addProblem("\(quoted: name): unknown; there are \(known.joined(by: ", "))\(meant)", location)
  }

  private mutating func addProblem(_ reason: Bytes, _ location: Bytes) { problems.add("\(location): \(reason)") }
  private mutating func note(_ hint: Bytes, _ location: Bytes) { notes.add("\(location): \(hint)") }

  private mutating func set(_ key: ProgressKey, _ value: Bytes, _ location: Bytes) {
    switch key {
    case .timeLeft: showsTimeLeft = value == "yes"
    case .estimate:
      fixed.append(("[Progress] estimate", value))
      estimatesBoot = value == "yes"
    case .stallAfter:
      let seconds = Seconds.parse(value).flatMap { (1...86400).contains($0) ? $0 : nil }
      if seconds == nil, value != "never" {
        return addProblem("stall-after: \(quoted: value) is not within 1 to 86400 seconds, nor never", location)
      }
      stallsAfter = seconds
    case .history:
      if value != "no", !value.hasPrefix("/") {
        return addProblem("history: \(quoted: value) is neither a folder's path nor no", location)
      }
      fixed.append(("[Progress] history", value))
      startup.history = value
    }
  }

  private mutating func read(kernelArguments line: Bytes, into assignments: inout [Assignment]) {
    let location: Bytes = "kernel command line"
    for argument in line.kernelArguments {
      if argument == "splash=verbose" || argument == "splash=silent" { showsLog = argument == "splash=verbose" }
      guard argument.hasPrefix("loaderd.") else { continue }
      let assignment = argument.dropFirst(8), (key, value) = assignment.cut(at: "=")
      if key == "debug" { isDebugging = value != "0" }
      // `enable` is for the units and the initramfs.
      if key == "enable" || key == "debug" { continue }
      // The kernel's command line wins over the keys of outputs too.
      let isOfOutput = OutputKey.named(key) != nil, isOfScreen = ScreenKey.named(key) != nil
      if isOfOutput || isOfScreen, key == assignment {
        addProblem("\(key): needs a value", location)
        continue
      }
      if isOfOutput { add("Output *") }
      if isOfScreen { add("Screen") }
      if !isOfOutput, !isOfScreen {
        let ofOutputs = OutputKey.options.map { $0.name }.filter { ScreenKey.named($0) == nil }
        addUnknown(key, among: ScreenKey.options.map { $0.name } + ofOutputs + ["enable", "debug"], location)
      }
      func add(_ section: Bytes) {
        assignments.append(Assignment(section: section, key: key, value: value, location: location))
      }
    }
  }

  private mutating func set(_ name: Bytes, _ value: Bytes, of pattern: Bytes, _ location: Bytes) {
    guard let key = named(name, value, OutputKey.self, location) else { return }
    var rule = OutputConfiguration.Rule(pattern)
    switch key {
    case .role: rule.role = Role(value)
    case .rotate: rule.rotation = Decimal.integer(value).flatMap { Rotation(degrees: $0) }
    case .scale: rule.scale = Decimal.double(value)
    case .oneBit: rule.tones = value == "yes" ? .two : .all
    case .twoBit: rule.tones = value == "yes" ? .four : .all
    case .mode:
      rule.mode = ModeRequest(value)
      if rule.mode == nil {
        return addProblem("mode: \(quoted: value) is not WIDTHxHEIGHT or WIDTHxHEIGHT@HERTZ", location)
      }
    }
    startup.outputConfiguration.rules.append(rule)
  }

  private mutating func setScreen(_ name: Bytes, _ value: Bytes, _ location: Bytes) {
    guard let key = named(name, value, ScreenKey.self, location) else { return }
    if !key.isReloadable { fixed.append(("[Screen] \(name)", value)) }
    switch key {
    case .rotate: set(name, value, of: "*", location)
    case .leastRate:
      if value == "none" {
        startup.leastRate = nil
      } else if let rate = Decimal.double(value), (1...1000).contains(rate) {
        startup.leastRate = rate
      } else {
        addProblem("least-rate: \(quoted: value) is not within 1 to 1000, nor none", location)
      }
    case .atomic: startup.outputConfiguration.isAtomic = value == "yes"
    case .wayland:
      if !value.hasPrefix("/") { return addProblem("wayland: \(quoted: value) is not a socket's whole path", location) }
      startup.outputConfiguration.compositor = value
    case .serial:
      if value != "no", !value.hasPrefix("/") {
        return addProblem("serial: \(quoted: value) is neither a terminal's path nor no", location)
      }
      startup.serial = value == "no" ? nil : value
    case .theme: theme = value
    case .lang: language = value
    case .fonts: startup.fonts = value
    case .show:
      if Catalog.entry(named: value) == nil {
        let meant = value.suggestion(among: Catalog.names)
        return addProblem("show: no loader \(quoted: value)\(meant)", location)
      }
      startup.loader = value
    case .scale: scale = Decimal.double(value)
    case .round: isRound = value == "yes"
    }
  }

  /// Degrees clockwise by which all displays turn the picture.
  package var rotation: Int {
    startup.outputConfiguration.rules.last { $0.pattern == "*" && $0.rotation != nil }?.rotation?.degrees ?? 0
  }

  /// Keeps the startup settings of `old`; returns the names of those that differ.
  package mutating func keepFixed(from old: Configuration) -> [Bytes] {
    var names: [Bytes] = []
    func add(_ name: Bytes) { if !names.contains(name) { names.append(name) } }
    func contains(_ all: [(name: Bytes, value: Bytes)], _ setting: (name: Bytes, value: Bytes)) -> Bool {
      all.contains { $0.name == setting.name && $0.value == setting.value }
    }
    for setting in fixed where !contains(old.fixed, setting) { add(setting.name) }
    for setting in old.fixed where !contains(fixed, setting) { add(setting.name) }
    fixed = old.fixed
    startup = old.startup
    return names
  }
}
