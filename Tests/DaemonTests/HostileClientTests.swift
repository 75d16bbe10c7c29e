import Foundation
import Process
import Testing

/// What a program of the group could do to the socket on purpose: it is answered, and everybody else is too.
@Suite struct HostileClientTests {
  private let daemon: RunningDaemon
  private let witness: RawClient

  init() throws {
    daemon = try RunningDaemon()
    witness = try daemon.client()
    _ = try witness.call("io.loaderd.Screen.GetState")
  }

  /// The witness is answered on its old connection, and frames keep coming.
  private func expectItGoesOn() throws {
    #expect(try witness.call("io.loaderd.Screen.GetState").error == nil)
    #expect(try daemon.keepsDrawing())
  }

  private func show(_ parameters: String) throws -> Answer {
    try witness.call("io.loaderd.Screen.Show", "{\(parameters),\"transition\":\"none\"}")
  }

  private static func times(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

  @Test func deepAndWideCalls() throws {
    for value in [
      HostileClientTests.times("[", 30000), HostileClientTests.times("[", 30000) + HostileClientTests.times("]", 30000),
      HostileClientTests.times(#"{"a":"#, 10000), "[" + HostileClientTests.times("[],", 20000) + "0]",
      "[" + HostileClientTests.times("1,", 30000) + "1]", "{" + (0..<200).map { "\"\($0)\":0" }.joined(separator: ",") + "}",
    ] {
      let client = try daemon.client()
      client.send(#"{"method":"io.loaderd.Screen.Show","parameters":{"loader":"bar","x":\#(value)}}"#)
      #expect(try client.reply().error != nil)
    }
    try expectItGoesOn()
  }

  @Test func numbersAtTheirEdges() throws {
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
    try expectItGoesOn()
  }

  /// As much text as is taken, of what is hardest to set.
  @Test(arguments: ["\u{0301}", "\u{1F600}", "\u{202E}", "\u{05D0}a", "\u{0915}\u{093F}", "W", "\n", "\u{FDFA}"])
  func textsOfAllKinds(_ part: String) throws {
    let text = "a" + HostileClientTests.times(part, 4095 / part.utf8.count)
    let quoted = text.replacingOccurrences(of: "\n", with: "\\n")
    for loader in ["text", "shimmer", "console", "live"] {
      let answer = try show("\"loader\":\"\(loader)\",\"text\":\"\(quoted)\"")
      #expect(answer.error == nil || answer.shortError == "InvalidParameter")
    }
    _ = try witness.call("io.loaderd.Screen.SetStatus", "{\"text\":\"\(quoted)\"}")
    _ = try witness.call("io.loaderd.Screen.SetMessage", "{\"text\":\"\(quoted)\",\"lifetime\":0.2}")
    _ = try show(#""loader":"spinner""#)
    try expectItGoesOn()
  }

  @Test func everythingAtItsLargest() throws {
    let colors = (0..<64).map { String(format: "#%06X80", $0 * 262_143) }.joined(separator: ",")
    for parameters in [
      #""loader":"ring","size":2000,"scale":8"#, #""loader":"spinner","size":2000,"scale":8,"dots":60"#,
      #""loader":"orb","size":2000,"scale":8,"colors":"\#(colors)""#, #""loader":"skeleton","cards":50,"scale":8"#,
      #""loader":"shimmer","text":"W","font_size":512,"scale":8,"colors":"\#(colors)""#,
      #""loader":"logo","width":4000,"pulse":"on","scale":8"#, #""loader":"parallax","scale":8"#,
      #""loader":"console","text":"W\nW","lines":200,"font_size":512,"scale":8"#,
    ] {
      #expect(try show(parameters).error == nil, "\(parameters)")
      #expect(try eventually { try daemon.call("GetState").number("frame.shown") ?? 0 > 0 })
    }
    #expect(try show(#""loader":"orb","colors":"\#(colors),#FFF""#).shortError == "InvalidParameter", "65 colours")
    _ = try show(#""loader":"spinner""#)
    try expectItGoesOn()
  }

  /// Whoever names a file gets no more of it than a reason.
  @Test(arguments: ["/dev/zero", "/dev/tty", "/dev/random", "/proc/self/mem", "/proc/kmsg", "/", "FIFO", "/dev/ptmx"])
  func filesThatAreNone(_ path: String) throws {
    let fifo = daemon.folder["fifo"]
    #expect(mkfifo(fifo, 0o600) == 0)
    let path = path == "FIFO" ? fifo : path, before = try daemon.child.descriptorCount
    #expect(try show(#""loader":"text","text":"x","font":"\#(path)""#).shortError == "InvalidParameter")
    _ = try show(#""loader":"logo","image":"\#(path)""#)  // shows another picture, and complains
    _ = try show(#""loader":"spinner""#)
    #expect(try eventually { try daemon.child.descriptorCount == before })
    try expectItGoesOn()
  }

  @Test func showsAsFastAsTheyCome() throws {
    let client = try daemon.client(), before = try daemon.child.figure("VmRSS")
    for round in 0..<1000 {
      client.send(
        #"{"method":"io.loaderd.Screen.Show","parameters":{"loader":"shimmer","text":"Wide","font_size":\#(1 + round % 512)}}"#
      )
      #expect(try client.reply().error == nil)
    }
    #expect(try daemon.child.figure("VmRSS") - before < 65536, "kB")
    try expectItGoesOn()
  }

  /// Names that are never used again are not kept for ever.
  @Test func endlessTasks() throws {
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
    try expectItGoesOn()
  }
}
