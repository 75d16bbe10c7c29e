import SeededRandom
import Support
import Testing

/// UTF-8 decoding and encoding, compared with Swift's.
@Suite struct ScalarTests {
  /// The first and last bytes of each range in the definition of UTF-8 (Unicode, table 3-7).
  private static let edges: [UInt8] = [
    0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF,
    0xF0, 0xF1, 0xF3,
    0xF4, 0xF5, 0xF8, 0xFF,
  ]

  @Test func validityIsThatOfSwift() {
    var dice = SeededRandom(seed: 6), valid = 0
    for round in 0..<60000 {
      let length = dice.roll(1...6)
      let bytes = round % 2 == 0 ? dice.bytes(length) : (0..<length).map { _ in dice.pick(ScalarTests.edges) }
      let text = Bytes(bytes), expected = String(validating: bytes, as: UTF8.self)
      #expect(text.isValidUTF8 == (expected != nil), "\(bytes)")
      if let expected {
        valid += 1
        #expect(Array(text.scalars) == expected.unicodeScalars.map(\.value), "\(bytes)")
      } else {
        #expect(text.scalars.contains(0xFFFD), "\(bytes)")
      }
    }
    #expect(valid > 1000)
  }

  @Test func scalarsAreEncodedAsInSwift() {
    var values = Array(stride(from: UInt32(0), through: 0x10FFFF, by: 13))
    values += [0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x10FFFF]
    for scalar in values.compactMap(Unicode.Scalar.init) {
      var text = Bytes()
      text.append(scalar: scalar.value)
      #expect(text.utf8 == Array(UTF8.encode(scalar)!))
      #expect(Array(text.scalars) == [scalar.value])
    }
  }

  @Test func positionIsAfterTheScalar() {
    var scalars = ("aé😀" as Bytes).scalars
    for position in [1, 3, 7] {
      _ = scalars.next()
      #expect(scalars.position == position)
    }
    #expect(scalars.next() == nil)
  }
}
