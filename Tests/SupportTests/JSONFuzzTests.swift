import Foundation
import SeededRandom
import Support
import Testing

/// The JSON reader compared with the writer and with Foundation, for random values and texts.
@Suite struct JSONFuzzTests {
  /// A random value, nested up to six deep.
  private static func value(_ dice: inout SeededRandom, depth: Int) -> JSON {
    switch dice.roll(0...(depth < 6 ? 6 : 4)) {
    case 0: .null
    case 1: .bool(dice.roll(0...1) == 1)
    case 2: .number(Double(dice.roll(-9_007_199_254_740_992...9_007_199_254_740_992)))
    case 3: .number(Double(dice.roll(-99_999_999_999_999...99_999_999_999_999)) / 1e6)
    case 4: .string(text(&dice))
    case 5: .array((0..<dice.roll(0...4)).map { _ in value(&dice, depth: depth + 1) })
    default: .object((0..<dice.roll(0...4)).map { JSON.Member("\($0)" + text(&dice), value(&dice, depth: depth + 1)) })
    }
  }

  /// A random text of up to eight characters.
  private static func text(_ dice: inout SeededRandom) -> Bytes {
    var text = Bytes()
    for _ in 0..<dice.roll(0...8) {
      let limit = dice.pick([0x7F, 0x7FF, 0xD7FF, 0x10FFFF])
      text.append(scalar: UInt32(Unicode.Scalar(UInt32(dice.roll(0...limit))) ?? "?"))
    }
    return text
  }

  @Test func valuesRoundTrip() throws {
    var dice = SeededRandom(seed: 1)
    for _ in 0..<3000 {
      let value = JSONFuzzTests.value(&dice, depth: 0)
      #expect(try JSON(value.text) == value, "\(value.text.string)")
      _ = try JSONSerialization.jsonObject(with: Data(value.text.utf8), options: .fragmentsAllowed)
    }
  }

  @Test func malformedUTF8IsWrittenAsReplacementCharacters() throws {
    var dice = SeededRandom(seed: 2)
    for _ in 0..<2000 {
      let text = Bytes(dice.bytes(dice.roll(1...8)))
      let read = try JSON(JSON.string(text).text).string
      #expect(read == (text.isValidUTF8 ? text : read), "valid text is unchanged")
      #expect(read?.scalars.contains(0xFFFD) == true || text.isValidUTF8)
    }
  }

  private static let seeds = [
    #"{"method":"io.loaderd.Screen.Show","parameters":{"loader":"shimmer","text":"Thinking…","duration":1.5e0}}"#,
    #"[-0.5e-3,9007199254740991,[[[]]],{"a":{"a":null}},"\uD83D\uDE00\\\"\n",true,false]"#,
    #"{"a":[1,2,{"b":"é€😀"}],"c":-1,"d":"\u0000"}"#,
  ].map { Array($0.utf8) }

  /// A seed with one to four random changes.
  private static func mutated(_ dice: inout SeededRandom) -> [UInt8] {
    var bytes = dice.pick(seeds)
    for _ in 0..<dice.roll(1...4) {
      let index = dice.roll(0...bytes.count - 1), other = dice.roll(0...bytes.count - 1)
      switch dice.roll(0...5) {
      case 0: bytes[index] = UInt8(truncatingIfNeeded: dice.next())
      case 1: bytes[index] ^= 1 << UInt8(dice.roll(0...7))
      case 2: bytes.insert(dice.pick(Array("{}[],:\"\\0e.-u".utf8)), at: index)
      case 3: bytes.remove(at: index)
      case 4: bytes.insert(contentsOf: bytes[min(index, other)..<max(index, other)], at: index)
      default: bytes.removeSubrange(min(index, other)..<max(index, other))
      }
      if bytes.isEmpty { return [] }
    }
    return bytes
  }

  @Test func acceptedTextsAreAcceptedByFoundation() throws {
    var dice = SeededRandom(seed: 3), accepted = 0
    for _ in 0..<30000 {
      let bytes = JSONFuzzTests.mutated(&dice)
      guard let value = try? JSON(Bytes(bytes)) else { continue }
      accepted += 1
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(throws: Never.self, "\(text)") {
        try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
      }
      #expect(throws: Never.self, "\(text)") { try JSON(value.text) }
    }
    #expect(accepted > 1000, "too few mutated texts are valid JSON")
  }
}
