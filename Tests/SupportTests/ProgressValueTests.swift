import Support
import Testing

/// Parsing of progress values: numbers, percentages, fractions and ratios.
@Suite struct ProgressValueTests {
  /// The fractions that successive lines give; nil for a line without one.
  private func values(_ lines: [Bytes], maximum: Double? = nil) -> [Double?] {
    var parser = ProgressValueParser(maximum: maximum)
    return lines.map { parser.fraction($0) }
  }

  @Test func firstLineIsParsed() {
    for (line, value) in [
      ("42", 0.42), ("42%", 0.42), ("0.42", 0.42), ("3/4", 0.75), ("3 / 4", 0.75), ("1", 0.01), ("1.0", 1),
      ("1.5", 0.015),
      ("0", 0), ("100", 1), ("0.5%", 0.005), ("0/3", 0), ("1.5/3", 0.5), ("", nil), ("%", nil), ("/", nil),
      ("101", nil),
      ("-1", nil), ("4/3", nil), ("1/0", nil), ("0/0", nil), ("-1/-3", nil), ("1/2/3", nil), ("50%%", nil),
      ("nan", nil),
    ] as [(Bytes, Double?)] { #expect(values([line]) == [value], "\(line)") }
  }

  @Test func numbersAfterAFractionAreFractions() {
    #expect(values(["0", "0.5", "1"]) == [0, 0.5, 1])
    #expect(values(["0", "1", "0.5", "1"]) == [0, 0.01, 0.5, 1])
    #expect(values(["0.5", "2", "1%"]) == [0.5, 0.02, 0.01], "a number above 1 is a percentage")
    #expect(values(["1.5", "1"]) == [0.015, 0.01], "1.5 is a percentage")
    #expect(values(["0.5%", "1"]) == [0.005, 0.01], "a percentage does not count as a fraction")
  }

  @Test func numbersAreDividedByTheMaximum() {
    #expect(values(["0", "7", "3.5", "8", "50%", "1/2", "0.7"], maximum: 7) == [0, 1, 0.5, nil, 0.5, 0.5, 0.7 / 7])
  }
}

/// Parsing of times with and without a unit.
@Suite struct SecondsTests {
  @Test func unitsAreConvertedToSeconds() {
    for (text, seconds) in [
      ("10", 10), ("1.5", 1.5), ("10s", 10), ("500ms", 0.5), ("2min", 120), ("1h", 3600), ("1e1", 10), ("0", 0),
      ("-1", -1),
      ("10 s", 10), ("", nil), ("s", nil), ("10m", nil), ("10parsec", nil), ("nan", nil), ("inf", nil), ("1min2s", nil),
    ] as [(Bytes, Double?)] { #expect(Seconds.parse(text) == seconds, "\(text)") }
  }

  @Test func invalidTimesAreReported() {
    func complaint(_ text: Bytes) -> Bytes? {
      do throws(UsageError) {
        _ = try Seconds.parse(text, within: 0...60)
        return nil
      } catch {
        return error.text
      }
    }
    #expect(complaint("1min") == nil)
    #expect(complaint("soon") == "'soon' is not a time: 10, 10s, 500ms or 2min")
    #expect(complaint("2min") == "'2min' is not within 0 to 60 seconds")
  }
}

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
    #expect(("x" as Bytes).nearest(among: ["y", "bar"]) == nil, "names of one letter are too short")
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
