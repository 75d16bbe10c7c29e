import Foundation
import Process
import SeededRandom
import Testing

/// Many clients at once, and clients that do not follow the protocol: other clients and the animation are not affected.
@Suite struct ConcurrentClientTests {
  private let daemon: RunningDaemon
  /// A client that connected first and must be served throughout.
  private let witness: RawClient
  /// The number of the daemon's descriptors with only the witness connected.
  private let descriptors: Int

  init() throws {
    daemon = try RunningDaemon()
    witness = try daemon.client()
    _ = try witness.call("io.loaderd.Screen.GetState")
    descriptors = try daemon.settledDescriptorCount(asking: witness)
  }

  /// The witness still gets replies, frames are drawn, and the descriptors of other clients are closed.
  private func expectServiceContinues() throws {
    #expect(try witness.call("io.loaderd.Screen.GetState").text("text") == "Thinking…")
    #expect(try daemon.keepsDrawing())
    #expect(try eventually { try daemon.child.descriptorCount <= descriptors })
  }

  /// A number of calls whose replies are long.
  private static func lists(_ count: Int) -> [UInt8] {
    Array([[UInt8]](repeating: RawClient.framed(#"{"method":"io.loaderd.Screen.ListLoaders"}"#), count: count).joined())
  }

  @Test func numberOfClientsIsLimited() throws {
    var crowd = try (0..<63).map { _ in try daemon.client() }
    for client in crowd { #expect(try client.call("io.loaderd.Screen.GetState").error == nil) }
    let last = try daemon.client()
    #expect(try last.reply().error == "io.loaderd.Screen.TooManyClients")
    #expect(last.isClosed())
    #expect(try crowd[62].call("io.loaderd.Screen.GetState").error == nil)
    crowd.removeLast()
    #expect(
      try eventually { try daemon.client().call("io.loaderd.Screen.GetState").error == nil },
      "a closed connection makes room")
    crowd = []
    try expectServiceContinues()
  }

  @Test(.enabled(if: geteuid() == 0, "needs root, to be another user")) func strangersLeaveConnectionsForRoot() throws {
    chmod(daemon.folder.path, 0o755)
    chmod(daemon.socket, 0o666)
    let script = """
      import signal, socket, sys
      clients = [socket.socket(socket.AF_UNIX) for _ in range(100)]
      for client in clients:
          client.connect(sys.argv[1])
      print("connected", flush=True)
      signal.pause()
      """
    let folder = Folder(), words = ["-c", script, daemon.socket].map { Array($0.utf8) }
    let crowd = try Child(Program("/usr/bin/python3").asStranger, words, in: folder)
    #expect(try eventually { try !crowd.isRunning || !folder.data("out").isEmpty } && crowd.isRunning)
    let clients = try (0..<4).map { _ in try daemon.client() }
    for client in clients { #expect(try client.call("io.loaderd.Screen.GetState").error == nil) }
  }

  @Test func clientThatNeverReadsIsDisconnected() throws {
    let client = try daemon.client(), before = try daemon.child.figure("VmRSS")
    let calls = ConcurrentClientTests.lists(50)
    var rounds = 0
    while rounds < 1000, client.send(calls) { rounds += 1 }
    #expect(rounds < 1000, "the connection is closed")
    #expect(rounds > 0, "replies that fit the queue are kept")
    #expect(try daemon.child.figure("VmRSS") - before < 8192, "kB")
    try expectServiceContinues()
  }

  @Test func slowClientGetsEveryReply() throws {
    let client = try daemon.client()
    // More than the kernel's socket buffer holds, and less than the daemon's queue.
    let call = RawClient.framed(#"{"method":"io.loaderd.Screen.\#(String(repeating: "X", count: 2000))"}"#)
    #expect(client.send(Array([[UInt8]](repeating: call, count: 120).joined())))
    pause(0.3)
    for _ in 0..<120 { #expect(try client.reply().shortError == "MethodNotFound") }
    #expect(try client.call("io.loaderd.Screen.GetState").error == nil)
  }

  /// Clients are served in turn, and frames take precedence. Frames are counted by the processor time of the daemon,
  /// because the machine decides how much of that it gets. Calls without a reply come faster than they are handled:
  /// some always wait.
  @Test func manyClientsWithManyCallsDelayNoFrame() throws {
    var crowd = try (0..<40).map { _ in try daemon.client() }
    let before = try daemon.shown
    let call = RawClient.framed(#"{"method":"io.loaderd.Screen.ListLoaders","oneway":true}"#)
    let calls = Array([[UInt8]](repeating: call, count: 100).joined()), start = try daemon.child.processorTime
    var seconds = 0.0
    while seconds < 1 {
      for client in crowd { client.send(calls) }
      #expect(try witness.call("io.loaderd.Screen.GetState").error == nil)
      seconds = try daemon.child.processorTime - start
    }
    let frames = Double(try daemon.shown - before)
    #expect(frames > 15 * seconds, "\(frames) in \(seconds) s")
    for client in crowd { #expect(try client.call("io.loaderd.Screen.ListLoaders").error == nil) }
    crowd = []
    try expectServiceContinues()
  }

  /// Calls on separate connections are handled in the order of the connections, even if all are pending at once.
  @Test func connectionsAreServedInTheirOrder() throws {
    for index in 0..<40 {
      let call = #"{"method":"io.loaderd.Screen.SetStatus","parameters":{"text":"\#(index)"},"oneway":true}"#
      try daemon.client().send(call)
    }
    #expect(try daemon.client().call("io.loaderd.Screen.GetState").text("status") == "39")
    try expectServiceContinues()
  }

  @Test func abruptDisconnectsReleaseTheirDescriptors() throws {
    for round in 0..<200 {
      let client = try daemon.client()
      switch round % 4 {
      case 0: break
      case 1: client.send(Array(#"{"method"#.utf8))
      case 2: client.send(ConnectionTests.getState)
      default: client.send(ConcurrentClientTests.lists(100))
      }
    }
    try expectServiceContinues()
  }

  @Test func randomBytesAreAnsweredOrIgnored() throws {
    var dice = SeededRandom(seed: 7)
    let seeds = ["GetState", "ListLoaders", "Hidden"].map {
      RawClient.framed(#"{"method":"io.loaderd.Screen.\#($0)","parameters":{"a":[1.5e0,"\u00e9"]}}"#)
    }
    for round in 0..<400 {
      let client = try daemon.client()
      var bytes = seeds[round % seeds.count]
      if round % 4 == 3 {
        bytes = (0..<dice.roll(1...3000)).map { _ in UInt8(truncatingIfNeeded: dice.next()) }
      } else {
        for _ in 0..<dice.roll(1...4) { bytes[dice.roll(0...bytes.count - 1)] = UInt8(truncatingIfNeeded: dice.next()) }
      }
      client.send(bytes)
      if round % 8 == 0 {  // any bytes that are received must be a reply
        do { _ = try client.reply(within: 0.05) } catch is RawClient.Failure {}
      }
    }
    try expectServiceContinues()
  }
}
