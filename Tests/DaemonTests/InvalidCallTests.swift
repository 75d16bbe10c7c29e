import Foundation
import Process
import Testing

/// Calls with invalid parameters get an error and do not change the screen.
@Suite struct InvalidCallTests {
  private static func show(_ parameters: String) -> (String, String) {
    ("Show", "{\"loader\":\"shimmer\",\"text\":\"New\",\(parameters)}")
  }

  /// Calls, and the name of the parameter in each error.
  private static let invalid: [((method: String, parameters: String), name: String)] = [
    (show(#""style":"disco""#), "style"), (show(#""style":7"#), "style"), (show(#""scheme":"blue""#), "scheme"),
    (show(#""highlight":"greenish""#), "highlight"), (show(##""highlight":"#12345""##), "highlight"),
    (show(##""highlight":"#xyz""##), "highlight"), (show(#""base_color":"""#), "base-color"),
    (show(##""colors":"#fff,,#000""##), "colors"), (show(#""colors":[1,2]"#), "colors"),
    (show(#""colors":{}"#), "colors"),
    (show(#""duration":-1"#), "duration"), (show(#""duration":0"#), "duration"),
    (show(#""duration":"nan""#), "duration"),
    (show(#""duration":"inf""#), "duration"), (show(#""duration":"-inf""#), "duration"),
    (show(#""duration":"1e999""#), "duration"),
    (show(#""duration":1e300"#), "duration"), (show(#""duration":true"#), "duration"),
    (show(#""delay":-0.1"#), "delay"),
    (show(#""weight":50"#), "weight"), (show(#""font_size":0"#), "font-size"), (show(#""scale":9"#), "scale"),
    (show(#""font":"/nonexistent/font.ttf""#), "font"), (show(#""font":"/etc/passwd""#), "font"),
    (show(#""font":"/""#), "font"),
    (show(#""font":"""#), "font"), (show(#""font":"/dev/null""#), "font"), (show(#""font":"/dev/zero""#), "font"),
    (show(#""volume":11"#), "volume"), (show(#""font_size":20,"font-size":21"#), "font-size"),
    (("Show", #"{"loader":"shimmer","text":""}"#), "text"), (("Show", #"{"loader":"shimmer"}"#), "text"),
    (("Show", #"{"loader":"shimmer","text":7}"#), "text"), (("Show", #"{"text":"x"}"#), "loader"),
    (("Show", "{}"), "loader"),
    (("Show", "{\"loader\":\"shimmer\",\"text\":\"\(String(repeating: "x", count: 10000))\"}"), "text"),
    (("SetStatus", "{}"), "text"), (("SetStatus", #"{"text":null}"#), "text"),
    (("SetStatus", #"{"text":"a","for":1}"#), "for"),
    (("SetStatus", "{\"text\":\"\(String(repeating: "é", count: 2049))\"}"), "text"),
    (("SetMessage", #"{"text":"x","lifetime":-1}"#), "lifetime"), (("SetMessage", "{}"), "text"),
    (("Hide", #"{"transition":"explode"}"#), "transition"), (show(#""transition":"explode""#), "transition"),
    (("SetProgress", #"{"value":1.01}"#), "value"), (("SetProgress", #"{"value":-0.01}"#), "value"),
    (("SetProgress", #"{"value":"half"}"#), "value"), (("SetProgress", #"{"value":0.5,"label":7}"#), "label"),
    (("SetProgress", "{\"value\":0.5,\"label\":\"\(String(repeating: "x", count: 4097))\"}"), "label"),
    (("SetProgress", #"{"value":0.5,"part":100,"parts":200}"#), "part"),
    (("Hide", #"{"volume":11}"#), "volume"), (("Quit", #"{"retain":true,"handover":true}"#), "handover"),
    (("Quit", #"{"retain":false,"handover":true,"restart":true}"#), "restart"),
    (("Quit", #"{"retain":"yes"}"#), "retain"),
  ]

  /// The state, which a refused call must not change, and the frame time, which must not restart.
  private struct Snapshot {
    let state: String
    /// In seconds.
    let time: Double

    init(_ daemon: RunningDaemon) throws {
      let answer = try daemon.call("GetState")
      state = try answer.textWithoutFrame
      time = answer.number("frame.time") ?? -1
    }
  }

  private func daemonWithProgress() throws -> RunningDaemon {
    let daemon = try RunningDaemon()
    _ = try daemon.call("SetProgress", #"{"value":0.5,"label":"Half"}"#)
    #expect(try eventually { try daemon.call("GetState").number("frame.time") ?? 0 > 0.3 })
    return daemon
  }

  @Test func invalidParametersAreNamed() throws {
    let daemon = try daemonWithProgress()
    let client = try daemon.client()
    var before = try Snapshot(daemon)
    for (call, name) in InvalidCallTests.invalid {
      let answer = try client.call("io.loaderd.Screen.\(call.method)", call.parameters),
        comment = Comment(rawValue: String("\(call)".prefix(120)))
      #expect(answer.error == "io.loaderd.Screen.InvalidParameter" && answer.text("name") == name, comment)
      #expect(answer.text("reason")?.isEmpty == false && answer.text("reason")?.contains("\n") == false, comment)
      let after = try Snapshot(daemon)
      #expect(after.state == before.state && after.time >= before.time, comment)
      before = after
    }
    #expect(try daemon.keepsDrawing())
  }

  @Test func unknownLoaderIsRefusedWithTheKnownOnes() throws {
    let daemon = try daemonWithProgress(), before = try Snapshot(daemon)
    let answer = try daemon.call("Show", #"{"loader":"nonesuch","text":"x"}"#)
    #expect(answer.error == "io.loaderd.Screen.UnknownLoader" && answer.text("name") == "nonesuch")
    #expect((answer.list("known") as? [String])?.contains("shimmer") == true)
    #expect(try Snapshot(daemon).state == before.state)
    #expect(try daemon.keepsDrawing())
  }

  @Test func invalidUTF8EndsTheConnection() throws {
    let daemon = try daemonWithProgress(), before = try Snapshot(daemon)
    let client = try daemon.client()
    client.send(
      Array(#"{"method":"io.loaderd.Screen.Show","parameters":{"loader":"shimmer","text":""#.utf8) + [0xC3, 0x28]
        + Array("\"}}\0".utf8))
    let answer = try client.reply()
    #expect(answer.shortError == "MalformedCall" && answer.text("reason") == "not UTF-8")
    #expect(client.isClosed())
    #expect(try Snapshot(daemon).state == before.state)
    #expect(try daemon.keepsDrawing())
  }

  @Test(.timeLimit(.minutes(1))) func fontPathThatIsAFIFOIsRefused() throws {
    let daemon = try daemonWithProgress(), before = try Snapshot(daemon)
    #expect(mkfifo(daemon.folder["fifo"], 0o600) == 0)
    let answer = try daemon.call(
      "Show", "{\"loader\":\"shimmer\",\"text\":\"x\",\"font\":\"\(daemon.folder["fifo"])\"}")
    #expect(answer.shortError == "InvalidParameter" && answer.text("name") == "font")
    #expect(try Snapshot(daemon).state == before.state)
    #expect(try daemon.keepsDrawing())
  }
}
