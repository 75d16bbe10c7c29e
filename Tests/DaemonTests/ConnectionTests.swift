import Foundation
import Process
import Testing

/// The byte stream of one connection: split, pipelined, malformed, overlong and incomplete calls.
@Suite struct ConnectionTests {
  static let getState = #"{"method":"io.loaderd.Screen.GetState"}"#

  @Test func callSentByteByByteIsAnswered() throws {
    let daemon = try RunningDaemon()
    let client = try daemon.client()
    for byte in RawClient.framed(ConnectionTests.getState) { #expect(client.send([byte])) }
    #expect(try client.reply().text("loader") == "shimmer")
  }

  @Test func pipelinedCallsAreAnsweredInOrder() throws {
    let daemon = try RunningDaemon()
    let client = try daemon.client()
    var calls: [UInt8] = []
    for index in 0..<100 {
      calls += RawClient.framed(#"{"method":"io.loaderd.Screen.SetStatus","parameters":{"text":"\#(index)"}}"#)
      calls += RawClient.framed(ConnectionTests.getState)
    }
    #expect(client.send(calls))
    for index in 0..<100 {
      #expect(try client.reply().parameters.isEmpty)
      #expect(try client.reply().text("status") == "\(index)")
    }
  }

  /// A client that reads nothing is told why the rest of its calls is not answered.
  @Test func tooManyUnreadRepliesEndWithAnError() throws {
    let daemon = try RunningDaemon()
    let client = try daemon.client()
    let calls = Array(repeating: RawClient.framed(#"{"method":"io.loaderd.Screen.ListLoaders"}"#), count: 200)
    #expect(client.send(Array(calls.joined())))
    pause(0.3)
    var count = 0
    var answer = try client.reply()
    while answer.error == nil {
      count += 1
      answer = try client.reply()
    }
    #expect((2..<200).contains(count) && answer.error == "io.loaderd.Screen.TooLarge")
    #expect(client.isClosed())
    #expect(try daemon.keepsDrawing())
  }

  @Test func onewayCallsHaveNoReply() throws {
    let daemon = try RunningDaemon()
    let client = try daemon.client()
    client.send(#"{"method":"io.loaderd.Screen.SetStatus","parameters":{"text":"quiet"},"oneway":true}"#)
    client.send(#"{"method":"io.loaderd.Screen.Explode","oneway":true}"#)
    client.send(ConnectionTests.getState)
    #expect(try client.reply().text("status") == "quiet")
    client.send(#"{"method":"io.loaderd.Screen.Monitor","more":true,"oneway":true}"#)
    client.send(#"{"method":"io.loaderd.Screen.ListLoaders"}"#)
    #expect(try client.reply().list("loaders") != nil)
  }

  @Test(arguments: [
    "", "{", "null", "[]", "\"GetState\"", "{}", #"{"method":1}"#,
    #"{"method":"io.loaderd.Screen.Hide","parameters":[]}"#,
    #"{"method":"io.loaderd.Screen.Hide"}x"#, #"{"method":"io.loaderd.Screen.Hide","method":"io.loaderd.Screen.Quit"}"#,
    "{\"method\":\"io.loaderd.Screen.Hide\",\"parameters\":\(String(repeating: "[", count: 40))",
    "GET / HTTP/1.1\r\n\r\n",
  ])
  func malformedCallsEndTheConnection(text: String) throws {
    let daemon = try RunningDaemon()
    let client = try daemon.client()
    client.send(RawClient.framed(text) + RawClient.framed(#"{"method":"io.loaderd.Screen.Hide"}"#))
    #expect(try client.reply().error == "io.loaderd.Screen.MalformedCall")
    #expect(client.isClosed())
    #expect(try daemon.call("GetState").text("loader") == "shimmer", "the call after the malformed one is not handled")
    #expect(try daemon.keepsDrawing())
  }

  @Test func callLargerThanTheLimitIsRefused() throws {
    let daemon = try RunningDaemon()
    let client = try daemon.client()
    #expect(
      client.send(ConnectionTests.getState + String(repeating: " ", count: 65536 - ConnectionTests.getState.utf8.count))
    )
    #expect(try client.reply().text("loader") == "shimmer")
    client.send(ConnectionTests.getState + String(repeating: " ", count: 65537 - ConnectionTests.getState.utf8.count))
    let answer = try client.reply()
    #expect(answer.shortError == "TooLarge" && answer.number("limit") == 65536)
    #expect(client.isClosed())
    #expect(try daemon.keepsDrawing())
  }

  @Test func endlessCallEndsTheConnection() throws {
    let daemon = try RunningDaemon()
    let client = try daemon.client()
    let chunk = [UInt8](repeating: 0x20, count: 10000)
    var sent = 0
    while sent < 10_000_000, client.send(chunk) { sent += chunk.count }
    #expect(sent < 1_000_000)
    #expect(try client.reply().shortError == "TooLarge")
    #expect(try daemon.keepsDrawing())
  }

  @Test func incompleteCallTimesOut() throws {
    let daemon = try RunningDaemon()
    let client = try daemon.client()
    let start = now
    client.send(Array(#"{"method":"io.loaderd"#.utf8))
    #expect(try daemon.keepsDrawing(10))
    #expect(try client.reply().error == "io.loaderd.Screen.TimedOut")
    #expect((0.9...defaultTimeout).contains(now - start))
    #expect(client.isClosed())
  }

  @Test func idleConnectionsStayOpen() throws {
    let daemon = try RunningDaemon()
    let client = try daemon.client()
    pause(1.3)
    #expect(try client.call("io.loaderd.Screen.GetState").error == nil)
    pause(1.3)
    #expect(try client.call("io.loaderd.Screen.GetState").error == nil)
  }

  @Test func timeoutAppliesToEachCallSeparately() throws {
    let daemon = try RunningDaemon()
    let call = RawClient.framed(ConnectionTests.getState)
    // A machine that stops for so long that a call times out rightly needs another connection.
    let isFastEnough = try eventually {
      let client = try daemon.client()
      var start = now
      client.send(Array(call.prefix(10)))
      for _ in 0..<8 {
        pause(0.25)
        let next = now
        client.send(Array(call.dropFirst(10) + call.prefix(10)))
        let reply = Result { try client.reply() }
        if now - start > 0.8 { return false }
        #expect(try reply.get().error == nil)
        start = next
      }
      return true
    }
    #expect(isFastEnough)
  }
}
