import System
import Loaders
import ScreenAPI
import Support
import Varlink

/// The arguments behind a verb: words, and options with their values.
struct ParsedArguments {
  private(set) var words: [Bytes] = []
  /// The text of a flag is empty. An option that the verb does not have is a loader's parameter.
  private(set) var options: [(name: Bytes, text: Bytes)] = []

  /// Throws for what the verb does not take; what every verb takes goes to the invocation.
  init(_ arguments: inout Arguments, of verb: Verb, _ invocation: Invocation) throws(Failure) {
    while let argument = arguments.next() {
      switch argument {
      case .word(let word): words.append(word)
      case .option(let name, let attached):
        if try invocation.takeCommon(name, attached, &arguments) { continue }
        let option = verb.options[name]
        if option == nil, !verb.takesParameters { throw verb.unknownOption(name) }
        let value = try checked { () throws(UsageError) in
          if let option { return try option.value(attached, &arguments) }
          return try arguments.value(of: name, attached)
        }
        if let option, !option.repeats, has(name) { throw .usage("\(option.dashed): given twice") }
        options.append((name, value))
      }
    }
    if verb.words.first?.isLoader == true, let entry = words.first.flatMap({ Catalog.entry(named: $0) }) {
      // Named first: a mistyped option may be why a word is missing.
      try checkNames(of: verb, entry)
    }
    try verb.check(words)
    for option in verb.options where option.isRequired && !has(option.name) {
      throw .usage("\(option.dashed): say which file to write; - is standard output")
    }
  }

  /// Throws for an option that is neither the verb's nor the loader's.
  private func checkNames(of verb: Verb, _ entry: Catalog) throws(Failure) {
    if !verb.takesParameters { return }
    let parameters = entry.parameters.map { Bytes($0.name) }
    for option in options where verb.options[option.name] == nil && !parameters.contains(option.name) {
      let suggestion = option.name.suggestion(among: parameters + verb.options.map { $0.name })
      throw .usage("\(option.name): unknown; there are \(parameters.joined(by: ", "))\(suggestion)")
    }
  }

  func has(_ name: Bytes) -> Bool { options.contains { $0.name == name } }

  /// An option's value; nil when it was not given.
  subscript(name: Bytes) -> Bytes? { options.first { $0.name == name }?.text }

  /// A time that was checked.
  func seconds(_ name: Bytes) -> Double? { self[name].flatMap { Seconds.parse($0) } }

  /// Takes an option's value out; nil when it was not given.
  mutating func take(_ name: Bytes) -> Bytes? {
    guard let index = options.firstIndex(where: { $0.name == name }) else { return nil }
    return options.remove(at: index).text
  }

  /// Takes out the text of a loader: the word behind its name, or the option.
  mutating func takeText() throws(Failure) -> Bytes? {
    let option = take("text"), word = words.count > 1 ? words[1] : nil
    if option != nil && word != nil { throw .usage("--text: '\(word ?? "")' is the text already") }
    return option ?? word
  }

  /// Adds a parameter as `NAME=VALUE` has it.
  mutating func set(_ assignment: Bytes) throws(Failure) {
    guard let equals = assignment.utf8.firstIndex(of: UInt8(ascii: "=")) else {
      throw .usage("--set: '\(assignment)' is not NAME=VALUE")
    }
    options.append((Bytes(assignment.utf8[..<equals]), Bytes(assignment.utf8[(equals + 1)...])))
  }

  /// What plain numbers of progress count up to; nil where it was not said.
  mutating func takeMaximum() throws(Failure) -> Double? {
    guard let text = take("max") else { return nil }
    guard let maximum = Decimal.double(text), maximum > 0 else {
      throw .usage("--max: '\(text)' is not a number above 0")
    }
    return maximum
  }

  /// The loader that the first word names.
  func entry() throws(Failure) -> Catalog { try ParsedArguments.entry(named: words[0]) }

  static func entry(named name: Bytes) throws(Failure) -> Catalog {
    guard let entry = Catalog.entry(named: name) else {
      throw .usage(Reply.unknownLoaderSentence(name, known: Catalog.names))
    }
    return entry
  }

  static func loader(
    _ entry: Catalog, _ text: Bytes?, _ given: [(name: Bytes, text: Bytes)]
  ) throws(Failure) -> AnyLoader {
    try checkedParameter { () throws(ParameterError) in
      try entry.loader(text ?? "", given, ParsedArguments.files)
    }
  }

  /// Files as this process sees them.
  static var files: Files { Files(read) }

  static func read(_ path: Bytes) throws(ParameterError) -> [UInt8] {
    do throws(SystemError) {
      return try File.read(path, limit: Files.limit)
    } catch {
      throw ParameterError("file", "\(path): \(error.reason)")
    }
  }

  /// The options, with files named so that another process finds them.
  func absolute(_ entry: Catalog) -> [(name: Bytes, text: Bytes)] {
    options.map { option in
      switch entry.parameters.first(where: { Bytes($0.name) == option.name })?.kind {
      case .font?, .pictures?:
        let paths = option.text.split(at: UInt8(ascii: ",")).map {
          $0.hasPrefix("/") ? $0 : "\(WorkingDirectory.path)/\($0)"
        }
        return (option.name, paths.joined(by: ","))
      default: return option
      }
    }
  }
}

extension Verb {
  fileprivate func unknownOption(_ name: Bytes) -> Failure {
    let known = options.map { $0.dashed }, given = Option.dashed(name)
    let taken: Bytes = known.isEmpty ? "takes none of its own" : "takes \(known.joined(by: ", "))"
    let suggestion = given.suggestion(among: known + Verb.common.map { $0.dashed })
    return .usage("\(given): unknown option; \(self.name) \(taken)\(suggestion)")
  }

  /// Throws when there are too few words, too many, or some that cannot be.
  fileprivate func check(_ given: [Bytes]) throws(Failure) {
    let whole = usage.joined(by: " ")
    for (index, word) in words.enumerated() {
      guard index < given.count else {
        if word.count == .oneAtMost { break }
        if word.isLoader { throw .usage("which loader? `loaderctl loaders` lists them") }
        throw .usage("an argument is missing: \(whole)")
      }
      if word.count == .several { return }
      do throws(UsageError) { try word.kind.check(given[index], as: name) } catch { throw .usage(error.text) }
    }
    if given.count <= words.count { return }
    let hint: Bytes = words.last?.name == "TEXT" ? "; put the text in quotes" : ""
    throw .usage("'\(given[words.count])': too many arguments\(hint): \(whole)")
  }
}
