import Foundation
import PNGReader
import Process
import Testing

/// Leases, monitors and screenshots of a running daemon.
@Suite struct LeaseTests {
  private let daemon: RunningDaemon

  init() throws { daemon = try RunningDaemon() }

  private var text: String? { get throws { try daemon.call("GetState").text("text") } }
  private static let show = "{\"loader\":\"shimmer\",\"text\":\"Mine\",\"lease\":true}"

  @Test func loaderWithALeaseEndsWithItsConnection() throws {
    var client: RawClient? = try daemon.client()
    #expect(try client?.call("io.loaderd.Screen.Show", LeaseTests.show).number("id") == 1)
    #expect(try text == "Mine")
    let shown = try #require(try daemon.call("GetState").list("shown") as? [[String: Any]])
    #expect(shown.count == 2 && shown[1]["process"] as? Double == Double(getpid()))
    client = nil
    #expect(try eventually { try text == "Thinking…" })
  }

  @Test func leaseClosedWhileFilesAreReadShowsNothing() throws {
    for _ in 1...2 {
      let client = try daemon.client()
      let show = #"{"loader":"logo","image":"/nonesuch","lease":true}"#
      client.send("{\"method\":\"io.loaderd.Screen.Show\",\"parameters\":\(show)}")
    }
    #expect(try daemon.call("Show", #"{"loader":"logo","image":"/nonesuch"}"#).error == nil)
    #expect(
      try eventually {
        try daemon.child.errors.contains("nonesuch") && daemon.call("GetState").list("shown")?.count == 1
      })
  }

  @Test func otherMonitorsDoNotDelayUpdates() throws {
    let monitor = try daemon.client()
    monitor.send("{\"method\":\"io.loaderd.Screen.Monitor\",\"more\":true}")
    _ = try monitor.reply()
    _ = try daemon.call("SetStatus", "{\"text\":\"News\"}")
    let isNotified = try (1...200).contains { _ in
      let other = try daemon.client()
      other.send("{\"method\":\"io.loaderd.Screen.Monitor\",\"more\":true}")
      _ = try other.reply()
      return (try? monitor.reply(within: 0.02))?.text("status") == "News"
    }
    #expect(isNotified, "while others connect")
  }

  @Test func monitorsReceiveChanges() throws {
    let monitor = try daemon.client()
    monitor.send("{\"method\":\"io.loaderd.Screen.Monitor\",\"more\":true}")
    #expect(try monitor.reply().text("text") == "Thinking…")
    _ = try daemon.call("SetStatus", "{\"text\":\"News\"}")
    #expect(try eventually { try monitor.reply().text("status") == "News" })
    #expect(try monitor.reply().error == nil, "the frame counters are sent without a change")
    #expect(try daemon.client().call("io.loaderd.Screen.Monitor").error == "org.varlink.service.ExpectedMore")
  }

  @Test func monitorThatDoesNotReadDelaysNothing() throws {
    let monitor = try daemon.client()
    monitor.send("{\"method\":\"io.loaderd.Screen.Monitor\",\"more\":true}")
    for index in 0..<2000 { _ = try daemon.call("SetStatus", "{\"text\":\"\(index)\"}") }
    #expect(try daemon.keepsDrawing())
    let first = try monitor.reply()
    #expect(first.error == nil)
  }

  @Test func screenshotIsAPictureOfTheOutput() throws {
    let folder = daemon.folder
    let outcome = try daemon.control(["screenshot", "-o", folder["shot.png"]])
    #expect(outcome.status == 0 && outcome.errors == "")
    let picture = try PNGReader(try folder.data("shot.png"))
    #expect(picture.width == 320 && picture.height == 200)
    #expect(Set(picture.rgba).count > 20, "the shimmer")
    let reply = try daemon.call("Screenshot")
    let bytes = try #require(reply.text("png").flatMap { Data(base64Encoded: $0) })
    #expect(try PNGReader(bytes).width == 320)
    #expect(try daemon.call("Screenshot", "{\"output\":\"HDMI-7\"}").shortError == "InvalidParameter")
    #expect(try daemon.control(["screenshot", "-o", "-"]).output.starts(with: [0x89, 0x50]))
    #expect(try daemon.control(["screenshot", "-o", "/nonesuch/x.png"]).status == 1)
    let kept = [UInt8](repeating: 1, count: 100_000), path = try folder.write("kept.png", kept)
    #expect(try daemon.control(["screenshot", "-o", path, "--output", "HDMI-7"]).status == 1)
    #expect(try folder.data("kept.png") == Data(kept), "a refused screenshot leaves the file unchanged")
    #expect(try daemon.control(["screenshot", "-o", path]).status == 0 && folder.data("kept.png").count < 10_000)
  }
}
