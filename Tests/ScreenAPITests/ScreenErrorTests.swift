import ScreenAPI
import Support
import Testing
import Varlink

@Suite struct ScreenErrorTests {
  @Test func parametersAreReadBack() throws {
    let error = try Reply(Reply.unknownLoader("x", known: ["a", "b"]).text)
    #expect(error.error == "io.loaderd.Screen.UnknownLoader" && error["known"] == .array(["a", "b"]))
  }

  @Test func messageErrorsAreReplies() {
    let malformed = Reply(MessageError.malformed(reason: "not UTF-8"))
    let tooLarge = Reply(MessageError.tooLarge(limit: 7))
    #expect(malformed.error == "io.loaderd.Screen.MalformedCall" && malformed["reason"] == "not UTF-8")
    #expect(tooLarge.error == "io.loaderd.Screen.TooLarge" && tooLarge["limit"] == .integer(7))
  }

  @Test(
    arguments: [
      (Reply.unknownLoader("x", known: ["a", "b"]), "no loader 'x'; there are a, b"),
      (.invalidParameter("duration", "too short"), "duration: too short"),
      (.malformed("not UTF-8"), "the call was malformed: not UTF-8"),
      (.timedOut, "TimedOut"), (Reply(error: "a.b.Odd", [JSON.Member("x", .number(1))]), "Odd {\"x\":1}"),
    ] as [(Reply, Bytes)])
  func sentences(reply: Reply, sentence: Bytes) {
    #expect(reply.sentence == sentence)
  }
}
