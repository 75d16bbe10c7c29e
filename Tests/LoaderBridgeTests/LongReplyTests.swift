import Foundation
import Process
import Testing

/// A reply to `GetState` that is longer than a call may be.
@Suite struct LongReplyTests {
  let folder = Folder()

  @Test func aLongStateIsRead() throws {
    let bus = try PrivateBus(in: folder)
    let daemon = try RecordingDaemon(
      at: folder["s"], mode: "boot\",\"text\":\"" + String(repeating: "x", count: 200_000))
    let service = try MockService("sysupdate", on: bus)
    let bridge = try RunningBridge(in: folder, ["--log", "none"])
    service.send("add 7 update\nprogress 7 30")
    #expect(daemon.receives("SetMode", "update"))
    #expect(daemon.receives(#""task":"sysupdate-7""#, "0.3"))
    #expect(try bridge.end().status == 0)
  }
}
