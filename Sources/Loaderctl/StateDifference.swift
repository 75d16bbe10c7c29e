import Support

/// The difference between two replies of `Monitor`, as one line: `loader bar, text none`. Frame statistics are ignored.
struct StateDifference {
  /// The members that differ, with their new values.
  let text: Bytes
  /// Whether nothing differs, elements of lists included.
  let isEmpty: Bool

  init(from old: JSON, to new: JSON) {
    isEmpty = StateDifference.withoutFrames(old) == StateDifference.withoutFrames(new)
    let changes = StateDifference.changes(from: old, to: new, inLists: false)
    text = changes.isEmpty && !isEmpty ? StateDifference.changes(from: old, to: new, inLists: true) : changes
  }

  /// The members that differ; with `inLists` also those of the elements of lists, such as `shown.0.status`.
  private static func changes(from old: JSON, to new: JSON, inLists: Bool) -> Bytes {
    let before = flattened(old, in: "", inLists: inLists)
    var changes: [Bytes] = []
    for (name, value) in flattened(new, in: "", inLists: inLists) {
      let last = before.first { $0.name == name }?.value ?? "none"
      if value != last { changes.append("\(name) \(value)") }
    }
    return changes.joined(by: ", ")
  }

  /// All members; those of nested objects have dotted names, and the value of a list is its length.
  private static func flattened(_ object: JSON, in path: Bytes, inLists: Bool) -> [(name: Bytes, value: Bytes)] {
    var all: [(name: Bytes, value: Bytes)] = []
    for member in object.members ?? [] where member.name != "frame" {
      let name: Bytes = path.isEmpty ? member.name : "\(path).\(member.name)"
      switch member.value {
      case .null: all.append((name, "none"))
      case .object: all += flattened(member.value, in: name, inLists: inLists)
      case .array(let values):
        all.append((name, "\(values.count)"))
        if !inLists { continue }
        for index in values.indices { all += flattened(values[index], in: "\(name).\(index)", inLists: true) }
      case .string(let text): all.append((name, text.isEmpty ? "none" : text.singleLine))
      default: all.append((name, member.value.text))
      }
    }
    return all
  }

  /// The state without the frame statistics, which change with every frame.
  private static func withoutFrames(_ value: JSON) -> JSON {
    guard case .object(let members) = value else { return value }
    return .object(
      members.filter { $0.name != "frame" }.map { JSON.Member($0.name, withoutFrames($0.value)) })
  }
}
