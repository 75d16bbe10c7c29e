import Support
import Testing
import Varlink

/// Splitting a byte stream into messages that end with NUL.
@Suite struct FramingTests {
  private static let stream: [UInt8] = Array("one\0\0three…\0unfinished".utf8)
  private static let messages: [Bytes] = ["one", "", "three…"]

  @Test func messagesAreFoundForEverySplit() throws {
    for first in 0...FramingTests.stream.count {
      for second in first...FramingTests.stream.count {
        var framing = Framing(), messages: [Bytes] = []
        for part in [0..<first, first..<second, second..<FramingTests.stream.count] {
          messages += try framing.feed(Array(FramingTests.stream[part]))
        }
        #expect(messages == FramingTests.messages, "split at \(first) and \(second)")
        #expect(framing.isInside)
      }
    }
  }

  @Test func messagesAreFoundByteByByte() throws {
    var framing = Framing(), messages: [Bytes] = []
    for byte in FramingTests.stream { messages += try framing.feed([byte]) }
    #expect(messages == FramingTests.messages)
  }

  @Test func isInsideIsTrueWithinAMessage() throws {
    var framing = Framing()
    #expect(!framing.isInside)
    _ = try framing.feed([0x7B])
    #expect(framing.isInside)
    _ = try framing.feed([0])
    #expect(!framing.isInside)
    _ = try framing.feed([])
    #expect(!framing.isInside)
  }

  @Test(arguments: [1, 1000, 16384, 65537])
  func longMessagesAreRefused(chunk: Int) throws {
    func feed(_ count: Int, _ framing: inout Framing) throws(MessageError) -> [Bytes] {
      var messages: [Bytes] = [], rest = [UInt8](repeating: 0x61, count: count) + [0]
      while !rest.isEmpty {
        messages += try framing.feed(Array(rest.prefix(chunk)))
        rest.removeFirst(min(chunk, rest.count))
      }
      return messages
    }
    var framing = Framing()
    #expect(try feed(65536, &framing).map(\.count) == [65536])
    #expect(throws: MessageError.tooLarge(limit: 65536)) { try feed(65537, &framing) }
  }

  @Test func longMessagesAreRefusedBeforeTheirEnd() {
    var framing = Framing()
    #expect(throws: MessageError.tooLarge(limit: 65536)) { try framing.feed([UInt8](repeating: 0x61, count: 65537)) }
  }
}
