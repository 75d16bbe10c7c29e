import Support

/// The parameters of `SetProgress` from the options of `loaderctl progress`.
struct ProgressParameters {
  private var members: [JSON.Member]

  init(_ arguments: ParsedArguments) throws(CommandError) {
    let texts: [StaticString] = ["label", "phase", "task", "milestone"]
    members = try Invocation.textMembers(texts.map { (Bytes($0), arguments[$0]) })
    if let text = arguments["phases"] {
      members.append(try ProgressParameters.phases(text, phase: arguments["phase"]))
    }
    if let text = arguments["part"] {
      let numbers = text.split(at: UInt8(ascii: "/")).map { Decimal.integer($0) }
      guard numbers.count == 2, let part = numbers[0], let count = numbers[1], part > 0, part <= count else {
        throw .usage("--part: \(quoted: text) is not the number of a part and of all parts, such as 2/5")
      }
      members += [JSON.Member("part", .integer(part)), JSON.Member("parts", .integer(count))]
    }
    if arguments.has("estimate") { members.append(JSON.Member("estimate", .bool(true))) }
  }

  /// The parameters for a value, `none` or `alive`.
  func parameters(_ text: Bytes, _ parser: inout ProgressValueParser) throws(CommandError) -> [JSON.Member] {
    if text == "alive" { return [JSON.Member("alive", .bool(true))] + members }
    if text == "none" { return [JSON.Member("value", .null)] + members }
    guard let fraction = parser.fraction(text) else {
      let full: Bytes = parser.maximum.map { "\($0)" } ?? "100 %"
      throw .usage("\(quoted: text) is not a progress up to \(full): \(ProgressValueParser.examples), none or alive")
    }
    return [JSON.Member("value", .number(fraction))] + members
  }

  /// Parses `--phases`, such as `copy:3,check:1`.
  private static func parsePhases(_ text: Bytes) throws(CommandError) -> [(name: Bytes, weight: Double)] {
    var phases: [(name: Bytes, weight: Double)] = []
    for part in text.split(at: UInt8(ascii: ",")) {
      guard let colon = part.utf8.lastIndex(of: UInt8(ascii: ":")), colon > 0,
        let weight = Decimal.double(Bytes(part.utf8[(colon + 1)...])), (0.001...1e6).contains(weight)
      else { throw .usage("--phases: \(quoted: part) is not NAME:WEIGHT with a weight from 0.001 to 1000000") }
      let name = Bytes(part.utf8[..<colon])
      if phases.contains(where: { $0.name == name }) { throw .usage("--phases: \(quoted: name) is given twice") }
      phases.append((name, weight))
    }
    return phases
  }

  /// The member `phases`; throws when `phase` is not one of them.
  private static func phases(_ text: Bytes, phase: Bytes?) throws(CommandError) -> JSON.Member {
    let phases = try parsePhases(text), names = phases.map { $0.name }
    if let phase, !names.contains(phase) {
      throw .usage("--phase: \(quoted: phase) is not one of \(names.joined(by: ", "))\(phase.suggestion(among: names))")
    }
    var list: [JSON] = []
    for (name, weight) in phases {
      list.append(["name": try Invocation.validatedText(name, of: "phases"), "weight": .number(weight)])
    }
    return JSON.Member("phases", .array(list))
  }
}
