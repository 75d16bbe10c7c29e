import Linux
import Notation

extension Invocation {
  /// Tells what `Monitor` sends until the daemon ends.
  func monitor() throws(Failure) {
    let connection = try Connection(to: socket, patience: 0)
    let isJSON = isJSON
    var news = News()
    try connection.stream("io.loaderd.Screen.Monitor") { event in
      Standard.output(isJSON ? event.text + "\n" : news.lines(event))
    }
  }
}

/// What has changed since the last event, for a person: a line for each, `name: value`. Figures of frames are left to `state`.
struct News {
  private var known: [(name: Bytes, value: Bytes)] = []

  mutating func lines(_ event: JSON) -> Bytes {
    let parts = (event.members ?? []).filter { $0.name != "frame" && $0.name != "output" }.map {
      (name: $0.name, value: $0.value.text)
    }
    var lines = Bytes()
    for part in parts {
      let before = known.first { $0.name == part.name }?.value ?? "null"
      if part.value != before { lines += "\(part.name): \(part.value)\n" }
    }
    known = parts
    return lines
  }
}
