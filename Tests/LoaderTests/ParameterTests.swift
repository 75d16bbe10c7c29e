import Loaders
import Raster
import Support
import Testing

/// Checks of loader parameters, texts and colours.
@Suite struct ParameterTests {
  @Test(arguments: [
    ("style", "nosuch", "not one of gradient, flow, sweep, calm, processing"), ("colors", "#12,red", "not a colour"),
    ("colors", "", "not a colour"), ("base-color", "#GGGGGG", "not a colour"), ("duration", "-1", "not within"),
    ("duration", "0", "not within"), ("duration", "nan", "not a time"), ("duration", "inf", "not a time"),
    ("duration", "1e999", "not a time"), ("delay", "x", "not a time"), ("font-size", "0", "not within"),
    ("font-size", "100000", "not within"), ("weight", "7", "not within"), ("scale", "0", "not within"),
    ("nosuch", "1", "unknown; there are scheme, scale, motion, style"), ("align", "middle", "not one of"),
  ])
  func errorNamesTheInvalidParameter(_ name: String, _ value: String, _ words: String) throws {
    do {
      _ = try Catalog.loader("shimmer", "x", [(Bytes(Array(name.utf8)), Bytes(Array(value.utf8)))])
      Issue.record("\(name)=\(value) was accepted")
    } catch let error as ParameterError {
      #expect(error.name == Bytes(Array(name.utf8)))
      #expect(String(decoding: error.reason.utf8, as: UTF8.self).contains(words))
    }
  }

  @Test func invalidTextsAndRepeatedParametersAreRejected() {
    #expect(throws: ParameterError.self) { try Catalog.loader("shimmer", "") }
    #expect(throws: ParameterError.self) { try Catalog.loader("shimmer", Bytes([UInt8](repeating: 65, count: 10_000))) }
    #expect(throws: ParameterError.self) { try Catalog.loader("shimmer", Bytes([UInt8(ascii: "A"), 0xFF])) }
    #expect(throws: ParameterError.self) { try Catalog.loader("shimmer", "x", [("style", "calm"), ("style", "flow")]) }
  }

  @Test func colorsAreParsed() {
    #expect(Color("#0F8", .dark) == Color(0x00FF88))
    #expect(Color("#102030", .dark) == Color(0x102030))
    #expect(Color("#10203040", .dark) == Color(0x102030, alpha: 0x40))
    #expect(Color("lightRed", .dark) == Color(red: 255, green: 110, blue: 101))
    #expect(Color("secondaryLabel", .light) == Color(0x3C3C43, alpha: 153))
    #expect(
      Color("", .dark) == nil && Color("#", .dark) == nil && Color("#12345", .dark) == nil
        && Color("Blue", .dark) == nil)
  }
}
