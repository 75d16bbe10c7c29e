import Foundation
import Process
import Testing

/// What a successor, or the next daemon at the same socket, has of the one before.
@Suite struct SuccessorStateTests {
  private func successor(of daemon: RunningDaemon) throws -> RunningDaemon {
    let next = try RunningDaemon(showing: nil, ["--replace"], in: daemon.folder)
    #expect(try daemon.child.finish().status == 0)
    return next
  }

  /// Where somebody has removed the socket's file, another loaderd may start.
  @Test func filesOfAnotherDaemonStay() throws {
    let first = try RunningDaemon(), folder = first.folder
    try FileManager.default.removeItem(atPath: folder["s"])
    let second = try RunningDaemon(showing: "Second", in: folder)
    first.child.signal(SIGTERM)
    #expect(try first.child.finish().status == 0)
    #expect(try second.keepsDrawing() && folder.exists("s") && !folder.exists("s.ended"))
  }

  /// An old `loaderctl run` would change the loader of another one.
  @Test func idsAreNotUsedAgainAfterQuit() throws {
    let first = try RunningDaemon(showing: nil), folder = first.folder
    let lease = #"{"loader":"ring","lease":true}"#
    let client = try first.client()
    let before = try #require(try client.call("io.loaderd.Screen.Show", lease).number("id"))
    #expect(try first.control(["quit"]).status == 0 && first.child.finish().status == 0)
    let second = try RunningDaemon(showing: nil, in: folder), next = try second.client()
    #expect(try #require(try next.call("io.loaderd.Screen.Show", lease).number("id")) > before)
  }

  /// The lease that covered the failure has ended it; its connection is not in the journal.
  @Test func failureThatALeaseHasEndedDoesNotComeBack() throws {
    let daemon = try RunningDaemon()
    _ = try daemon.call("ReportFailure", #"{"unit":"data.mount"}"#)
    do {
      let client = try daemon.client()
      #expect(try client.call("io.loaderd.Screen.Show", #"{"loader":"ring","lease":true}"#).error == nil)
    }
    #expect(try daemon.call("GetState").isNull("failure"))
    #expect(try successor(of: daemon).call("GetState").isNull("failure"))
  }

  /// `Hide` hides the title; the same mode with another one shows it.
  @Test func titleThatCameAfterHideStays() throws {
    let daemon = try RunningDaemon()
    _ = try daemon.call("SetMode", #"{"mode":"update"}"#)
    _ = try daemon.call("Hide")
    _ = try daemon.call("SetStatus", #"{"text":"Still here"}"#)
    _ = try daemon.call("SetMode", #"{"mode":"update","title":"Again"}"#)
    #expect(try daemon.call("GetState").text("title") == "Again")
    let state = try successor(of: daemon).call("GetState")
    #expect(try state.text("title") == "Again" && state.text("status") == "Still here")
  }

  /// It would end the successor, whose configuration may let it.
  @Test func ignoredQuitIsNotHandedOver() throws {
    let folder = Folder()
    try folder.write("conf", Array("[Handover]\nuntil = quit\n".utf8))
    let daemon = try RunningDaemon(["--config", folder["conf"]], in: folder)
    #expect(try daemon.control(["quit", "--handover"]).status == 0)
    #expect(try successor(of: daemon).keepsDrawing())
  }
}
