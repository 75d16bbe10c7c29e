public import Support

/// A verb of loaderctl: its description and its action. Each is in a file of Commands/. Argument checks, help, shell
/// completions and the manual page are made from the description. A class, because code that copies it would be large.
public final class Verb {
  typealias Action = (Invocation, ParsedArguments) throws(CommandError) -> Void

  /// A positional argument.
  public struct Operand {
    /// How often it is given: once, at most once, or once and more up to the end.
    public enum Count { case one, oneAtMost, several }

    /// The placeholder, such as `TEXT`.
    public let name: Bytes
    /// The values it accepts.
    public let kind: Option.Kind
    /// How often it is given.
    public let count: Count
  }

  /// The verb itself, such as `show`.
  public let name: Bytes
  /// The positional arguments, in order.
  public private(set) var operands: [Operand] = []
  /// The options of this verb, without ``common``.
  public private(set) var options: [Option] = []
  /// The names of the options of which only one may be given.
  public private(set) var alternatives: [Bytes] = []
  /// Whether it accepts the parameters of a loader as options.
  public private(set) var takesParameters = false
  /// What it does, in one line without a full stop.
  public private(set) var summary: Bytes = ""
  /// Paragraph with details; empty when there are none.
  public private(set) var details: Bytes = ""
  /// Example command lines, without `loaderctl`.
  public private(set) var examples: [Bytes] = []
  /// Runs it with its parsed arguments.
  let run: Action
  private let description: Bytes

  /// A verb with its action. The description has the usage in the first line, the summary in the second, then in any
  /// order options as `Option.init(_:)` reads them, one line with those that exclude each other (`| retain handover`),
  /// examples that start with `$`, and one line of details.
  init(_ description: StaticString, _ run: @escaping Action) {
    self.run = run
    self.description = Bytes(description)
    name = Bytes(self.description.utf8.prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\n") })
  }

  /// This verb with what its description says after the name. To read those of all verbs takes longer than most calls.
  private func read() -> Verb {
    let lines = description.split(at: UInt8(ascii: "\n"))
    var usage = lines[0].split(at: UInt8(ascii: " "))
    usage.removeFirst()
    summary = lines[1]
    for line in lines.dropFirst(2) {
      if line.hasPrefix("-") {
        options.append(Option(line))
      } else if line.hasPrefix("| ") {
        alternatives = line.dropFirst(2).split(at: UInt8(ascii: " "))
      } else if line.hasPrefix("$ ") {
        examples.append(line.dropFirst(2))
      } else {
        details = line
      }
    }
    while !usage.isEmpty {
      let part = usage.removeFirst()
      switch part {
      case "[--PARAM":
        takesParameters = true
        usage.removeFirst(2)
      case "--":
        operands.append(Operand(name: usage[0], kind: .command, count: .several))
        usage = []
      default:
        let isOptional = part.hasPrefix("[")
        let name = isOptional ? Bytes(part.utf8.dropFirst().dropLast()) : part
        operands.append(
          Operand(name: name, kind: Option.Kind(name, placeholder: name), count: isOptional ? .oneAtMost : .one))
      }
    }
    return self
  }

  /// The options that all verbs have. They may stand before or after the verb.
  public static var common: [Option] {
    Option.all(
      """
      --socket PATH =/run/loaderd/io.loaderd.Screen  the socket of loaderd
      --json  print a JSON object, also for errors; run leaves standard output to its command
      --if-running  exit with status 0 when no daemon runs
      --help  print this help; after a verb, or a verb and a loader, the help of that
      --version  print the version
      """)
  }

  /// All verbs, in the order of `loaderctl --help`.
  public static var all: [Verb] { unread.map { $0.read() } }

  /// The verb of this name; nil when there is none.
  public static func named(_ name: Bytes) -> Verb? { unread.first { $0.name == name }?.read() }

  /// The verbs of whose descriptions only the name is read.
  private static var unread: [Verb] {
    [
      .show, .status, .message, .progress, .mode, .failure, .run, .follow, .hide, .quit, .yield, .resume, .reload,
      .state, .monitor, .loaders, .outputs, .key, .screenshot, .render, .bake, .check, .preview, .import, .files,
      .doctor, .timeline, .help,
    ]
  }

  /// The verb and its arguments, such as `hide`, `[--fade]`: one element for each argument.
  public var usage: [Bytes] {
    var pieces = [name]
    for operand in operands where operand.count != .several { pieces.append(operand.usage) }
    if takesParameters { pieces.append("[--PARAM VALUE …]") }
    for option in options {
      var usage = option.usage
      if alternatives.contains(option.name) {
        if alternatives[0] != option.name { continue }
        for name in alternatives.dropFirst() { usage += " | " + (options[name]?.usage ?? "") }
      }
      if !option.isRequired { usage = "[\(usage)]" }
      pieces.append(option.repeats ? usage + " …" : usage)
    }
    for operand in operands where operand.count == .several { pieces.append(operand.usage) }
    return pieces
  }
}

extension Verb.Operand {
  /// Whether it is the name of a loader.
  var isLoader: Bool { if case .loader = kind { true } else { false } }

  /// The placeholder, in brackets when it is optional.
  public var usage: Bytes {
    switch count {
    case .one: name
    case .oneAtMost: "[\(name)]"
    case .several: "-- \(name) …"
    }
  }
}
