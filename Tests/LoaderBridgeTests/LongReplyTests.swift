import Foundation
import Process
import Testing

/// A loaderd whose state is longer than a call may be.
@Suite struct LongReplyTests {
  let folder = Folder()

  @Test func longStateIsRead() throws {
    let bus = try PrivateBus(in: folder)
    let screen = try RecordingScreen(
      at: folder["s"], mode: "boot\",\"text\":\"" + String(repeating: "x", count: 200_000))
    let service = try Mock("sysupdate", on: bus)
    let bridge = try RunningBridge(in: folder, ["--log", "none"])
    service.tell("add 7 update\nprogress 7 30")
    #expect(screen.hears("SetMode", "update", within: 10))
    #expect(screen.hears(#""task":"sysupdate-7""#, "0.3", within: 10))
    #expect(try bridge.end().status == 0)
  }
}
