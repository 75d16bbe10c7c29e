import Loaders
import Notation
import Raster
import Testing

@Suite struct ParameterTests {
  @Test(arguments: [
    ("style", "nosuch", "not one of gradient, grok, chatgpt, calm, processing"), ("colors", "#12,red", "not a colour"),
    ("colors", "", "not a colour"), ("base-color", "#GGGGGG", "not a colour"), ("duration", "-1", "not within"),
    ("duration", "0", "not within"), ("duration", "nan", "not a number"), ("duration", "inf", "not a number"),
    ("duration", "1e999", "not a number"), ("delay", "x", "not a number"), ("font-size", "0", "not within"),
    ("font-size", "100000", "not within"), ("weight", "7", "not within"), ("scale", "0", "not within"),
    ("nosuch", "1", "unknown; there are scheme, scale, motion, style"), ("align", "middle", "not one of"),
  ])
  func badOnesAreNamed(_ name: String, _ value: String, _ words: String) throws {
    do {
      _ = try Catalog.loader("shimmer", "x", [(Bytes(Array(name.utf8)), Bytes(Array(value.utf8)))])
      Issue.record("\(name)=\(value) was taken")
    } catch let error as ParameterError {
      #expect(error.name == Bytes(Array(name.utf8)))
      #expect(String(decoding: error.reason.utf8, as: UTF8.self).contains(words))
    }
  }

  @Test func textHasLimits() {
    #expect(throws: ParameterError.self) { try Catalog.loader("shimmer", "") }
    #expect(throws: ParameterError.self) { try Catalog.loader("shimmer", Bytes([UInt8](repeating: 65, count: 10_000))) }
    #expect(throws: ParameterError.self) { try Catalog.loader("shimmer", Bytes([0x41, 0xFF])) }
    #expect(throws: ParameterError.self) { try Catalog.loader("shimmer", "x", [("style", "calm"), ("style", "grok")]) }
  }

  @Test func colorsAreRead() {
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
