import Loaders
import ScreenAPI
import Support
import System
import Varlink

/// One run of loaderctl: the options that all verbs have, and the output.
final class Invocation {
  /// Path of loaderd's Varlink socket.
  private(set) var socket = ScreenInterface.socket
  /// Whether output is JSON (`--json`).
  var isJSON = false
  /// Whether a missing daemon is a success (`--if-running`).
  private(set) var allowsMissingDaemon = false
  /// The exit status when no error is thrown.
  var status = ExitStatus.done
  /// Whether output was written. If not, `--json` writes an empty object.
  private(set) var hasAnswered = false
  /// Why standard output could not be written; nil if it could.
  private(set) var outputError: SystemError?

  /// Parses the arguments and runs the verb.
  func perform(_ arguments: [Bytes]) throws(CommandError) {
    var arguments = Arguments(arguments)
    if arguments.contains("--help") || arguments.contains("-h") { return try help(&arguments) }
    if arguments.contains("--version") { return write("loaderctl \(version)\n") }
    while let argument = arguments.next() {
      switch argument {
      case .option(let name, let attached):
        if try !parseCommonOption(name, attached, &arguments) {
          let given = Option.dashed(name)
          throw .usage("\(given): unknown option; see loaderctl --help\(given.suggestion(among: Verb.common.dashed))")
        }
      case .operand(let name):
        for command in Subcommand.all {
          let verb = Verb(command.description)
          if verb.name == name { return try command.run(self, try ParsedArguments(&arguments, of: verb, self)) }
        }
        throw Verb.unknown(name)
      }
    }
    throw .usage("which verb? loaderctl --help lists them")
  }

  /// Applies an option that all verbs have; returns false for others.
  func parseCommonOption(_ name: Bytes, _ attached: Bytes?, _ arguments: inout Arguments) throws(CommandError) -> Bool {
    guard let option = Verb.common[name] else { return false }
    let value = try checked { () throws(UsageError) in try option.value(attached, &arguments) }
    switch name {
    case "socket":
      if value.isEmpty { throw .usage("--socket: a path is needed") }
      socket = value
    case "json": isJSON = true
    default: allowsMissingDaemon = true
    }
    return true
  }

  /// `--help`: prints the help of the first verb among the arguments, and of the loader after it.
  private func help(_ arguments: inout Arguments) throws(CommandError) {
    var operands: [Bytes] = []
    while let argument = arguments.next() {
      switch argument {
      case .option("socket", nil): _ = arguments.next()
      case .option: break
      case .operand(let name): operands.append(name)
      }
    }
    try help(operands)
  }

  /// Prints the help of all verbs, one verb, or a verb with one loader's parameters.
  func help(_ operands: [Bytes]) throws(CommandError) {
    guard let name = operands.first else { return write(Verb.overview) }
    guard let verb = Verb.named(name) else { throw Verb.unknown(name) }
    let loader = operands.count > 1 && verb.takesParameters ? Catalog.entry(named: operands[1]) : nil
    write(verb.help(loader))
  }

  /// Writes lines to standard error.
  func printErrors(_ lines: [Bytes]) { for line in lines { StandardStreams.error("loaderctl: " + line) } }

  /// Writes to standard output: the object with --json, else the text.
  func answer(_ object: JSON, _ text: Bytes = "") { write(isJSON ? object.text + "\n" : text) }

  /// Writes text to standard output. An empty text only prevents the empty object of --json, as `run` needs, whose
  /// standard output belongs to its command.
  func write(_ text: Bytes) {
    hasAnswered = true
    do throws(SystemError) {
      try FileDescriptor.standardOutput.write(text.utf8, waiting: true)
    } catch {
      outputError = outputError ?? error
    }
  }
}

extension Verb {
  /// The error for a verb that does not exist.
  static func unknown(_ name: Bytes) -> CommandError {
    let known = all.map { $0.name }
    return .usage("\(quoted: name): no such verb; there are \(known.joined(by: ", "))\(name.suggestion(among: known))")
  }

  /// All verbs of loaderctl.
  public static var all: [Verb] { Subcommand.all.map { Verb($0.description) } }
}
