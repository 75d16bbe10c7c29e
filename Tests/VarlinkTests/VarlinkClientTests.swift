import Support
import System
import Testing
import Varlink

/// The Varlink client, with a listening socket of the test as its server.
@Suite struct VarlinkClientTests {
  private let path: Bytes = "@loaderd-client-\(Int(Clock.nanoseconds))"

  @Test func intervalsBetweenAttemptsGrow() throws {
    let loop = try EventLoop(), client = VarlinkClient(to: path, on: loop)
    var now: Int64 = 0, intervals: [Int64] = []
    for _ in 0..<5 {
      client.dispatch(now: now)
      #expect(!client.isConnected && client.error?.isAbsence == true)
      let next = try #require(client.deadline)
      intervals.append((next - now) / 1_000_000)
      client.dispatch(now: next - 1)
      #expect(client.deadline == next, "no attempt before the deadline")
      now = next
    }
    #expect(intervals == [250, 500, 1000, 1000, 1000])
  }

  @Test func longRepliesAreRead() throws {
    let listener = try Socket.listening(at: path)
    let loop = try EventLoop(), client = VarlinkClient(to: path, on: loop)
    var events: [Bytes] = []
    client.connected = { events.append("connected") }
    client.disconnected = { events.append("disconnected") }
    client.received = { reply in
      events.append(reply["text"]?.string.map { "\($0.count)" } ?? "none")
      return reply.error == nil
    }
    client.dispatch(now: 0)
    let server = try #require(try Socket.accepted(from: listener))
    client.send(Call("a.b.C", []))
    #expect(try server.read(upTo: 4096) == Call("a.b.C", []).text.utf8 + [0])
    let long = Reply([JSON.Member("text", .string(Bytes([UInt8](repeating: 0x61, count: 100_000))))]).text.utf8 + [0]
    let deadline = Clock.nanoseconds + 60_000_000_000
    var rest = (long + Reply().text.utf8 + [0])[...]
    while !rest.isEmpty {
      rest = rest.dropFirst(try Socket.send(rest, on: server))
      #expect(client.awaitReplies(until: deadline))
    }
    while events.count < 3, client.awaitReplies(until: deadline) {}
    #expect(events == ["connected", "100000", "none"])
    _ = try Socket.send((Reply(error: "a.b.No").text.utf8 + [0])[...], on: server)
    #expect(!client.awaitReplies(until: deadline), "`received` has returned false")
    #expect(events.suffix(2) == ["none", "disconnected"] && !client.isConnected)
  }

  @Test func overlongReplyEndsTheConnection() throws {
    let listener = try Socket.listening(at: path)
    let loop = try EventLoop(), client = VarlinkClient(to: path, on: loop)
    client.dispatch(now: 0)
    let server = try #require(try Socket.accepted(from: listener))
    let end = Clock.nanoseconds + 60_000_000_000
    let chunk = [UInt8](repeating: 0x61, count: 65536)[...]
    var sent = 0
    while client.isConnected, sent < 4 * Framing.replyLimit {
      sent += (try? Socket.send(chunk, on: server)) ?? 0
      _ = client.awaitReplies(until: end)
    }
    #expect(!client.isConnected && sent >= Framing.replyLimit)
  }

  @Test func bytesThatAreNoReplyAreAProtocolError() throws {
    let listener = try Socket.listening(at: path)
    let client = try VarlinkClient(to: path, timeout: 10)
    let server = try #require(try Socket.accepted(from: listener))
    _ = try Socket.send(Array("HTTP/1.1 400 Bad Request\0".utf8)[...], on: server)
    let error = #expect(throws: SystemError.self) { try client.call(Call("a.b.C", [])) }
    #expect(error == SystemError.protocolError("read"))
  }
}
