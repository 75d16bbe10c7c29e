import Linux
import Loaders
import Notation
import Protocol

/// One call of loaderctl: what was said before the verb, and the verb.
struct Invocation {
  var socket: Bytes = "/run/loaderd/io.loaderd.Screen"
  var isJSON = false
  var isFineWithoutDaemon = false

  static var usage: Bytes {
    """
    loaderctl [--socket PATH] [--json] [--if-running] VERB …

      show LOADER [TEXT] [--PARAM VALUE …] [--transition fade|none]
                                             put a loader on the screen
      hide [--fade | --transition none]      take it away
      status TEXT                            the line under the loader; empty clears it
      message TEXT [--for SECONDS] | --clear a message line with its own lifetime
      progress VALUE [--label TEXT]          42, 42%, 0.42, none, or - for lines on standard input
      yield | resume                         give the display to another program, picture kept | take it back
      state                                  what is shown, by which output, with frame figures
      outputs                                the displays, their modes, formats, scale and rotation
      loaders [NAME]                         what can be shown, and its parameters
      render LOADER [TEXT] [--PARAM VALUE …] [--size WxH | --screen WxH] [--background COLOUR|transparent]
             [--format FORMAT] [--rotate 0|90|180|270]
             (--at SECONDS | --duration SECONDS [--fps N]) [--set PARAM=VALUE] -o FILE
                                             draw without a daemon: .png is one frame, .apng an animation;
                                             FORMAT is what a display would get: xrgb8888, xbgr8888,
                                             argb8888, abgr8888, rgb565, bgr565, rgb888, bgr888,
                                             xrgb2101010, r8, r1 or d1
      check THEME                            read a theme's folder and name what cannot be used
      quit [--retain]                        end the daemon; --retain leaves the last picture

    Exit status: 0 done, 1 refused, 2 wrong usage, 3 no daemon (0 with --if-running).

    """
  }

  mutating func perform(_ words: [Bytes]) throws(Failure) {
    var arguments = Arguments(words)
    if arguments.contains("--help") || arguments.contains("-h") { return Standard.output(Invocation.usage) }
    if arguments.contains("--version") { return Standard.output("loaderctl \(version)\n") }
    while let argument = arguments.next() {
      switch argument {
      case .option("json", _): isJSON = true
      case .option("if-running", _): isFineWithoutDaemon = true
      case .option("socket", let value):
        socket = try checked { () throws(UsageError) in try arguments.value(of: "socket", value) }
      case .option(let name, _): throw .usage("--\(name): unknown option; see loaderctl --help")
      case .word(let verb): return try perform(verb, &arguments)
      }
    }
    throw .usage("say what to do: loaderctl --help lists the verbs")
  }

  private mutating func perform(_ verb: Bytes, _ arguments: inout Arguments) throws(Failure) {
    switch verb {
    case "show": try show(try Words(&arguments, self))
    case "render": try Rendering(try Words(&arguments, self)).write()
    case "hide": try hide(words(&arguments, atMost: 0, options: ["transition"]))
    case "message": try message(words(&arguments, atMost: 1, options: ["for"]))
    case "quit":
      let words = try words(&arguments, atMost: 0)
      try call("Quit", words, words.retains ? [JSON.Member("retain", .bool(true))] : [])
    case "yield": try call("Yield", words(&arguments, atMost: 0))
    case "resume": try call("Resume", words(&arguments, atMost: 0))
    case "outputs": try outputs(words(&arguments, atMost: 0))
    case "status":
      let words = try words(&arguments, atLeast: 1, atMost: 1)
      try call("SetStatus", words, [JSON.Member("text", try line(words.plain[0]))])
    case "progress": try progress(words(&arguments, atLeast: 1, atMost: 1, options: ["label"]))
    case "state": try state(words(&arguments, atMost: 0))
    case "check": try ThemeCheck(words(&arguments, atLeast: 1, atMost: 1).plain[0]).report()
    case "loaders": try loaders(words(&arguments, atMost: 1))
    default: throw .usage("'\(verb)': no such verb; see loaderctl --help")
    }
  }

  /// The verb's arguments, and nothing that it does not know.
  private mutating func words(
    _ arguments: inout Arguments, atLeast least: Int = 0, atMost most: Int, options: [Bytes] = []
  ) throws(Failure) -> Words {
    let words = try Words(&arguments, self)
    for option in words.options where !options.contains(option.name) {
      throw .usage("--\(option.name): unknown option; see loaderctl --help")
    }
    if words.plain.count < least { throw .usage("an argument is missing; see loaderctl --help") }
    if words.plain.count > most { throw .usage("'\(words.plain[most])': too many arguments; see loaderctl --help") }
    return words
  }

  private mutating func call(_ method: Bytes, _ words: Words, _ parameters: [JSON.Member] = []) throws(Failure) {
    isFineWithoutDaemon = isFineWithoutDaemon || words.isFineWithoutDaemon
    _ = try Connection(to: words.socket ?? socket).call("io.loaderd.Screen." + method, parameters)
  }

