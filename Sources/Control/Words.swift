import Linux
import Loaders
import Notation

/// What stands behind a verb: plain words, and options with their values.
struct Words {
  private(set) var plain: [Bytes] = []
  /// A flag's text is empty. What the verb does not have is a loader's parameter.
  private(set) var options: [(name: Bytes, text: Bytes)] = []

  /// Throws for what the verb does not take; what every verb takes goes to the invocation.
  init(_ arguments: inout Arguments, of verb: Verb, _ invocation: inout Invocation) throws(Failure) {
    while let argument = arguments.next() {
      switch argument {
      case .word(let word): plain.append(word)
      case .option(let name, let attached):
        if try invocation.take(name, attached, &arguments) { continue }
        let option = verb.options[name]
        if option == nil, !verb.takesParameters { throw verb.unknown(name) }
        let value = try checked { () throws(UsageError) in
          if let option { return try option.value(attached, &arguments) }
          return try arguments.value(of: name, attached)
        }
        if let option, !option.repeats, has(name) { throw .usage("\(option.dashed): given twice") }
        options.append((name, value))
      }
    }
    try verb.check(plain)
  }

  func has(_ name: Bytes) -> Bool { options.contains { $0.name == name } }

  /// An option's value; nil when it was not given.
  subscript(name: Bytes) -> Bytes? { options.first { $0.name == name }?.text }

  /// Takes an option's value out; nil when it was not given.
  mutating func take(_ name: Bytes) -> Bytes? {
    guard let index = options.firstIndex(where: { $0.name == name }) else { return nil }
    return options.remove(at: index).text
  }

  /// Adds a parameter as `NAME=VALUE` has it.
  mutating func set(_ assignment: Bytes) throws(Failure) {
    guard let equals = assignment.utf8.firstIndex(of: 0x3D) else {
      throw .usage("--set: '\(assignment)' is not NAME=VALUE")
    }
    options.append((Bytes(assignment.utf8[..<equals]), Bytes(assignment.utf8[(equals + 1)...])))
  }

  /// The loader that the first word names.
  func entry() throws(Failure) -> Catalog { try Words.entry(named: plain[0]) }

  static func entry(named name: Bytes) throws(Failure) -> Catalog {
    guard let entry = Catalog.entry(named: name) else {
      throw .usage("no loader '\(name)'; there are \(Catalog.all.map { Bytes($0.name) }.joined(by: ", "))")
    }
    return entry
  }

  func loader(_ entry: Catalog, _ given: [(name: Bytes, text: Bytes)]) throws(Failure) -> AnyLoader {
    do throws(ParameterError) {
      return try entry.loader(plain.count > 1 ? plain[1] : "", given, Words.files)
    } catch {
      throw .usage("\(error.name): \(error.reason)")
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
  func absolute(_ entry: Catalog) throws(Failure) -> [(name: Bytes, text: Bytes)] {
    options.map { option in
      switch entry.parameters.first(where: { Bytes($0.name) == option.name })?.kind {
      case .font?, .pictures?:
        let paths = option.text.split(at: 0x2C).map { $0.hasPrefix("/") ? $0 : "\(WorkingDirectory.path)/\($0)" }
        return (option.name, paths.joined(by: ","))
      default: return option
      }
    }
  }
}

extension Verb {
  fileprivate func unknown(_ name: Bytes) -> Failure {
    let known = options.map { $0.dashed }
    let there: Bytes = known.isEmpty ? "takes none of its own" : "takes \(known.joined(by: ", "))"
    return .usage("\(Option.dashed(name)): unknown option; \(self.name) \(there)")
  }

  /// Throws when there are too few words, too many, or some that cannot be.
  fileprivate func check(_ plain: [Bytes]) throws(Failure) {
    let whole = usage.joined(by: " ")
    for (index, word) in words.enumerated() {
      guard index < plain.count else {
        if word.count == .oneAtMost { return }
        if word.isLoader { throw .usage("which loader? `loaderctl loaders` lists them") }
        throw .usage("an argument is missing: \(whole)")
      }
      if word.count == .several { return }
      do throws(UsageError) { try word.kind.check(plain[index], as: name) } catch { throw .usage(error.text) }
    }
    if plain.count <= words.count { return }
    let hint: Bytes = words.last?.name == "TEXT" ? "; put the text in quotes" : ""
    throw .usage("'\(plain[words.count])': too many arguments\(hint): \(whole)")
  }
}
