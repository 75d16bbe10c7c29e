import Raster
import Scene
import Support
import Testing
import Text

/// QR codes.
@Suite struct QRCodeTests {
  /// The dark modules of a code, one pixel each.
  private static func modules(of text: Bytes) -> [UInt8]? {
    var drawOps: [DrawOp] = []
    QRCode(text, size: 1)?.draw(in: Area(0, 0, 1, 1), Context(Typesetter(), scale: 1), into: &drawOps)
    guard case .mask(let mask, _, _)? = drawOps.last?.shape else { return nil }
    return mask.coverage
  }

  /// Programs that use the library may draw on several threads.
  @Test func codesOfSeveralThreadsAreTheirOwn() async throws {
    let texts = (1...4).map { Bytes(Array(repeating: UInt8(ascii: "a"), count: 60 * $0)) }
    let expected = try texts.map { try #require(Self.modules(of: $0)) }
    await withTaskGroup { group in
      for number in 0..<200 {
        group.addTask { #expect(Self.modules(of: texts[number % 4]) == expected[number % 4]) }
      }
    }
  }
}
