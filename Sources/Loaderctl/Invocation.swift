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

  /// What is printed instead of running a verb.
  enum Information { case help, version }
  /// The first one that an option asks for.
  private(set) var asked: Information?

  /// Whether `--json` is among the arguments, for errors that come before it is parsed. Those of the command of `run`
  /// are its own.
  static func asksForJSON(_ arguments: [Bytes]) -> Bool {
    var arguments = Arguments(arguments), verb: Bytes?
    while let argument = arguments.next() {
      switch argument {
      case .option("json", nil): return true
      case .option("socket", nil): _ = arguments.nextValue()
      case .option: break
      case .operand(let word):
        if verb == "run" { return false }
        verb = verb ?? word
      }
    }
    return false
  }

  /// Parses the arguments and runs the verb.
  func perform(_ arguments: [Bytes]) throws(CommandError) {
    var arguments = Arguments(arguments)
    while let argument = arguments.next() {
      switch argument {
      case .option(let name, let attached):
        if try !parseCommonOption(name, attached, &arguments) {
          let given = Option.dashed(name)
          throw .usage("\(given): unknown option; see loaderctl --help\(given.suggestion(among: Verb.common.dashed))")
        }
      case .operand(let name):
        guard let verb = Verb.named(name) else { throw Verb.unknown(name) }
        let parsed = try ParsedArguments(&arguments, of: verb, self)
        return if asked == nil { try verb.run(self, parsed) } else { try inform([name] + parsed.operands) }
      }
    }
    if asked == nil { throw .usage("which verb? loaderctl --help lists them") }
    try inform([])
  }

  /// Prints what was asked for instead of running the verb; `operands` are the verb and those after it.
  private func inform(_ operands: [Bytes]) throws(CommandError) {
    if asked == .version { write("loaderctl \(version)\n") } else { try help(operands) }
  }

  /// Applies an option that all verbs have; returns false for others.
  func parseCommonOption(_ name: Bytes, _ attached: Bytes?, _ arguments: inout Arguments) throws(CommandError) -> Bool {
    guard let option = Verb.common[name == "h" ? "help" : name] else { return false }
    let value = try checked { () throws(UsageError) in try option.value(attached, &arguments) }
    switch name {
    case "socket":
      if value.isEmpty { throw .usage("--socket: a path is needed") }
      socket = value
    case "json": isJSON = true
    case "help", "h": asked = asked ?? .help
    case "version": asked = asked ?? .version
    default: allowsMissingDaemon = true
    }
    return true
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
}
