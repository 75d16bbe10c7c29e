import Support
import Testing
import Varlink

/// Parsing and writing calls.
@Suite struct CallTests {
  @Test func membersOfACallAreParsed() throws {
    let call = try Call(#"{"method":"a.B","parameters":{"x":1,"y":null},"oneway":true}"#)
    #expect(call.method == "a.B" && call.isOneway && !call.wantsMore)
    #expect(call["x"] == .number(1))
    #expect(call["y"] == nil, "null counts as absent")
    #expect(call["z"] == nil)
  }

  @Test(arguments: [
    #"{"method":"a.B"}"#, #"{"method":"a.B","parameters":null}"#, #"{"method":"a.B","parameters":{},"other":[]}"#,
  ])
  func parametersAreOptional(text: String) throws {
    let call = try Call(Bytes(Array(text.utf8)))
    #expect(call.parameters.isEmpty && !call.isOneway && !call.wantsMore)
  }

  @Test(arguments: [
    ("", "not JSON at byte 0"), ("{", "not JSON at byte 1"), ("{}", "a call is an object with a method"),
    ("null", "a call is an object with a method"), ("[\"method\"]", "a call is an object with a method"),
    (#"{"method":7}"#, "a call is an object with a method"),
    (#"{"method":"a","parameters":[]}"#, "parameters must be an object"),
    (#"{"method":"a","parameters":"b"}"#, "parameters must be an object"),
    (#"{"method":"a","method":"b"}"#, "'method' twice in an object"), (#"{"method":1e999}"#, "a number out of range"),
    (String(repeating: "[", count: 20), "nested more than 16 deep"), ("{\"method\":\"a\"}{}", "not JSON at byte 14"),
  ])
  func malformedCallsAreRefused(text: String, reason: String) {
    #expect(throws: MessageError.malformed(reason: Bytes(Array(reason.utf8)))) { try Call(Bytes(Array(text.utf8))) }
  }

  @Test(arguments: [(false, false), (true, false), (false, true)])
  func callRoundTrips(oneway: Bool, more: Bool) throws {
    let parameters = [JSON.Member("text", "Think\"ing…"), JSON.Member("value", .number(0.5))]
    let call = try Call(Call("a.b.C", parameters, oneway: oneway, more: more).text)
    #expect(
      call.method == "a.b.C" && call.parameters == parameters && call.isOneway == oneway && call.wantsMore == more)
  }
}
