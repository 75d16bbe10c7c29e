import Foundation
import Process
import Testing

/// systemd's client varlinkctl, of a newer Debian release (Tests/newer unpacks it).
@Suite struct VarlinkctlTests {
  private let varlinkctl = Program(
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../build/newer/varlinkctl").path)
  private let daemon: RunningDaemon

  init() throws { daemon = try RunningDaemon() }

  private func run(_ verb: String, _ words: String..., options: [String] = []) throws -> Outcome {
    try varlinkctl.run(options + [verb, "unix:" + daemon.socket] + words)
  }

  @Test func varlinkctlReadsTheInterface() throws {
    #expect(try run("info").text.contains("io.loaderd.Screen"))
    let definition = try run("introspect", "io.loaderd.Screen")
    #expect(definition.status == 0 && definition.text.contains("method Screenshot("))
    let file = try daemon.folder.write("definition", Array(definition.output))
    let outcome = try varlinkctl.run(["validate-idl", file])
    #expect(outcome.status == 0 && outcome.errors == "")
    let methods = try run("list-methods").text.split(separator: "\n")
    #expect(methods.count == 21 && methods.contains("io.loaderd.Screen.Monitor"))
  }

  @Test func varlinkctlCallsMethods() throws {
    let shown = try run(
      "call", "io.loaderd.Screen.Show", "{\"loader\":\"shimmer\",\"text\":\"From afar\"}", options: ["-j"])
    #expect(shown.text == "{\"id\":0}\n")
    #expect(try daemon.call("GetState").text("text") == "From afar")
    #expect(try run("call", "io.loaderd.Screen.GetState", "{}", options: ["-j"]).text.contains("\"From afar\""))
  }

  @Test func varlinkctlPrintsErrorsByName() throws {
    let refused = try run("call", "io.loaderd.Screen.Show", "{\"loader\":\"nonesuch\"}")
    #expect(refused.status == 1 && refused.errors.contains("failed: io.loaderd.Screen.UnknownLoader"))
    #expect(refused.text.contains("shimmer"), "and the known loaders")
    #expect(try run("call", "io.loaderd.Screen.Monitor", "{}").errors.contains("ExpectedMore"))
  }

  @Test func varlinkctlMonitors() throws {
    let folder = Folder()
    let child = try Child(
      varlinkctl,
      ["-j", "--more", "call", "unix:" + daemon.socket, "io.loaderd.Screen.Monitor", "{}"].map { Array($0.utf8) },
      in: folder)
    func printed(_ text: String) -> Bool {
      (try? folder.data("out")).map { String(decoding: $0, as: UTF8.self).contains(text) } ?? false
    }
    #expect(eventually { printed("\"Thinking…\"") })
    _ = try daemon.call("SetStatus", "{\"text\":\"News for systemd\"}")
    #expect(eventually { printed("News for systemd") })
    #expect(child.isRunning)
  }
}
