import Support
import Testing
import Varlink

/// Parsing and writing replies.
@Suite struct ReplyTests {
  @Test func replyRoundTrips() throws {
    let good = try Reply(Reply([JSON.Member("x", .null)]).text)
    #expect(good.error == nil && good.parameters == [JSON.Member("x", .null)])
    let bad = try Reply(Reply(error: "a.b.Unknown", [JSON.Member("known", .array(["a", "b"]))]).text)
    #expect(bad.error == "a.b.Unknown" && bad["known"] == .array(["a", "b"]))
  }

  @Test(arguments: ["", "{", "[]", "7", "null", #"{"error":7}"#, #"{"parameters":[]}"#])
  func malformedRepliesAreRefused(text: String) {
    #expect(throws: MessageError.self) { try Reply(Bytes(Array(text.utf8))) }
  }
}
