import System
import Loaders
import Support
import Varlink

/// One run of loaderctl: the options that every command takes, and what the commands share.
final class Invocation {
  static var usualSocket: Bytes { "/run/loaderd/io.loaderd.Screen" }

  private(set) var socket = Invocation.usualSocket
  /// Whether the answer is an object for programs.
  var isJSON = false
  private(set) var isFineWithoutDaemon = false
  /// The theme that is configured.
  let theme: () -> Bytes?
  /// The exit status when nothing failed.
  var status = Control.Status.done
  /// Whether something was said, so that no empty object follows.
  private(set) var hasAnswered = false

  init(theme: @escaping () -> Bytes?) { self.theme = theme }

  func perform(_ words: [Bytes]) throws(Failure) {
    var arguments = Arguments(words)
    if arguments.contains("--help") || arguments.contains("-h") { return try help(&arguments) }
    if arguments.contains("--version") { return write("loaderctl \(version)\n") }
    while let argument = arguments.next() {
      switch argument {
      case .option(let name, let attached):
        if try !takeCommon(name, attached, &arguments) {
          let given = Option.dashed(name), known = Verb.common.map { $0.dashed }
          throw .usage("\(given): unknown option; see loaderctl --help\(given.suggestion(among: known))")
        }
      case .word(let name):
        for command in Subcommand.all {
          let verb = Verb(command.description)
          if verb.name == name { return try command.run(self, try ParsedArguments(&arguments, of: verb, self)) }
        }
        throw Verb.unknown(name)
      }
    }
    throw .usage("which verb? loaderctl --help lists them")
  }

  /// Takes an option that every command has; false for others.
  func takeCommon(_ name: Bytes, _ attached: Bytes?, _ arguments: inout Arguments) throws(Failure) -> Bool {
    guard let option = Verb.common[name] else { return false }
    let value = try checked { () throws(UsageError) in try option.value(attached, &arguments) }
    switch name {
    case "socket":
      if value.isEmpty { throw .usage("--socket: a path is needed") }
      socket = value
    case "json": isJSON = true
    default: isFineWithoutDaemon = true
    }
    return true
  }

  /// About the first verb among the arguments, and the loader behind it.
  private func help(_ arguments: inout Arguments) throws(Failure) {
    var words: [Bytes] = []
    while let argument = arguments.next() {
      switch argument {
      case .option("socket", nil): _ = arguments.next()
      case .option: break
      case .word(let name): words.append(name)
      }
    }
    try help(words)
  }

  /// About all verbs, one, or one with a loader.
  func help(_ words: [Bytes]) throws(Failure) {
    guard let name = words.first else { return write(Verb.overview) }
    guard let verb = Verb.named(name) else { throw Verb.unknown(name) }
    let loader = words.count > 1 && verb.takesParameters ? Catalog.entry(named: words[1]) : nil
    write(verb.help(loader))
  }

  /// Writes to standard output: an object where one was asked for, else its text.
  func answer(_ object: JSON, _ text: Bytes = "") { write(isJSON ? object.text + "\n" : text) }

  /// Writes to standard output as it is. A command whose standard output is another's, such as `run`, writes nothing.
  func write(_ text: Bytes) {
    hasAnswered = true
    if !text.isEmpty { StandardStreams.output(text) }
  }
}

extension Verb {
  static func unknown(_ name: Bytes) -> Failure {
    let known = all.map { $0.name }
    return .usage("'\(name)': no such verb; there are \(known.joined(by: ", "))\(name.suggestion(among: known))")
  }

  /// Every verb there is.
  public static var all: [Verb] { Subcommand.all.map { Verb($0.description) } }
}
