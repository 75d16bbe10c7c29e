import Compatibility
import SeededRandom
import Testing

/// Commands written to the FIFOs of psplash and fbsplash.
@Suite struct SplashTranslatorTests {
  private func calls(_ dialect: SplashTranslator.Dialect, _ parts: [[UInt8]]) -> [String] {
    var translator = SplashTranslator(dialect)
    return parts.flatMap { translator.feed($0) }.map { $0.summary }
  }

  private func psplash(_ text: String) -> [String] { calls(.psplash, [Array(text.utf8)]) }

  private static let stream = "PROGRESS 10\0MSG step 1 of 2\nPROGRESS 42\r\n\0\nALIVE\0NOSUCH 1\0MSG Größe…\0QUIT\0"
  private static let calls = [
    #"SetProgress {"value":0.1}"#, #"SetStatus {"text":"step 1 of 2"}"#, #"SetProgress {"value":0.42}"#,
    #"SetProgress {"alive":true}"#, #"SetStatus {"text":"Größe…"}"#, "Quit {}",
  ]

  @Test func psplashCommandsAreParsedForEverySplit() {
    let bytes = Array(SplashTranslatorTests.stream.utf8)
    for first in 0...bytes.count {
      for second in first...bytes.count {
        let parts = [bytes[..<first], bytes[first..<second], bytes[second...]].map { Array($0) }
        #expect(calls(.psplash, parts) == SplashTranslatorTests.calls, "at \(first) and \(second)")
      }
    }
  }

  @Test(arguments: [
    ("0", "0"), ("100", "1"), ("101", "1"), ("-30", "0.3"), ("-200", "1"), ("+7", "0.07"), (" 7", "0.07"),
    ("50%", "0.5"),
    ("42.9", "0.42"), ("99999999999999999999999", "1"),
  ])
  func psplashProgressIsTranslated(text: String, value: String) {
    #expect(psplash("PROGRESS \(text)\0") == [#"SetProgress {"value":\#(value)}"#])
  }

  @Test func unknownPsplashCommandsAreIgnored() {
    for text in [
      "PROGRESS", "PROGRESS ", "PROGRESS x", "PROGRESS -", "MSG", "MSG ", "progress 1", "QUITE", " QUIT", "\r", "",
    ] {
      #expect(psplash(text + "\0").isEmpty, "\(text)")
    }
  }

  @Test func unterminatedCommandIsTranslatedAtEndOfFile() {
    var translator = SplashTranslator(.psplash)
    #expect(translator.feed(Array("PROGRESS 5".utf8)).isEmpty && translator.feed(Array("0".utf8)).isEmpty)
    #expect(translator.finish().map { $0.summary } == [#"SetProgress {"value":0.5}"#])
    #expect(translator.finish().isEmpty)
  }

  @Test func overlongCommandIsTruncated() {
    let calls = psplash("MSG " + String(repeating: "a", count: 100_000) + "\0PROGRESS 1\0")
    #expect(calls.count == 2 && calls[0].count < 2100 && calls[1] == #"SetProgress {"value":0.01}"#)
  }

  @Test func malformedUTF8IsReplaced() {
    #expect(calls(.psplash, [Array("MSG a".utf8) + [0xFF, 0]]) == [#"SetStatus {"text":"a\#u{FFFD}"}"#])
  }

  @Test func fbsplashCommandsAreTranslated() {
    let lines = "5\n100\r\n101\nPROGRESS 3\n-1\n 7\n42 of 100\n\nexit\n"
    let values = ["0.05", "1", "0.42"].map { #"SetProgress {"value":\#($0)}"# }
    #expect(calls(.fbsplash, [Array(lines.utf8)]) == values + ["Quit {}"])
  }

  @Test(arguments: [SplashTranslator.Dialect.psplash, .fbsplash])
  func splashTranslatorSurvivesRandomBytes(dialect: SplashTranslator.Dialect) {
    var dice = SeededRandom(seed: 11), translator = SplashTranslator(dialect)
    let words = ["PROGRESS ", "MSG ", "QUIT", "exit", "-", "99", "\0", "\n"].map { Array($0.utf8) }
    for _ in 0..<20000 { _ = translator.feed(dice.roll(0...3) > 0 ? dice.pick(words) : dice.bytes(dice.roll(0...5))) }
    _ = translator.finish()
  }
}
