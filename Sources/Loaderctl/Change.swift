import Support

/// What differs between two states of the screen, for a person: `loader bar, text none`. Figures of frames do not count.
struct Change {
  let text: Bytes
  /// Whether nothing differs, also within lists.
  let isEmpty: Bool

  init(from old: JSON, to new: JSON) {
    let before = Change.parts(of: old, in: "")
    var changes: [Bytes] = []
    for (name, value) in Change.parts(of: new, in: "") {
      let last = before.first { $0.name == name }?.value ?? "none"
      if value != last { changes.append("\(name) \(value)") }
    }
    text = changes.joined(by: ", ")
    isEmpty = Change.withoutFigures(old) == Change.withoutFigures(new)
  }

  /// Members by their names, those of objects behind a dot, and of lists only how long they are.
  private static func parts(of object: JSON, in path: Bytes) -> [(name: Bytes, value: Bytes)] {
    var all: [(name: Bytes, value: Bytes)] = []
    for member in object.members ?? [] where member.name != "frame" {
      let name: Bytes = path.isEmpty ? member.name : "\(path).\(member.name)"
      switch member.value {
      case .null: all.append((name, "none"))
      case .object: all += parts(of: member.value, in: name)
      case .array(let values): all.append((name, "\(values.count)"))
      case .string(let text): all.append((name, text.isEmpty ? "none" : text.singleLine))
      default: all.append((name, member.value.text))
      }
    }
    return all
  }

  /// A state without the figures that change with every frame.
  private static func withoutFigures(_ value: JSON) -> JSON {
    guard case .object(let members) = value else { return value }
    return .object(
      members.filter { $0.name != "frame" }.map { JSON.Member($0.name, withoutFigures($0.value)) })
  }
}
