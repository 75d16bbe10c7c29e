import Support
import Testing

/// Byte strings: splitting, trimming, prefixes and C strings.
@Suite struct BytesTests {
  @Test func bytesAreSplitJoinedAndTrimmed() {
    #expect(("a..b" as Bytes).split(at: 0x2E) == ["a", "", "b"])
    #expect(("" as Bytes).split(at: 0x2E) == [""])
    #expect((["a", "", "b"] as [Bytes]).joined(by: ", ") == "a, , b")
    #expect((" \t a b\t " as Bytes).trimmed == "a b" && (" \t" as Bytes).trimmed == "")
    #expect(("abc" as Bytes).hasPrefix("ab") && !("a" as Bytes).hasPrefix("ab"))
    #expect(("abc" as Bytes).hasSuffix("bc") && !("c" as Bytes).hasSuffix("bc"))
  }

  @Test func cStringsRoundTrip() {
    #expect(("Thinking…" as Bytes).withCString { Bytes(cString: $0) } == "Thinking…")
    #expect(("" as Bytes).withCString { Bytes(cString: $0) } == "")
    #expect(Bytes(cString: nil) == "")
  }

  @Test func literalsAreComparedByTheirBytes() {
    let literal: StaticString = "align"
    #expect(literal == "align" && literal ~= Bytes(literal))
    for other in ["", "alig", "align-", "Align", "alien"] as [StaticString] {
      #expect(!(literal == other) && !(literal ~= Bytes(other)))
    }
    #expect(("" as StaticString) == "" && ("" as StaticString) ~= Bytes())
  }
}
