import Foundation
import Process
import Testing

/// Calls that a malicious program with access to the socket could send: each gets a reply, and other clients are
/// served.
@Suite struct HostileClientTests {
  private let daemon: RunningDaemon
  /// A client that connected first and must be served throughout.
  private let witness: RawClient

  init() throws {
    daemon = try RunningDaemon()
    witness = try daemon.client()
    _ = try witness.call("io.loaderd.Screen.GetState")
  }

  /// The witness still gets replies, and frames are drawn.
  private func expectServiceContinues() throws {
    #expect(try witness.call("io.loaderd.Screen.GetState").error == nil)
    #expect(try daemon.keepsDrawing())
  }

  private func show(_ parameters: String) throws -> Answer {
    try witness.call("io.loaderd.Screen.Show", "{\(parameters),\"transition\":\"none\"}")
  }

  /// Shows a loader in place of a still text. Without an error, a frame is drawn, also if no part of the loader is
  /// within the display.
  private func replaceText(_ parameters: String) throws -> Answer {
    #expect(try show(#""loader":"text","text":"Still""#).error == nil)
    var before = -1
    let isStill = try eventually {
      before = try daemon.shown
      pause(0.1)
      return try daemon.shown == before
    }
    let answer = try show(parameters)
    if answer.error == nil {
      #expect(try isStill && eventually { try daemon.shown > before }, "\(parameters.prefix(80)) is not drawn")
    }
    return answer
  }

