import Support

/// The reply of `GetState` or `ListOutputs` as lines of text.
struct StateReport {
  private(set) var text = Bytes()

  /// For a reply of `GetState`.
  init(_ state: JSON) {
    let frame = state["frame"] ?? .null
    add("loader", value(state["loader"]))
    add("text", value(state["text"]))
    add("status", value(state["status"]))
    add("message", value(state["message"]))
    add("progress", state["progress"]?.number.map { "\(($0 * 1000).rounded() / 10)%" } ?? "–")
    if let left = state["left"]?.number { add("left", "\(left) s") }
    add("mode", value(state["mode"]))
    let isYielded = state["yielded"]?.bool == true
    let output = state["output"].flatMap { $0 == .null ? nil : line($0) } ?? "none"
    let waits: Bytes = output == "none" ? "; waiting for one" : ""
    add("output", output + (isYielded ? "; yielded, `loaderctl resume` takes it back" : waits))
    let times: Bytes = "the newest at \(value(frame["time"])) s; the first after \(value(frame["first"])) s"
    add("frames", "\(statistics(frame)); \(times)")
    let isUnshaped = state["unshaped"]?.bool == true
    add(
      "glyphs",
      "\(value(state["missing_glyphs"])) missing"
        + (isUnshaped ? "; text that needs shaping has none: install HarfBuzz and FriBidi" : ""))
  }

  /// For a reply of `ListOutputs`.
  init(outputs reply: JSON) {
    let outputs = reply["outputs"]?.array ?? []
    if outputs.isEmpty { text = "none; loaderd waits for one\n" }
    for output in outputs {
      add(value(output["name"]), line(output))
      add("  frames", statistics(output["frame"] ?? .null))
      add("  modes", list(output["modes"]))
      add("  formats", list(output["formats"]))
    }
  }

  private mutating func add(_ name: Bytes, _ line: Bytes) { text += "\(name): \(line)\n" }

  private func value(_ json: JSON?) -> Bytes { json?.string?.singleLine ?? json?.number.map { "\($0)" } ?? "–" }

  private func list(_ json: JSON?) -> Bytes { (json?.array ?? []).map { value($0) }.joined(by: ", ") }

  private func line(_ output: JSON) -> Bytes {
    func words(_ names: [StaticString]) -> Bytes {
      names.map { value(output[$0]) }.filter { !$0.isEmpty }.joined(by: " ")
    }
    let size: Bytes = "\(value(output["width"]))x\(value(output["height"])) at \(value(output["refresh"])) Hz"
    let parts: [Bytes] = [
      "\(words(["kind", "name", "device"])) \(size)", "scale \(value(output["scale"]))",
      "rotated by \(value(output["rotation"])) degrees", words(["format"]), words(["role"]), words(["state"]),
      words(["path", "pacing"]),
    ]
    return parts.filter { !$0.isEmpty }.joined(by: ", ")
  }

  private func statistics(_ frame: JSON) -> Bytes {
    "\(value(frame["shown"])) shown, \(value(frame["skipped"])) skipped, \(value(frame["late"])) late, \(frame["flush"]?.number.map { "\(($0 * 1e5).rounded() / 100)" } ?? "–") ms each"
  }
}
