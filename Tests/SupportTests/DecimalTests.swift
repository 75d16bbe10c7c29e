import Foundation
import SeededRandom
import Support
import Testing

/// Parsing and formatting of numbers independent of the C locale, compared with Swift's.
@Suite struct DecimalTests {
  @Test func percentIsRoundedDownButNotByBinaryFractions() {
    for percent in 0...100 { #expect((Double(percent) / 100).wholePercent == percent) }
    #expect(0.2999.wholePercent == 29 && 0.999_999.wholePercent == 99 && 7.0.wholePercent == 100)
    #expect((-1.0).wholePercent == 0)
  }

  @Test func numbersOfUpToFifteenDigitsAreExact() {
    var dice = SeededRandom(seed: 4)
    for _ in 0..<30000 {
      let digits = (0..<dice.roll(1...15)).map { _ in Character(Unicode.Scalar(UInt8(dice.roll(48...57)))) }
      let point = dice.roll(0...digits.count)
      let fraction = digits.count - point
      let exponent = dice.roll(-22 + fraction...22)
      let text = dice.pick(["", "-", "+"]) + String(digits[..<point]) + "." + String(digits[point...]) + "e\(exponent)"
      #expect(
        Decimal.double(Bytes(text))?.bitPattern
          == Double(text.hasPrefix("+") ? String(text.dropFirst()) : text)?.bitPattern, "\(text)")
    }
  }

  @Test func numbersOfMoreDigitsAreClose() throws {
    var dice = SeededRandom(seed: 5)
    for _ in 0..<5000 {
      let digits = String((0..<dice.roll(16...40)).map { _ in Character(Unicode.Scalar(UInt8(dice.roll(49...57)))) })
      let text = "\(digits)e\(dice.roll(-300...250))"
      let value = try #require(Decimal.double(Bytes(text))), expected = try #require(Double(text))
      #expect(abs(value - expected) <= expected * 1e-14, "\(text)")
    }
  }

  @Test(arguments: [
    "", "-", "+", ".", "e5", "1e", "1e+", "1.2.3", "1,5", "0x10", "inf", "nan", "-inf", "1 ", " 1", "1e5x", "--1",
    "1e309", "1e99999999999",
  ])
  func malformedNumbersAreRefused(text: String) {
    #expect(Decimal.double(Bytes(text)) == nil)
  }

  @Test func missingDigitsAndLargeExponentsAreAccepted() {
    #expect(Decimal.double(".5") == 0.5)
    #expect(Decimal.double("5.") == 5)
    #expect(Decimal.double("0e99999999") == 0)
    #expect(Decimal.double("1e-99999999") == 0)
  }

  @Test func integersAreParsed() {
    #expect(Decimal.integer("0") == 0)
    #expect(Decimal.integer("999999999") == 999_999_999)
    for text: Bytes in ["", "-1", "+1", "1.0", " 1", "1000000000", "a"] { #expect(Decimal.integer(text) == nil) }
  }

  @Test(
    arguments: [
      (0, "0"), (-0.0, "0"), (1, "1"), (-1.5, "-1.5"), (0.1, "0.1"), (0.000001, "0.000001"), (0.0000004, "0"),
      (-0.0000004, "0"), (0.9999999, "1"), (-2.9999999, "-3"), (0.0000006, "0.000001"), (1234567.25, "1234567.25"),
      (1e15, "1000000000000000"),
      (9_007_199_254_740_991, "9007199254740991"), (-9_007_199_254_740_992, "-9007199254740992"),
    ] as [(Double, String)])
  func numbersAreFormatted(number: Double, text: String) {
    #expect(("\(number)" as Bytes).string == text)
  }

  @Test func integersAreFormatted() {
    for number in [0, 7, -10, Int.max, Int.min] { #expect(("\(number)" as Bytes).string == String(number)) }
  }
}
