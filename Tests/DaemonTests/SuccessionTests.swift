import Foundation
import Process
import Testing

/// A daemon that was killed, and the one after it.
@Suite struct SuccessionTests {
  /// Kills it when it has written these words down.
  private func kill(_ daemon: RunningDaemon, remembering words: String) throws {
    #expect(daemon.remembers(words))
    daemon.child.signal(SIGKILL)
    #expect(try daemon.child.finish().status == nil)
  }

  @Test func whatWasShownGoesOnAtItsPhase() throws {
    let folder = Folder()
    let first = try RunningDaemon(in: folder)
    _ = try first.call("Show", #"{"loader":"spinner"}"#)
    _ = try first.call("SetStatus", #"{"text":"Almost there"}"#)
    _ = try first.call("SetProgress", #"{"value":0.25}"#)
    #expect(try eventually { try first.call("GetState").number("frame.time") ?? 0 > 0.2 })
    let before = try #require(try first.call("GetState").number("frame.time")), start = Date()
    try kill(first, remembering: "0.25")
    let second = try RunningDaemon(showing: "Another", in: folder)
    let state = try second.call("GetState")
    #expect(state.text("loader") == "spinner" && state.text("status") == "Almost there")
    #expect(state.number("progress") == 0.25)
    #expect(try second.goesOn())
    let isInPhase = try eventually {
      let passed = try second.call("GetState").number("frame.time").map { $0 - before }
      return abs((passed ?? 0) - Date().timeIntervalSince(start)) < 0.3
    }
    #expect(isInPhase)
  }

  @Test func whatWasHiddenStaysHidden() throws {
    let folder = Folder()
    let first = try RunningDaemon(in: folder)
    _ = try first.call("Hide")
    _ = try first.call("SetStatus", #"{"text":"Only this"}"#)
    try kill(first, remembering: "Only this")
    let state = try RunningDaemon(showing: "Another", in: folder).call("GetState")
    #expect(state.isNull("loader") && state.text("status") == "Only this")
  }

  @Test func whoQuitsLeavesNothing() throws {
    let folder = Folder()
    let first = try RunningDaemon(in: folder)
    #expect(eventually { folder.exists("s.state") })
    _ = try first.call("Quit")
    #expect(try first.child.finish().status == 0)
    #expect(!folder.exists("s.state") && !folder.exists("s"))
    #expect(try RunningDaemon(showing: "Another", in: folder).call("GetState").text("text") == "Another")
  }

  @Test(arguments: ["", "{", #"{"boot":"?","calls":[]}"#, String(repeating: "x", count: 100_000)])
  func aDamagedRecordIsNotBelieved(_ text: String) throws {
    let folder = Folder()
    _ = try folder.write("s.state", Array(text.utf8))
    #expect(try RunningDaemon(showing: "Another", in: folder).call("GetState").text("text") == "Another")
  }
}
