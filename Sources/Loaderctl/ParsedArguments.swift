import Images
import Loaders
import Raster
import ScreenAPI
import Settings
import Support
import System
import Varlink

/// The arguments after a verb: operands, and options with their values.
struct ParsedArguments {
  private(set) var operands: [Bytes] = []
  /// The value of a flag is empty. An option that the verb does not have is a loader's parameter.
  private(set) var options: [(name: Bytes, text: Bytes)] = []

  /// Parses the arguments of `verb`; options that all verbs have are applied to the invocation. Throws for unknown
  /// options, options that exclude each other, invalid values, and too few or too many operands.
  init(_ arguments: inout Arguments, of verb: Verb, _ invocation: Invocation) throws(CommandError) {
    var alternative: Bytes?
    while let argument = arguments.next() {
      switch argument {
      case .operand(let operand):
        operands.append(operand)
        // The options after a command are those of the command.
        if verb.operands.first?.count == .several { while let word = arguments.nextValue() { operands.append(word) } }
      case .option(let name, let attached):
        if try invocation.parseCommonOption(name, attached, &arguments) { continue }
        let option = verb.options[name]
        if option == nil, !verb.takesParameters { throw verb.unknownOption(Option.dashed(name)) }
        let value = try checked { () throws(UsageError) in
          if let option { return try option.value(attached, &arguments) }
          return try arguments.value(of: name, attached)
        }
        if let option, !option.repeats, options.contains(where: { $0.name == name }) {
          throw .usage("\(option.dashed): given twice")
        }
        if verb.alternatives.contains(name) {
          if let alternative { throw .usage("\(alternative) and \(Option.dashed(name)): give one of them") }
          alternative = Option.dashed(name)
        }
        options.append((name, value))
      }
    }
    if invocation.asked != nil { return }
    if verb.operands.first?.isLoader == true, let entry = operands.first.flatMap({ Catalog.entry(named: $0) }) {
      // First: a mistyped option takes the next operand as its value, and that operand is then missing.
      try checkNames(of: verb, entry)
    }
    try verb.check(operands)
    for option in verb.options where option.isRequired && !options.contains(where: { $0.name == option.name }) {
      throw .usage("\(option.dashed): say which file to write; - is standard output")
    }
  }

  /// Throws for an option that neither the verb nor the loader has.
  private func checkNames(of verb: Verb, _ entry: CatalogEntry) throws(CommandError) {
    if !verb.takesParameters { return }
    let parameters = entry.parameters.map { Option.dashed(Bytes($0.name)) }, known = parameters + verb.options.dashed
    for option in options {
      let given = Option.dashed(option.name)
      if known.contains(given) { continue }
      throw .usage(
        "\(given): unknown option; \(entry.name) takes \(parameters.joined(by: ", "))\(given.suggestion(among: known))")
    }
  }

  /// Whether an option was given.
  func has(_ name: StaticString) -> Bool { options.contains { name ~= $0.name } }

  /// The value of an option; nil when it was not given.
  subscript(name: StaticString) -> Bytes? { options.first { name ~= $0.name }?.text }

  /// The value of an option in seconds, checked before; nil when it was not given.
  func seconds(_ name: StaticString) -> Double? { self[name].flatMap { Seconds.parse($0) } }

  /// Removes an option and returns its value; nil when it was not given.
  mutating func removeValue(_ name: StaticString) -> Bytes? {
    guard let index = options.firstIndex(where: { name ~= $0.name }) else { return nil }
    return options.remove(at: index).text
  }

  /// The text of a loader: the operand after its name, or option `--text`, which is removed.
  mutating func removeText() throws(CommandError) -> Bytes? {
    let option = removeValue("text"), operand = operands.count > 1 ? operands[1] : nil
    if option != nil && operand != nil { throw .usage("--text: \(quoted: operand ?? "") is the text already") }
    return option ?? operand
  }

  /// Adds a loader's parameter from `--set NAME=VALUE`.
  mutating func set(_ assignment: Bytes) throws(CommandError) {
    guard let equals = assignment.utf8.firstIndex(of: UInt8(ascii: "=")) else {
      throw .usage("--set: \(quoted: assignment) is not NAME=VALUE")
    }
    options.append((Bytes(assignment.utf8[..<equals]), Bytes(assignment.utf8[(equals + 1)...])))
  }

