import Linux
import Notation

extension Invocation {
  /// Tells what `Monitor` sends until the daemon ends.
  func monitor() throws(Failure) {
    let connection = try Connection(to: socket, patience: 0)
    let isJSON = isJSON
    try connection.stream("io.loaderd.Screen.Monitor") { event in
      Standard.output(isJSON ? event.text + "\n" : EventLine(event).text)
    }
  }
}

/// What happened, for a person: `event: name value, name value`.
struct EventLine {
  let text: Bytes

  init(_ event: JSON) {
    let parts = EventLine.parts(of: event, in: "").filter { $0.name != "event" }
    let told = parts.map { "\($0.name) \($0.value)" as Bytes }.joined(by: ", ")
    text = "\(event["event"]?.string ?? "state"): \(told)\n"
  }

  /// What is not null, with the names of objects inside before a dot.
  private static func parts(of value: JSON, in path: Bytes) -> [(name: Bytes, value: Bytes)] {
    (value.members ?? []).flatMap { member -> [(name: Bytes, value: Bytes)] in
      let name: Bytes = path.isEmpty ? member.name : "\(path).\(member.name)"
      switch member.value {
      case .null: return []
      case .object: return parts(of: member.value, in: name)
      default: return [(name, member.value.text)]
      }
    }
  }
}
