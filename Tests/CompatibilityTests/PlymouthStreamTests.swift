import Compatibility
import SeededRandom
import Support
import Testing

/// Parsing plymouthd's protocol from a byte stream.
@Suite struct PlymouthStreamTests {
  /// Requests as systemd and plymouth write them: a ping, a message and a pause in one write, two quits, an unknown
  /// byte.
  private static let stream: [UInt8] =
    Array("P\0M\u{2}\u{4}Hi!\0A\0Q\u{2}\u{2}\u{1}\0Q\u{2}\u{1}\0z\0".utf8)
  private static let requests: [PlymouthRequest] = [
    PlymouthRequest(.ping), PlymouthRequest(.showMessage, "Hi!"), PlymouthRequest(.progressPause),
    PlymouthRequest(.quit, Bytes([1])), PlymouthRequest(.quit, ""), PlymouthRequest(nil),
  ]

  @Test func plymouthRequestsAreParsedForEverySplit() {
    let bytes = PlymouthStreamTests.stream
    for first in 0...bytes.count {
      for second in first...bytes.count {
        var stream = PlymouthStream()
        let parts = [bytes[..<first], bytes[first..<second], bytes[second...]]
        #expect(parts.flatMap { stream.feed(Array($0)) } == PlymouthStreamTests.requests, "at \(first) and \(second)")
        #expect(!stream.isBroken)
      }
    }
  }

  @Test func longestPlymouthArgumentIsParsed() {
    var stream = PlymouthStream()
    let text = [UInt8](repeating: UInt8(ascii: "a"), count: 254)
    #expect(stream.feed([UInt8(ascii: "U"), 2, 255] + text + [0]) == [PlymouthRequest(.update, Bytes(text))])
  }

  /// A length of 0, no NUL at the end, an unknown second byte: requests before are valid, everything after is ignored.
  @Test(
    arguments: [
      [UInt8(ascii: "M"), 2, 0], [UInt8(ascii: "M"), 2, 2, UInt8(ascii: "a"), UInt8(ascii: "b")],
      [UInt8(ascii: "P"), 1], [UInt8(ascii: "P"), 3], [UInt8(ascii: "P"), 0xFF],
    ] as [[UInt8]])
  func malformedPlymouthRequestBreaksTheStream(bytes: [UInt8]) {
    var stream = PlymouthStream()
    #expect(
      stream.feed([UInt8(ascii: "S"), 0] + bytes + [UInt8(ascii: "P"), 0]) == [PlymouthRequest(.systemInitialized)])
    #expect(stream.isBroken && stream.feed([UInt8(ascii: "P"), 0]).isEmpty)
  }

  @Test func plymouthStreamGivesTheSameResultForRandomBytesInParts() {
    var dice = SeededRandom(seed: 7)
    for _ in 0..<2000 {
      let count = dice.roll(0...600)
      // Mostly bytes that are valid somewhere, so that the parser gets far.
      let bytes = (0..<count).map { _ in
        dice.pick([0, 2, 5, UInt8(ascii: "M"), UInt8(ascii: "P"), UInt8(ascii: "Q")] + dice.bytes(1))
      }
      var whole = PlymouthStream(), parts = PlymouthStream()
      let expected = whole.feed(bytes)
      var found: [PlymouthRequest] = [], rest = bytes[...]
      while !rest.isEmpty {
        let part = rest.prefix(dice.roll(1...7))
        found += parts.feed(Array(part))
        rest = rest.dropFirst(part.count)
      }
      #expect(found == expected && whole.isBroken == parts.isBroken)
    }
  }
}
