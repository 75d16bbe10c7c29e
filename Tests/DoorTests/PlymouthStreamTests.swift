import Dice
import Doors
import Notation
import Testing

@Suite struct PlymouthStreamTests {
  /// As systemd and the client write them: a ping, a message and a pause in one write, a quit, an unknown byte.
  private static let stream: [UInt8] =
    [0x50, 0] + [0x4D, 2, 4] + Array("Hi!\0A\0".utf8) + [0x51, 2, 2, 1, 0] + [0x51, 2, 1, 0] + [0x7A, 0]
  private static let requests: [PlymouthRequest] = [
    PlymouthRequest(.ping), PlymouthRequest(.showMessage, "Hi!"), PlymouthRequest(.progressPause),
    PlymouthRequest(.quit, Bytes([1])), PlymouthRequest(.quit, ""), PlymouthRequest(nil),
  ]

  @Test func everySplitGivesTheSameRequests() {
    let bytes = PlymouthStreamTests.stream
    for first in 0...bytes.count {
      for second in first...bytes.count {
        var stream = PlymouthStream()
        let parts = [bytes[..<first], bytes[first..<second], bytes[second...]]
        #expect(parts.flatMap { stream.take(Array($0)) } == PlymouthStreamTests.requests, "at \(first) and \(second)")
        #expect(!stream.isBroken)
      }
    }
  }

  @Test func longestArgument() {
    var stream = PlymouthStream()
    let text = [UInt8](repeating: 0x61, count: 254)
    #expect(stream.take([0x55, 2, 255] + text + [0]) == [PlymouthRequest(.update, Bytes(text))])
  }

  /// A length of 0, no NUL at the end, another second byte: what came before counts, and nothing after.
  @Test(arguments: [[0x4D, 2, 0], [0x4D, 2, 2, 0x61, 0x62], [0x50, 1], [0x50, 3], [0x50, 0xFF]] as [[UInt8]])
  func brokenRequestsEndTheConnection(bytes: [UInt8]) {
    var stream = PlymouthStream()
    #expect(stream.take([0x53, 0] + bytes + [0x50, 0]) == [PlymouthRequest(.systemInitialized)])
    #expect(stream.isBroken && stream.take([0x50, 0]).isEmpty)
  }

  @Test func anyBytesAreSurvivedInAnyParts() {
    var dice = Dice(seed: 7)
    for _ in 0..<2000 {
      let count = dice.roll(0...600)
      // Mostly bytes that mean something, so that it gets far.
      let bytes = (0..<count).map { _ in dice.pick([0, 2, 5, 0x4D, 0x50, 0x51] + dice.bytes(1)) }
      var whole = PlymouthStream(), parts = PlymouthStream()
      let expected = whole.take(bytes)
      var found: [PlymouthRequest] = [], rest = bytes[...]
      while !rest.isEmpty {
        let part = rest.prefix(dice.roll(1...7))
        found += parts.take(Array(part))
        rest = rest.dropFirst(part.count)
      }
      #expect(found == expected && whole.isBroken == parts.isBroken)
    }
  }
}
