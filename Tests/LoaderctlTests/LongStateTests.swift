import Foundation
import Process
import Testing

/// `state` and `monitor` when eight clients have set texts of the maximum length.
@Suite struct LongStateTests {
  private let daemon: RunningDaemon
  private let clients: [RawClient]

  init() throws {
    daemon = try RunningDaemon()
    // A quotation mark takes two bytes in JSON.
    let text = String(repeating: "\\\"", count: 4096)
    var clients: [RawClient] = []
    for _ in 0..<8 {
      let client = try daemon.client()
      let shown = try client.call(
        "io.loaderd.Screen.Show", "{\"loader\":\"shimmer\",\"text\":\"\(text)\",\"lease\":true}")
      #expect(shown.error == nil)
      #expect(try client.call("io.loaderd.Screen.SetStatus", "{\"text\":\"\(text)\"}").error == nil)
      clients.append(client)
    }
    let name = String(repeating: "t", count: 4000)
    for task in 0..<16 {
      let progress = "{\"value\":0.5,\"task\":\"\(name)\(task)\",\"phase\":\"\(name)\"}"
      #expect(try clients[7].call("io.loaderd.Screen.SetProgress", progress).error == nil)
    }
    self.clients = clients
  }

  @Test func stateIsPrinted() throws {
    let outcome = try daemon.control(["--json", "state"])
    #expect(outcome.status == 0, "\(outcome.errors.prefix(200))")
    #expect(outcome.output.count < 262_144)
    let state = try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
    let shown = try #require(state["shown"] as? [[String: Any]])
    #expect(shown.count == 9)
    let text = try #require(shown[8]["text"] as? String)
    #expect(text.utf8.count <= 256 && text.hasSuffix("…") && text.hasPrefix("\"\"\""))
    let task = try #require((state["tasks"] as? [[String: Any]])?.first)
    for name in [try #require(task["name"] as? String), try #require(task["phase"] as? String)] {
      #expect(name.utf8.count <= 64 && name.hasPrefix("ttt") && name.hasSuffix("…"))
    }
    #expect(try daemon.control(["state"]).status == 0)
  }

  @Test func monitorPrintsTheState() throws {
    let folder = Folder()
    let words = ["--socket", daemon.socket, "monitor", "--json"]
    let monitor = try Child(Program.loaderctl(in: folder), words.map { Array($0.utf8) }, in: folder)
    #expect(try eventually { try !folder.data("out").isEmpty })
    #expect(try daemon.control(["quit"]).status == 0)
    #expect(try monitor.finish().status == 0)
  }
}
