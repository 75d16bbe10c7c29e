import DaemonCore
import Foundation
import Process
import ScreenAPI
import Support
import System
import Testing
import Varlink

/// The end of a server, and the files of the sockets.
@Suite struct ServerTests {
  private let folder = Folder()
  private func path(_ name: String) -> Bytes { Bytes(Array(folder[name].utf8)) }

  @Test func closedServerEndsIdleConnections() throws {
    let loop = try EventLoop(), server = Server(loop) { _ in Reply() }
    try server.listen(on: Socket.listening(at: path("s")))
    let clients = try (0..<3).map { _ in try Socket.connected(to: path("s")) }
    try clients[0].write(Array(#"{"method":"io.loaderd.Screen.GetState"}"#.utf8) + [0])
    let timer = try Timer()
    try timer.set(Clock.nanoseconds + 5_000_000_000)
    _ = try loop.watch(timer.descriptor) { _ in loop.stop() }
    var isClosed = false
    try loop.run {
      server.dispatch(now: Clock.nanoseconds)
      if !isClosed, clients[0].awaitBytes(until: 0) {
        isClosed = true
        server.close()
      }
      if isClosed, clients.allSatisfy({ $0.awaitBytes(until: 0) }) { loop.stop() }
    }
    #expect(try clients[0].read(upTo: 64)?.isEmpty == false)
    for client in clients { #expect(try client.awaitBytes(until: 0) && client.read(upTo: 64)?.isEmpty == true) }
  }

  /// As after a reload of a configuration that admits fewer users.
  @Test func refusedClientsAreDisconnected() throws {
    let loop = try EventLoop()
    var isOpen = true
    let server = Server(loop) { _ in
      isOpen
    } answer: { _, _ in
      .reply(Reply())
    } closed: { _ in
    }
    try server.listen(on: Socket.listening(at: path("s")))
    let client = try Socket.connected(to: path("s"))
    try client.write(Array(#"{"method":"io.loaderd.Screen.GetState"}"#.utf8) + [0])
    try loop.run {
      server.dispatch(now: Clock.nanoseconds)
      if client.awaitBytes(until: 0) { loop.stop() }
    }
    #expect(try client.read(upTo: 64)?.isEmpty == false)
    server.endRefusedClients()
    #expect(!client.awaitBytes(until: 0), "it may connect")
    isOpen = false
    server.endRefusedClients()
    let text = try client.read(upTo: 4096) ?? []
    #expect(String(decoding: text, as: UTF8.self).contains("NotPermitted"))
    #expect(try client.read(upTo: 64)?.isEmpty == true)
  }

  /// As after `quit --retain`, when another loaderd has been started.
  @Test func socketOfAnotherLoaderdIsNotRemoved() throws {
    let loop = try EventLoop(), file = folder["s.handover"]
    let first = try #require(SuccessorListener(beside: path("s"), inherited: nil, loop) { _ in })
    let second = try #require(SuccessorListener(beside: path("s"), inherited: nil, loop) { _ in })
    first.close()
    #expect(FileManager.default.fileExists(atPath: file))
    second.close()
    #expect(!FileManager.default.fileExists(atPath: file))
  }
}
