import Support

/// What `progress` tells the daemon, beside the value.
struct ProgressReport {
  private var members: [JSON.Member]

  init(_ words: ParsedArguments) throws(Failure) {
    members = try Invocation.members((["label", "phase", "task", "milestone"] as [Bytes]).map { ($0, words[$0]) })
    if let text = words["phases"] {
      members.append(try ProgressReport.announcement(text, phase: words["phase"]))
    }
    if let text = words["part"] {
      let parts = text.split(at: UInt8(ascii: "/")).map { Decimal.integer($0) }
      guard parts.count == 2, let part = parts[0], let all = parts[1], (1...all).contains(part) else {
        throw .usage("--part: '\(text)' is not one of several, as in 2/5")
      }
      members += [JSON.Member("part", .integer(part)), JSON.Member("parts", .integer(all))]
    }
    if words.has("estimate") { members.append(JSON.Member("estimate", .bool(true))) }
  }

  /// With a progress, `none`, which is indeterminate, or `alive`, which changes nothing.
  func parameters(_ text: Bytes, _ parser: inout ProgressValueParser) throws(Failure) -> [JSON.Member] {
    if text == "alive" { return [JSON.Member("alive", .bool(true))] + members }
    if text == "none" { return [JSON.Member("value", .null)] + members }
    guard let fraction = parser.fraction(text) else {
      let full: Bytes = parser.maximum.map { " of \($0)" } ?? ""
      throw .usage("'\(text)' is not a progress\(full): \(ProgressValueParser.examples), none or alive")
    }
    return [JSON.Member("value", .number(fraction))] + members
  }

  /// `copy:3,check:1`.
  private static func phases(_ text: Bytes) throws(Failure) -> [(name: Bytes, weight: Double)] {
    var phases: [(name: Bytes, weight: Double)] = []
    for part in text.split(at: UInt8(ascii: ",")) {
      guard let colon = part.utf8.lastIndex(of: UInt8(ascii: ":")), colon > 0,
        let weight = Decimal.double(Bytes(part.utf8[(colon + 1)...])), (0.001...1e6).contains(weight)
      else { throw .usage("--phases: '\(part)' is not NAME:WEIGHT with a weight from 0.001 to 1000000") }
      let name = Bytes(part.utf8[..<colon])
      if phases.contains(where: { $0.name == name }) { throw .usage("--phases: '\(name)' is there twice") }
      phases.append((name, weight))
    }
    return phases
  }

  /// As `SetProgress` takes them. Throws where `phase` is none of them.
  private static func announcement(_ text: Bytes, phase: Bytes?) throws(Failure) -> JSON.Member {
    let phases = try phases(text), names = phases.map { $0.name }
    if let phase, !names.contains(phase) {
      throw .usage("--phase: '\(phase)' is not one of \(names.joined(by: ", "))\(phase.suggestion(among: names))")
    }
    var list: [JSON] = []
    for (name, weight) in phases { list.append(["name": try Invocation.line(name), "weight": .number(weight)]) }
    return JSON.Member("phases", .array(list))
  }
}
