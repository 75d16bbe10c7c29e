import Linux
import Notation

extension Invocation {
  /// Tells what `Monitor` sends until the daemon ends.
  func monitor() throws(Failure) {
    var last = JSON.null
    try Connection(to: socket, patience: 0).stream("io.loaderd.Screen.Monitor") { state in
      let line = isJSON ? state.text : Change(from: last, to: state).text
      if !line.isEmpty { Standard.output(line + "\n") }
      last = state
    }
  }
}

/// What differs between two states of the screen, for a person: `loader bar, text none`. Figures of frames do not count.
struct Change {
  let text: Bytes

  init(from old: JSON, to new: JSON) {
    let before = Change.parts(of: old, in: "")
    var told: [Bytes] = []
    for (name, value) in Change.parts(of: new, in: "") {
      let last = before.first { $0.name == name }?.value ?? "none"
      if value != last { told.append("\(name) \(value)") }
    }
    text = told.joined(by: ", ")
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
      case .string(let text): all.append((name, text.isEmpty ? "none" : text))
      default: all.append((name, member.value.text))
      }
    }
    return all
  }
}
