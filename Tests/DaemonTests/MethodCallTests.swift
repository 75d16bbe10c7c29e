import Process
import Testing

/// Method calls to a running daemon.
@Suite struct MethodCallTests {
  @Test func showAndHideChangeTheLoader() throws {
    let daemon = try RunningDaemon(showing: nil)
    var state = try daemon.call("GetState")
    #expect(
      state.text("loader") == nil && state.text("text") == nil && state.text("status") == ""
        && state.number("progress") == nil)
    #expect(state.text("mode") == "boot" && state.number("missing_glyphs") == 0)
    #expect(state.text("output.kind") == "headless" && state.text("output.pacing") == "timer")
    #expect(
      state.number("output.width") == 320 && state.number("output.height") == 200
        && state.number("output.refresh") == 60)

    #expect(
      try daemon.call("Show", #"{"loader":"shimmer","text":"Hello","style":"grok","font_size":20,"scale":2}"#).error
        == nil)
    state = try daemon.call("GetState")
    #expect(state.text("loader") == "shimmer" && state.text("text") == "Hello" && state.number("output.scale") == 2)
    #expect(try daemon.keepsDrawing())

    #expect(try daemon.call("Hide").error == nil)
    #expect(try daemon.call("GetState").text("loader") == nil)
  }

  @Test func frameTimeRestartsWithANewLoader() throws {
    let daemon = try RunningDaemon()
    #expect(try eventually { try daemon.call("GetState").number("frame.time") ?? 0 > 0.5 })
    let start = now
    _ = try daemon.call("Show", #"{"loader":"shimmer","text":"Again"}"#)
    let isRestarted = try eventually {
      let time = try #require(try daemon.call("GetState").number("frame.time"))
      return time < now - start
    }
    #expect(isRestarted)
  }

  @Test func statusAndProgressAreReturnedByGetState() throws {
    let daemon = try RunningDaemon()
    #expect(try daemon.call("SetStatus", #"{"text":"Checking disks…"}"#).error == nil)
    #expect(try daemon.call("SetProgress", #"{"value":0.25}"#).error == nil)
    var state = try daemon.call("GetState")
    #expect(state.text("status") == "Checking disks…" && state.number("progress") == 0.25)
    #expect(try daemon.call("SetProgress", #"{"value":1,"label":"Done"}"#).error == nil)
    state = try daemon.call("GetState")
    #expect(state.text("status") == "Done" && state.number("progress") == 1)
    #expect(try daemon.call("SetProgress", #"{"value":null}"#).error == nil)
    #expect(try daemon.call("SetStatus", #"{"text":""}"#).error == nil)
    state = try daemon.call("GetState")
    #expect(state.text("status") == "" && state.number("progress") == nil)
  }

  @Test func listLoadersDescribesParameters() throws {
    let daemon = try RunningDaemon()
    let loaders = try #require(try daemon.call("ListLoaders").list("loaders") as? [[String: Any]])
    let shimmer = try #require(loaders.first { $0["name"] as? String == "shimmer" })
    let parameters = try #require(shimmer["parameters"] as? [[String: Any]])
    let style = try #require(parameters.first { $0["name"] as? String == "style" })
    #expect(style["type"] as? String == "gradient | flow | sweep | calm | processing")
    #expect(style["standard"] as? String == "sweep")
    #expect(parameters.count == Set(parameters.compactMap { $0["name"] as? String }).count)
  }

  @Test func quitEndsTheDaemonAndRemovesTheSocket() throws {
    let daemon = try RunningDaemon()
    #expect(try daemon.call("Quit").error == nil, "the reply is sent before the process ends")
    let outcome = try daemon.child.finish()
    #expect(outcome.status == 0 && outcome.errors.hasPrefix("loaderd: Quit by process "), "the caller is logged")
    #expect(!daemon.folder.exists("s"), "the socket is removed")
  }

  @Test func missingGlyphsAreCounted() throws {
    let daemon = try RunningDaemon(showing: "漢字")
    #expect(try eventually { try daemon.call("GetState").number("missing_glyphs") == 2 })
  }
}
