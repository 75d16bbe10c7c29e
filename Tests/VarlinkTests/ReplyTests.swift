import Support
import Varlink
import Testing

/// Parsing and writing replies, and the sentences for errors.
@Suite struct ReplyTests {
  @Test func replyRoundTrips() throws {
    let good = try Reply(Reply([JSON.Member("x", .null)]).text)
    #expect(good.error == nil && good.parameters == [JSON.Member("x", .null)])
    let bad = try Reply(Reply.unknownLoader("x", known: ["a", "b"]).text)
    #expect(bad.error == "io.loaderd.Screen.UnknownLoader" && bad["known"] == .array(["a", "b"]))
  }

  @Test(arguments: ["", "{", "[]", "7", "null", #"{"error":7}"#, #"{"parameters":[]}"#])
  func malformedRepliesAreRefused(text: String) {
    #expect(throws: Reply.self) { try Reply(Bytes(Array(text.utf8))) }
  }

  @Test(
    arguments: [
      (Reply.unknownLoader("x", known: ["a", "b"]), "no loader 'x'; there are a, b"),
      (.invalidParameter("duration", "too short"), "duration: too short"),
      (.malformed("not UTF-8"), "the call was malformed: not UTF-8"),
      (.timedOut, "TimedOut"), (Reply(error: "a.b.Odd", [JSON.Member("x", .number(1))]), "Odd {\"x\":1}"),
    ] as [(Reply, Bytes)])
  func errorsHaveASentence(reply: Reply, sentence: Bytes) {
    #expect(reply.sentence == sentence)
  }
}