  private static func times(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

  @Test func deeplyNestedAndWideCallsAreRefused() throws {
    for value in [
      Self.times("[", 30000), Self.times("[", 30000) + Self.times("]", 30000),
      Self.times(#"{"a":"#, 10000), "[" + Self.times("[],", 20000) + "0]",
      "[" + Self.times("1,", 30000) + "1]", "{" + (0..<200).map { "\"\($0)\":0" }.joined(separator: ",") + "}",
    ] {
      let client = try daemon.client()
      client.send(#"{"method":"io.loaderd.Screen.Show","parameters":{"loader":"bar","x":\#(value)}}"#)
      #expect(try client.reply().error != nil)
    }
    try expectServiceContinues()
  }

  @Test func extremeNumbersAreValidated() throws {
    for number in ["1e308", "-1e308", "1e-308", "-0", "-0.0", "9007199254740992", "0.1e-300"] {
      let answer = try witness.call("io.loaderd.Screen.SetProgress", "{\"value\":\(number)}")
      let isWithin = try #require(Double(number)) == 0 || (0...1).contains(try #require(Double(number)))
      #expect((answer.error == nil) == isWithin, "\(number)")
      #expect(try show("\"loader\":\"ring\",\"size\":\(number)").shortError == "InvalidParameter", "\(number)")
    }
    for number in ["NaN", "Infinity", "1e309", "0x10", "+1", "01", ".5", "1."] {
      let client = try daemon.client()
      client.send(#"{"method":"io.loaderd.Screen.SetProgress","parameters":{"value":\#(number)}}"#)
      #expect(try client.reply().shortError == "MalformedCall", "\(number)")
    }
    try expectServiceContinues()
  }

  /// The longest accepted text of characters that are expensive to shape.
  @Test(arguments: ["\u{0301}", "\u{1F600}", "\u{202E}", "\u{05D0}a", "\u{0915}\u{093F}", "W", "\n", "\u{FDFA}"])
  func longTextsOfAnyScriptAreDrawn(_ part: String) throws {
    let text = "a" + Self.times(part, 4095 / part.utf8.count)
    let quoted = text.replacingOccurrences(of: "\n", with: "\\n")
    for loader in ["text", "shimmer", "console", "live"] {
      let answer = try replaceText("\"loader\":\"\(loader)\",\"text\":\"\(quoted)\"")
      #expect(answer.error == nil || answer.shortError == "InvalidParameter")
    }
    _ = try witness.call("io.loaderd.Screen.SetStatus", "{\"text\":\"\(quoted)\"}")
    _ = try witness.call("io.loaderd.Screen.SetMessage", "{\"text\":\"\(quoted)\",\"lifetime\":0.2}")
    _ = try show(#""loader":"spinner""#)
    try expectServiceContinues()
  }

  @Test func largestParametersAreDrawn() throws {
    let colors = (0..<64).map { String(format: "#%06X80", $0 * 262_143) }.joined(separator: ",")
    for parameters in [
      #""loader":"ring","size":2000,"scale":8"#, #""loader":"spinner","size":2000,"scale":8,"dots":60"#,
      #""loader":"orb","size":2000,"scale":8,"colors":"\#(colors)""#, #""loader":"skeleton","cards":50,"scale":8"#,
      #""loader":"shimmer","text":"W","font_size":512,"scale":8,"colors":"\#(colors)""#,
      #""loader":"logo","width":4000,"pulse":"on","scale":8"#, #""loader":"parallax","scale":8"#,
      #""loader":"frames","width":4000,"scale":8"#,
      #""loader":"console","text":"W\nW","lines":200,"font_size":512,"scale":8"#,
    ] {
      #expect(try replaceText(parameters).error == nil, "\(parameters)")
    }
    #expect(try show(#""loader":"orb","colors":"\#(colors),#FFF""#).shortError == "InvalidParameter", "65 colours")
    _ = try show(#""loader":"spinner""#)
    try expectServiceContinues()
  }

  /// A file that is neither a font nor a picture gives an error, and none of its content.
  @Test(arguments: ["/dev/zero", "/dev/tty", "/dev/random", "/proc/self/mem", "/proc/kmsg", "/", "FIFO", "/dev/ptmx"])
  func specialFilesAreRefused(_ path: String) throws {
    let fifo = daemon.folder["fifo"]
    #expect(mkfifo(fifo, 0o600) == 0)
    let path = path == "FIFO" ? fifo : path, before = try daemon.settledDescriptorCount(asking: witness)
    #expect(try show(#""loader":"text","text":"x","font":"\#(path)""#).shortError == "InvalidParameter")
    _ = try show(#""loader":"logo","image":"\#(path)""#)  // shows the standard picture and logs an error
    _ = try show(#""loader":"spinner""#)
    #expect(try eventually { try daemon.child.descriptorCount <= before })
    try expectServiceContinues()
  }

  @Test func manyShowCallsUseBoundedMemory() throws {
    let client = try daemon.client(), before = try daemon.child.figure("VmRSS")
    for round in 0..<1000 {
      client.send(
        #"{"method":"io.loaderd.Screen.Show","parameters":{"loader":"shimmer","text":"Wide","font_size":\#(1 + round % 512)}}"#
      )
      #expect(try client.reply().error == nil)
    }
    #expect(try daemon.child.figure("VmRSS") - before < 65536, "kB")
    try expectServiceContinues()
  }

  /// The city is decoded in twice the size in which it is shown.
  @Test func memoryOfPicturesIsReturned() throws {
    _ = try show(#""loader":"bar""#)
    let before = try daemon.child.figure("VmRSS")
    _ = try show(#""loader":"parallax""#)
    #expect(try eventually { try daemon.child.figure("VmRSS") > before + 4096 }, "the pictures are in memory")
    _ = try show(#""loader":"bar""#)
    #expect(try eventually { try daemon.child.figure("VmRSS") < before + 3072 }, "kB")
  }

  /// Task names that are not used again are removed.
  @Test func manyTaskNamesUseBoundedMemory() throws {
    let client = try daemon.client()
    func report(_ count: Int) throws {
      for _ in 0..<count {
        client.send(
          #"{"method":"io.loaderd.Screen.SetProgress","parameters":{"value":0.5,"task":"\#(UUID().uuidString)"}}"#)
        #expect(try client.reply().error == nil)
      }
    }
    try report(2000)
    let before = try daemon.child.figure("VmRSS")
    try report(4000)
    #expect(try daemon.child.figure("VmRSS") - before < 2048, "kB")
    try expectServiceContinues()
  }
}