  /// Removes `--max` and returns the value of plain numbers that is full; nil when it was not given.
  mutating func removeMaximum() throws(CommandError) -> Double? {
    guard let text = removeValue("max") else { return nil }
    guard let maximum = Decimal.double(text), maximum > 0 else {
      throw .usage("--max: \(quoted: text) is not a number above 0")
    }
    return maximum
  }

  /// The loader that the first operand names.
  func entry() throws(CommandError) -> CatalogEntry { try ParsedArguments.entry(named: operands[0]) }

  /// The loader of this name; throws a usage error with the known names.
  static func entry(named name: Bytes) throws(CommandError) -> CatalogEntry {
    guard let entry = Catalog.entry(named: name) else {
      throw .usage(Reply.unknownLoaderSentence(name, known: Catalog.names))
    }
    return entry
  }

  /// Creates a loader, whose files are read with the rights of this process; throws a usage error for invalid
  /// parameters. Its pictures have at most `pixels`.
  static func loader(
    _ entry: CatalogEntry, _ text: Bytes?, _ given: [(name: Bytes, text: Bytes)], pixels: Int
  ) throws(CommandError) -> AnyLoader {
    let files = Files(Files.load, pixels: pixels)
    do { return try entry.loader(text ?? "", given, files) } catch { throw .usage("\(error.name): \(error.reason)") }
  }

  /// The members of `Show` for a loader with a text, another member and the options. Throws a usage error for invalid
  /// parameters, also without a daemon; prints which files cannot be used.
  func showMembers(_ entry: CatalogEntry, _ text: Bytes?, _ other: JSON.Member?) throws(CommandError) -> [JSON.Member] {
    let parameters = withAbsolutePaths(for: entry)
    let loader = try ParsedArguments.loader(entry, text, parameters, pixels: Picture.clientPixelLimit)
    for problem in loader.problems {
      StandardStreams.error("loaderctl: \(problem.name): \(problem.reason); the standard one is shown")
    }
    var members = [JSON.Member("loader", .string(Bytes(entry.name)))]
    if let text { members.append(JSON.Member("text", .string(text))) }
    if let other { members.append(other) }
    return members + parameters.map { JSON.Member($0.name, .string($0.text)) }
  }

  /// The options, with absolute paths for files: loaderd has another working directory.
  private func withAbsolutePaths(for entry: CatalogEntry) -> [(name: Bytes, text: Bytes)] {
    options.map { option in
      switch entry.parameters.first(where: { Bytes($0.name) == option.name })?.kind {
      case .font?, .pictures?, .sequence?:
        let paths = option.text.split(at: UInt8(ascii: ",")).map { (path) -> Bytes in
          path.trimmed.hasPrefix("/") ? path.trimmed : "\(WorkingDirectory.path)/\(path.trimmed)"
        }
        return (option.name, paths.joined(by: ","))
      default: return option
      }
    }
  }
}

extension Verb {
  /// The error for an option that this verb does not have.
  fileprivate func unknownOption(_ given: Bytes) -> CommandError {
    let known = options.dashed
    let valid: Bytes = known.isEmpty ? "takes none of its own" : "takes \(known.joined(by: ", "))"
    let suggestion = given.suggestion(among: known + Verb.common.dashed)
    return .usage("\(given): unknown option; \(self.name) \(valid)\(suggestion)")
  }

  /// Throws when there are too few or too many operands, or one is invalid.
  fileprivate func check(_ given: [Bytes]) throws(CommandError) {
    let wholeUsage = usage.joined(by: " ")
    for (index, operand) in operands.enumerated() {
      guard index < given.count else {
        if operand.count == .oneAtMost { break }
        if operand.isLoader { throw .usage("which loader? `loaderctl loaders` lists them") }
        throw .usage("an argument is missing: \(wholeUsage)")
      }
      if operand.count == .several { return }
      do throws(UsageError) { try operand.kind.check(given[index], as: name) } catch { throw .usage(error.text) }
    }
    if given.count <= operands.count { return }
    let hint: Bytes = operands.last?.name == "TEXT" ? "; put the text in quotes" : ""
    throw .usage("\(quoted: given[operands.count]): too many arguments\(hint): \(wholeUsage)")
  }
}
