import Support
import Testing

/// Suggestions for misspelled names.
@Suite struct SuggestionTests {
  @Test func distanceIsTheOptimalStringAlignment() {
    for (one, other, distance) in [
      ("", "", 0), ("a", "", 1), ("abc", "abc", 0), ("stile", "style", 1), ("wrom", "worm", 1),
      ("instal", "install", 1),
      ("kitten", "sitting", 3), ("ca", "abc", 3),
    ] as [(Bytes, Bytes, Int)] {
      #expect(one.distance(to: other, limit: 3) == distance && other.distance(to: one, limit: 3) == distance)
      if distance > 0 { #expect(one.distance(to: other, limit: distance - 1) == nil) }
    }
  }

  @Test func nearestNameIsSuggested() {
    #expect(("shimer" as Bytes).nearest(among: ["bar", "shimmer", "spinner"]) == "shimmer")
    for short in ["x", "on"] as [Bytes] {
      #expect(short.nearest(among: ["y", "yes", "no"]) == nil, "a name of one or two letters is too short")
    }
    #expect(("party" as Bytes).nearest(among: ["boot", "update"]) == nil)
    #expect(("fad" as Bytes).suggestion(among: ["fade", "none"]) == "; did you mean 'fade'?")
    #expect(("" as Bytes).suggestion(among: ["fade"]) == "" && ("fad" as Bytes).suggestion(among: []) == "")
  }

  @Test func textsAreShortenedAtWholeScalars() {
    let text: Bytes = "ääääää"
    #expect(text.shortened(to: 12) == text)
    #expect(text.shortened(to: 11) == "ääää…" && text.shortened(to: 11).count == 11)
    #expect(text.shortened(to: 10) == "äää…")
  }
}
