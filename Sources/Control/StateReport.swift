import Notation

/// What `GetState` answered, in lines for a person.
struct StateReport {
  let text: Bytes

  init(_ state: JSON) {
    func word(_ value: JSON?) -> Bytes { value?.string ?? value?.number.map { "\($0)" } ?? "–" }
    let output = state["output"] ?? .null, frame = state["frame"] ?? .null
    let rows: [(StaticString, Bytes)] = [
      ("loader", word(state["loader"])),
      ("text", word(state["text"])),
      ("status", word(state["status"])),
      ("message", word(state["message"])),
      ("progress", state["progress"]?.number.map { "\(($0 * 1000).rounded() / 10)%" } ?? "–"),
      ("mode", word(state["mode"])),
      (
        "output",
        "\(word(output["kind"])) \(word(output["name"])) \(word(output["device"])) \(word(output["width"]))x\(word(output["height"])) at \(word(output["refresh"])) Hz, scale \(word(output["scale"])), \(word(output["path"])) \(word(output["pacing"]))"
      ),
      (
        "frames",
        "\(word(frame["shown"])) shown, \(word(frame["skipped"])) skipped, \(word(frame["late"])) late; the newest at \(word(frame["time"])) s; the first after \(word(frame["first"])) s"
      ),
      (
        "glyphs",
        "\(word(state["missing_glyphs"])) missing"
          + (state["unshaped"]?.bool == true ? "; text that needs shaping has none: install HarfBuzz and FriBidi" : "")
      ),
    ]
    text = rows.reduce(into: Bytes()) { $0 += "\($1.0): \($1.1)\n" }
  }
}
