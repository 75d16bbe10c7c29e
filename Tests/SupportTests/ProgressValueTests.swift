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
