import Linux
import Loaders
import Notation

/// What stands behind a verb: plain words, and options with their values.
struct Words {
  private(set) var plain: [Bytes] = []
  private(set) var options: [(name: Bytes, text: Bytes)] = []
  private(set) var socket: Bytes?
  private(set) var isFineWithoutDaemon = false
  private(set) var isJSON = false
  private(set) var clears = false
  private(set) var retains = false

  init(_ arguments: inout Arguments, _ invocation: Invocation) throws(Failure) {
    while let argument = arguments.next() {
      switch argument {
      case .word(let word): plain.append(word)
      case .option("if-running", _): isFineWithoutDaemon = true
      case .option("json", _): isJSON = true
      case .option("clear", _): clears = true
      case .option("retain", _): retains = true
      case .option("fade", _): break  // what hiding does anyway
      case .option(let name, let attached):
        let value = try checked { () throws(UsageError) in try arguments.value(of: name, attached) }
        if name == "socket" { socket = value } else { options.append((name, value)) }
      }
    }
  }

  /// Takes an option's value out; nil when it was not given.
  mutating func take(_ name: Bytes) throws(Failure) -> Bytes? {
    guard let index = options.firstIndex(where: { $0.name == name }) else { return nil }
    let text = options.remove(at: index).text
    if options.contains(where: { $0.name == name }) { throw .usage("--\(name): given twice") }
    return text
  }

  /// Adds a parameter as `NAME=VALUE` has it.
  mutating func set(_ assignment: Bytes) throws(Failure) {
    guard let equals = assignment.utf8.firstIndex(of: 0x3D) else {
      throw .usage("--set: '\(assignment)' is not NAME=VALUE")
    }
    options.append((Bytes(assignment.utf8[..<equals]), Bytes(assignment.utf8[(equals + 1)...])))
  }

  /// The loader that the first word names.
  func entry() throws(Failure) -> Catalog {
    guard let name = plain.first else { throw .usage("which loader? `loaderctl loaders` lists them") }
    if plain.count > 2 { throw .usage("'\(plain[2])': too many arguments; put the text in quotes") }
    return try Words.entry(named: name)
  }

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

extension Words {
  mutating func remove(at index: Int) { options.remove(at: index) }
}