  private mutating func show(_ words: Words) throws(Failure) {
    var words = words
    let transition = try words.take("transition")
    let entry = try words.entry()
    let given = try words.absolute(entry)
    let loader = try words.loader(entry, given)  // refused here, the daemon need not be asked
    for complaint in loader.complaints {
      Standard.error("loaderctl: \(complaint.name): \(complaint.reason); the standard one is shown")
    }
    var members = [JSON.Member("loader", .string(Bytes(entry.name)))]
    if words.plain.count > 1 { members.append(JSON.Member("text", .string(words.plain[1]))) }
    if let transition { members.append(JSON.Member("transition", .string(transition))) }
    for option in given { members.append(JSON.Member(option.name, .string(option.text))) }
    try call("Show", words, members)
  }

  /// A text that the daemon would take.
  private func line(_ text: Bytes) throws(Failure) -> JSON {
    do throws(ParameterError) {
      return .string(try Catalog.clean(text))
    } catch {
      throw .usage("\(error.name): \(error.reason)")
    }
  }

  private mutating func hide(_ words: Words) throws(Failure) {
    try call("Hide", words, words.options.map { JSON.Member("transition", .string($0.text)) })
  }

  private mutating func message(_ words: Words) throws(Failure) {
    if words.plain.isEmpty && !words.clears { throw .usage("message: say a text, or --clear") }
    var members = [JSON.Member("text", try line(words.plain.first ?? ""))]
    if let text = words.options.first?.text {
      guard let seconds = Decimal.double(text) else { throw .usage("--for: '\(text)' is not a number of seconds") }
      members.append(JSON.Member("lifetime", .number(seconds)))
    }
    try call("SetMessage", words, members)
  }

  private mutating func progress(_ words: Words) throws(Failure) {
    isFineWithoutDaemon = isFineWithoutDaemon || words.isFineWithoutDaemon
    let label = try words.options.first.map { option throws(Failure) in JSON.Member("label", try line(option.text)) }
    func members(_ value: JSON) -> [JSON.Member] { [JSON.Member("value", value)] + (label.map { [$0] } ?? []) }
    guard words.plain[0] == "-" else {
      return try call("SetProgress", words, members(try Invocation.fraction(words.plain[0])))
    }
    var connection: Connection?
    for line in StandardInput.lines where !line.trimmed.isEmpty {
      let value = try Invocation.fraction(line.trimmed)
      if connection == nil { connection = try Connection(to: words.socket ?? socket) }
      _ = try connection?.call("io.loaderd.Screen.SetProgress", members(value))
    }
  }

  /// `42`, `42%` and `0.42` are the same; `none` is indeterminate.
  static func fraction(_ text: Bytes) throws(Failure) -> JSON {
    if text == "none" { return .null }
    let isPercent = text.hasSuffix("%")
    guard let number = Decimal.double(isPercent ? Bytes(text.utf8.dropLast()) : text) else {
      throw .usage("'\(text)' is not a progress: 42, 42%, 0.42 or none")
    }
    let isFraction = !isPercent && text.utf8.contains(0x2E) && number <= 1
    let value = isFraction ? number : number / 100
    guard (0...1).contains(value) else { throw .usage("'\(text)' is not within 0% to 100%") }
    return .number(value)
  }

  private mutating func state(_ words: Words) throws(Failure) {
    let state = try ask("GetState", words)
    Standard.output(isJSON || words.isJSON ? state.text + "\n" : StateReport(state).text)
  }

  private mutating func outputs(_ words: Words) throws(Failure) {
    let reply = try ask("ListOutputs", words)
    Standard.output(isJSON || words.isJSON ? reply.text + "\n" : StateReport(outputs: reply).text)
  }

  private mutating func ask(_ method: Bytes, _ words: Words) throws(Failure) -> JSON {
    isFineWithoutDaemon = isFineWithoutDaemon || words.isFineWithoutDaemon
    return .object(try Connection(to: words.socket ?? socket).call("io.loaderd.Screen." + method, []).parameters)
  }

  private func loaders(_ words: Words) throws(Failure) {
    guard let name = words.plain.first else {
      for entry in Catalog.all { Standard.output("\(entry.name): \(entry.summary)\n") }
      return
    }
    let entry = try Words.entry(named: name)
    Standard.output("\(entry.name): \(entry.summary)\n")
    for parameter in entry.parameters {
      let standard = parameter.standard.map { Bytes($0) } ?? "follows from the style"
      Standard.output("  --\(parameter.name)  \(parameter.summary) (\(parameter.kind.description); \(standard))\n")
    }
  }
}

/// Turns a usage error into this program's failure.
func checked<Value>(_ body: () throws(UsageError) -> Value) throws(Failure) -> Value {
  do throws(UsageError) {
    return try body()
  } catch {
    throw .usage(error.text)
  }
}
