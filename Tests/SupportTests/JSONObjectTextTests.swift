import Support
import Testing

/// Objects that are written member by member, read by the JSON reader.
@Suite struct JSONObjectTextTests {
  @Test func membersOfEachKindAreReadBack() throws {
    var object = JSONObjectText()
    object.add("text", "a \"quoted\" \\ line\nand ü" as Bytes)
    object.add("malformed", Bytes([0x61, 0xFF]))
    object.add("nothing", nil as Bytes?)
    object.add("word", "word" as StaticString)
    object.add("number", -1.25)
    object.add("integer", 9_007_199_254_740_992)
    object.add("none", nil as Int?)
    object.add("truth", true)
    object.add("texts", texts: ["one", "t\"wo"])
    object.add("empty", texts: [])
    object.add("inner") { inner in
      inner.add("a", 1)
      inner.add("b") { _ in }
    }
    object.add("objects", objects: 3) { index, inner in inner.add("index", index) }
    let expected: JSON = [
      "text": .string("a \"quoted\" \\ line\nand ü"), "malformed": .string("a\u{FFFD}"), "nothing": .null,
      "word": .string("word"), "number": .number(-1.25), "integer": .number(9_007_199_254_740_992), "none": .null,
      "truth": .bool(true), "texts": .array([.string("one"), .string("t\"wo")]), "empty": .array([]),
      "inner": ["a": .number(1), "b": .object([])],
      "objects": .array([["index": .number(0)], ["index": .number(1)], ["index": .number(2)]]),
    ]
    let text = object.finished()
    #expect(try JSON(text) == expected)
    #expect(text == expected.text)
  }

  @Test func emptyObjectIsWritten() { #expect(JSONObjectText(room: 9).finished() == "{}") }
}
