import Support

/// What `GetState` or `ListOutputs` answered, in lines for a person.
struct StateReport {
  private(set) var text = Bytes()

  init(_ state: JSON) {
    let frame = state["frame"] ?? .null
    add("loader", word(state["loader"]))
    add("text", word(state["text"]))
    add("status", word(state["status"]))
    add("message", word(state["message"]))
    add("progress", state["progress"]?.number.map { "\(($0 * 1000).rounded() / 10)%" } ?? "–")
    add("mode", word(state["mode"]))
    let isYielded = state["yielded"]?.bool == true
    switch state["output"] {
    case nil, .null?: add("output", "none; waiting for one")
    case let output?: add("output", line(output) + (isYielded ? "; yielded, `loaderctl resume` takes it back" : ""))
    }
    add(
      "frames", "\(figures(frame)); the newest at \(word(frame["time"])) s; the first after \(word(frame["first"])) s")
    let isUnshaped = state["unshaped"]?.bool == true
    add(
      "glyphs",
      "\(word(state["missing_glyphs"])) missing"
        + (isUnshaped ? "; text that needs shaping has none: install HarfBuzz and FriBidi" : ""))
  }

  init(outputs reply: JSON) {
    let outputs = reply["outputs"]?.array ?? []
    if outputs.isEmpty { text = "none; loaderd waits for one\n" }
    for output in outputs {
      add(word(output["name"]), line(output))
      add("  frames", figures(output["frame"] ?? .null))
      add("  modes", list(output["modes"]))
      add("  formats", list(output["formats"]))
    }
  }

  private mutating func add(_ name: Bytes, _ value: Bytes) { text += "\(name): \(value)\n" }

  private func word(_ value: JSON?) -> Bytes { value?.string?.singleLine ?? value?.number.map { "\($0)" } ?? "–" }

  private func list(_ value: JSON?) -> Bytes { (value?.array ?? []).map { word($0) }.joined(by: ", ") }

  private func line(_ output: JSON) -> Bytes {
    var line: Bytes =
      "\(word(output["kind"])) \(word(output["name"])) \(word(output["device"])) \(word(output["width"]))x\(word(output["height"])) at \(word(output["refresh"])) Hz"
    line += ", scale \(word(output["scale"])), turned \(word(output["rotation"])), \(word(output["format"]))"
    return line
      + ", \(word(output["role"])), \(word(output["state"])), \(word(output["path"])) \(word(output["pacing"]))"
  }

  private func figures(_ frame: JSON) -> Bytes {
    "\(word(frame["shown"])) shown, \(word(frame["skipped"])) skipped, \(word(frame["late"])) late, \(frame["flush"]?.number.map { "\(($0 * 1e5).rounded() / 100)" } ?? "–") ms each"
  }
}
