import Linux
import Notation
import Protocol

/// What `progress` tells the daemon, beside the value.
struct ProgressReport {
  private var members: [JSON.Member]

  init(_ words: Words) throws(Failure) {
    members = try Invocation.members((["label", "phase", "task", "milestone"] as [Bytes]).map { ($0, words[$0]) })
    if let text = words["phases"] { members.append(JSON.Member("phases", try ProgressReport.phases(text))) }
    if let text = words["part"] {
      let parts = text.split(at: 0x2F).map { Decimal.integer($0) }
      guard parts.count == 2, let part = parts[0], let all = parts[1], (1...all).contains(part) else {
        throw .usage("--part: '\(text)' is not one of several, as in 2/5")
      }
      members += [JSON.Member("part", .integer(part)), JSON.Member("parts", .integer(all))]
    }
    if words.has("estimate") { members.append(JSON.Member("estimate", .bool(true))) }
  }

  /// With `42`, `42%` and `0.42`, which are the same, `none`, which is indeterminate, or `alive`, which changes nothing.
  func parameters(_ text: Bytes) throws(Failure) -> [JSON.Member] {
    let told = text == "alive" ? JSON.Member("alive", .bool(true)) : JSON.Member("value", try Self.fraction(text))
    return [told] + members
  }

  private static func fraction(_ text: Bytes) throws(Failure) -> JSON {
    if text == "none" { return .null }
    let isPercent = text.hasSuffix("%")
    guard let number = Decimal.double(isPercent ? Bytes(text.utf8.dropLast()) : text) else {
      throw .usage("'\(text)' is not a progress: 42, 42%, 0.42, none or alive")
    }
    let isFraction = !isPercent && text.utf8.contains(0x2E) && number <= 1
    let value = isFraction ? number : number / 100
    guard (0...1).contains(value) else { throw .usage("'\(text)' is not within 0% to 100%") }
    return .number(value)
  }

  /// `copy:3,check:1`.
  private static func phases(_ text: Bytes) throws(Failure) -> JSON {
    var phases: [JSON] = []
    for part in text.split(at: 0x2C) {
      guard let colon = part.utf8.lastIndex(of: 0x3A), colon > 0,
        let weight = Decimal.double(Bytes(part.utf8[(colon + 1)...])), weight > 0
      else { throw .usage("--phases: '\(part)' is not NAME:WEIGHT with a weight above 0") }
      phases.append([
        "name": try Invocation.line(Bytes(part.utf8[..<colon])), "weight": .number(weight),
      ])
    }
    return .array(phases)
  }
}

extension Invocation {
  func progress(_ words: Words) throws(Failure) {
    let report = try ProgressReport(words)
    guard words.plain[0] == "-" else { return try call("SetProgress", try report.parameters(words.plain[0])) }
    var connection: Connection?
    for line in StandardInput.lines where !line.trimmed.isEmpty {
      let parameters = try report.parameters(line.trimmed)
      if connection == nil { connection = try Connection(to: socket) }
      _ = try connection?.call("io.loaderd.Screen.SetProgress", Invocation.addressed("SetProgress", parameters))
    }
  }
}
