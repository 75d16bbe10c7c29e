import Linux
import Loaders
import Notation
import Protocol

/// What the verbs do that ask the daemon for one thing.
extension Invocation {
  func show(_ given: Words) throws(Failure) {
    var words = given
    let transition = words.take("transition")
    let entry = try words.entry()
    let parameters = try words.absolute(entry)
    let loader = try words.loader(entry, parameters)  // refused here, the daemon need not be asked
    for complaint in loader.complaints {
      Standard.error("loaderctl: \(complaint.name): \(complaint.reason); the standard one is shown")
    }
    var members = [JSON.Member("loader", .string(Bytes(entry.name)))]
    if words.plain.count > 1 { members.append(JSON.Member("text", .string(words.plain[1]))) }
    if let transition { members.append(JSON.Member("transition", .string(transition))) }
    for option in parameters { members.append(JSON.Member(option.name, .string(option.text))) }
    try call("Show", members)
  }

  func hide(_ words: Words) throws(Failure) {
    try call("Hide", words["transition"].map { [JSON.Member("transition", .string($0))] } ?? [])
  }

  func setStatus(_ words: Words) throws(Failure) {
    try call("SetStatus", [JSON.Member("text", try Invocation.line(words.plain[0]))])
  }

  func message(_ words: Words) throws(Failure) {
    if words.plain.isEmpty == !words.has("clear") { throw .usage("message: say a text, or --clear") }
    var members = [JSON.Member("text", try Invocation.line(words.plain.first ?? ""))]
    if let seconds = words["for"].flatMap({ Decimal.double($0) }) {
      members.append(JSON.Member("lifetime", .number(seconds)))
    }
    try call("SetMessage", members)
  }

  func mode(_ words: Words) throws(Failure) {
    let members = try Invocation.members([("title", words["title"]), ("subtitle", words["subtitle"])])
    try call("SetMode", [JSON.Member("mode", .string(words.plain[0]))] + members)
  }

  func failure(_ words: Words) throws(Failure) {
    try call(
      "ReportFailure",
      try Invocation.members([("unit", words.plain.first), ("sentence", words["text"]), ("code", words["code"])]))
  }

  /// Those texts that were given.
  static func members(_ texts: [(name: Bytes, text: Bytes?)]) throws(Failure) -> [JSON.Member] {
    var members: [JSON.Member] = []
    for (name, text) in texts {
      if let text { members.append(JSON.Member(name, try line(text))) }
    }
    return members
  }

  func quit(_ words: Words) throws(Failure) {
    try call("Quit", words.has("retain") ? [JSON.Member("retain", .bool(true))] : [])
  }

  /// The daemon writes into the file that we have opened: with our rights, not its own.
  func screenshot(_ words: Words) throws(Failure) {
    let path = words["o"] ?? "-"
    let output = words["output"].map { [JSON.Member("output", .string($0))] } ?? []
    let connection = try Connection(to: socket)
    let file: FileDescriptor
    do throws(SystemError) {
      file = path == "-" ? .standardOutput : try FileDescriptor(overwriting: path)
    } catch {
      throw .refused("\(path): \(error.reason)")
    }
    _ = try connection.call("io.loaderd.Screen.Screenshot", output, passing: file)
    if path != "-" { file.cut() }
  }

  func check(_ words: Words) throws(Failure) {
    guard let name = words.plain.first ?? theme() else {
      return Standard.output("no theme is configured: the standard look is shown\n")
    }
    try ThemeCheck(name).report()
  }

  mutating func key(_ words: Words) throws(Failure) {
    var members = [JSON.Member("cancel", .bool(words.has("cancel")))]
    if let keys = words["keys"] {
      members.append(JSON.Member("keys", .array(keys.split(at: 0x2C).map { .string($0) })))
    }
    if let seconds = words["timeout"].flatMap({ Decimal.double($0) }) {
      members.append(JSON.Member("timeout", .number(seconds)))
    }
    let reply = try Connection(to: socket, patience: 0).call("io.loaderd.Screen.WaitKey", members)
    let key = reply["key"]?.string
    if key == nil { status = Control.Status.refused }
    if isJSON { return Standard.output(JSON.object(reply.parameters).text + "\n") }
    if let key { Standard.output(key + "\n") }
  }

  func state() throws(Failure) {
    let state = try ask("GetState")
    Standard.output(isJSON ? state.text + "\n" : StateReport(state).text)
  }

  func outputs() throws(Failure) {
    let reply = try ask("ListOutputs")
    Standard.output(isJSON ? reply.text + "\n" : StateReport(outputs: reply).text)
  }

  /// Needs no daemon: this program has the same ones inside.
  func loaders(_ words: Words) throws(Failure) {
    let entries = try words.plain.first.map { name throws(Failure) in [try Words.entry(named: name)] } ?? Catalog.all
    if isJSON {
      let reply: JSON = ["loaders": .array(entries.map { $0.description })]
      return Standard.output(reply.text + "\n")
    }
    for entry in entries {
      Standard.output("\(entry.name): \(entry.summary)\n")
      if words.plain.isEmpty { continue }
      for parameter in entry.parameters { Standard.output("  --\(parameter.name)  \(parameter.meaning)\n") }
    }
  }

  /// A text that the daemon would take.
  static func line(_ text: Bytes) throws(Failure) -> JSON {
    do throws(ParameterError) {
      return .string(try Catalog.clean(text))
    } catch {
      throw .usage("\(error.name): \(error.reason)")
    }
  }
}
