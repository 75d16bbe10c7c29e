import Support
import Testing

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
    func problem(_ text: Bytes) -> Bytes? {
      do throws(UsageError) {
        _ = try Seconds.parse(text, within: 0...60)
        return nil
      } catch {
        return error.text
      }
    }
    #expect(problem("1min") == nil)
    #expect(problem("soon") == "'soon' is not a time: 10, 10s, 500ms or 2min")
    #expect(problem("2min") == "'2min' is not within 0 to 60 seconds")
  }
}
