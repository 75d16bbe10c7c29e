import Support
import Testing

/// Parsing of JSON (RFC 8259).
@Suite struct JSONReaderTests {
  static func read(_ text: String) throws(JSONError) -> JSON { try JSON(Bytes(text)) }

  @Test(
    arguments: [
      ("null", .null), (" \t\r\n true ", .bool(true)), ("false", .bool(false)), ("\"\"", ""), ("[]", .array([])),
      ("{}", .object([])), ("[ 1 , [ ] ]", .array([.number(1), .array([])])),
      ("{ \"b\" : null , \"a\" : \"x\" }", ["b": .null, "a": "x"]),
    ] as [(String, JSON)])
  func valuesAreParsed(text: String, value: JSON) throws {
    #expect(try JSONReaderTests.read(text) == value)
  }

  @Test(arguments: [
    (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u0041\u00e9\u20AC\u0000""#, "Aé€\0"),
    (#""\uD83D\uDE00\udbff\udfff""#, "😀\u{10FFFF}"), (#""\ud7ff\ue000""#, "\u{D7FF}\u{E000}"),
    ("\"é…\u{7F}\"", "é…\u{7F}"),
  ])
  func stringsAreParsed(text: String, string: String) throws {
    #expect(try JSONReaderTests.read(text) == .string(Bytes(string)))
  }

  @Test(arguments: [
    ("0", 0), ("-0", 0), ("-12", -12), ("1.5", 1.5), ("-0.25e+2", -25), ("1E-3", 0.001), ("3e0", 3),
    ("9007199254740992", 9_007_199_254_740_992), ("-9007199254740992", -9_007_199_254_740_992),
    ("9007199254740991", 9_007_199_254_740_991),
  ])
  func numbersAreParsed(text: String, number: Double) throws {
    #expect(try JSONReaderTests.read(text).number == number)
  }

  @Test(arguments: [
    "9007199254740993", "-9007199254740993", "9007199254740994", "100000000000000000000", "1e309", "-1e9999",
    String(repeating: "9", count: 60000),
  ])
  func numbersOutOfRangeAreRefused(text: String) {
    #expect(throws: JSONError.numberOutOfRange) { try JSONReaderTests.read(text) }
  }

  @Test(arguments: [
    ("", 0), (" ", 1), ("nul", 3), ("nulL", 3), ("truefalse", 4), ("1 2", 2), ("{}x", 2), ("[1,]", 3), ("[,1]", 1),
    ("[1 2]", 3), ("{\"a\"}", 4), ("{\"a\":1,}", 7), ("{a:1}", 1), ("{\"a\":}", 5), ("[", 1), ("{", 1), ("]", 0),
    ("01", 1), ("+1", 0), (".5", 0), ("1.", 2), ("1e", 2), ("1e+", 3), ("-", 1), ("--1", 1), ("0x10", 1), ("NaN", 0),
    ("Infinity", 0), ("'a'", 0), ("\"a", 2), ("\"", 1), ("\"\n\"", 1), ("\"\u{1F}\"", 1), ("\"\\", 2), ("\"\\x\"", 3),
    ("\"\\u12\"", 5), ("\"\\u12g4\"", 5), ("\"\\uD800\"", 7), ("\"\\uD800\\n\"", 8), ("\"\\uD800\\uD800\"", 13),
    ("\"\\uDC00\"", 7), ("\u{FEFF}1", 0), ("/**/1", 0), ("\0", 0), ("1\0", 1),
  ])
  func malformedTextsAreRefusedWithThePosition(text: String, position: Int) {
    #expect(throws: JSONError.malformed(at: position)) { try JSONReaderTests.read(text) }
  }

  @Test(
    arguments: [
      [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82], [0x80],
    ] as [[UInt8]])
  func malformedUTF8IsRefused(bytes: [UInt8]) {
    #expect(throws: JSONError.notUTF8) { try JSON(Bytes([0x22] + bytes + [0x22])) }
  }

  @Test func duplicateNamesAreRefused() throws {
    #expect(throws: JSONError.duplicateName("a")) { try JSONReaderTests.read(#"{"a":1,"b":2,"\u0061":3}"#) }
    #expect(try JSONReaderTests.read(#"[{"a":1},{"a":{"a":2}}]"#).array?.count == 2)
  }

  @Test func membersAreFoundByName() throws {
    let value = try JSONReaderTests.read(#"{"x":{"y":[true]},"s":"t"}"#)
    #expect(value["x"]?["y"]?.array == [.bool(true)])
    #expect(value["s"]?.string == "t")
    #expect(value["z"] == nil && value["s"]?["t"] == nil && value["s"]?.number == nil)
  }
}
