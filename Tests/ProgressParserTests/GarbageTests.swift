import ProgressParsers
import SeededRandom
import Support
import Testing

/// Split output and random output.
@Suite struct GarbageTests {
  static let formats = ProgressParser.Format.allCases

  @Test(arguments: Transcript.all) func samplesAreTheSameForEverySplit(name: String) throws {
    let bytes = try Transcript.bytes(name)
    for format in GarbageTests.formats {
      var whole = ProgressParser(format), single = ProgressParser(format)
      let samples = whole.feed(bytes)
      #expect(bytes.flatMap { single.feed([$0]) } == samples, "\(format), each byte alone")
    }
    var whole = ProgressParser(.auto)
    let samples = whole.feed(bytes)
    for index in bytes.indices.prefix(700) {
      var cut = ProgressParser(.auto)
      #expect(cut.feed(Array(bytes[..<index])) + cut.feed(Array(bytes[index...])) == samples, "at \(index)")
    }
  }

  @Test func readingTheUnfinishedLineChangesNothing() throws {
    let bytes = try Transcript.bytes("rauc-tty")
    var plain = ProgressParser(.auto), inspected = ProgressParser(.auto)
    let samples = bytes.flatMap { byte in
      _ = inspected.unfinished
      return inspected.feed([byte])
    }
    #expect(samples == plain.feed(bytes))
  }

  @Test func samplesOfRandomOutputAreInRange() {
    var dice = SeededRandom(seed: 8)
    let pieces = [
      "42", "%", "XXX\n", "dlstatus:", "pmstatus:", "pmerror:", ":", "installing\n", "\r", "\n", "\u{1B}[", "\u{1B}]",
      " ", "Status: ", " message: ", "[ERROR] : SWUPDATE ", "[", "]", " of ", ".", "/s", "9999999999999999999999",
      "1e308",
      "-", "Saving to: ", "‘", "K ....", "curl: (", "rsync error: ", "dd: ", "status: ", "(", ")", "100%", "0:00:01",
    ]
    for _ in 0..<400 {
      var bytes: [UInt8] = []
      for _ in 0..<dice.roll(1...60) { bytes += dice.roll(0...3) == 0 ? dice.bytes(3) : Array(dice.pick(pieces).utf8) }
      for format in GarbageTests.formats {
        var parser = ProgressParser(format, total: dice.pick([nil, 0, 1000]))
        for sample in parser.feed(bytes) + [parser.unfinished].compactMap({ $0 }) {
          #expect(sample.fraction.map { (0...1).contains($0) } ?? true)
          for text in [sample.label, sample.failure].compactMap({ $0 }) {
            #expect(text.isValidUTF8 && text.count <= 256)
          }
        }
      }
    }
  }

  @Test func labelsOfLongLinesAreBounded() {
    for text in ["9", "\u{1B}[1", "\u{1B}]x", "é", "XXX\nword ", "  0% "] {
      for format in GarbageTests.formats {
        var parser = ProgressParser(format)
        let piece = Array(String(repeating: text, count: 2000).utf8)
        for _ in 0..<10 { #expect(parser.feed(piece).allSatisfy { ($0.label?.count ?? 0) <= 256 }) }
        let after = parser.feed(Array("\r\n42%\n".utf8))
        if format == .percent { #expect(after.last?.fraction == 0.42, "\(text)") }
      }
    }
  }

  @Test func formatsAreFoundByProgramName() {
    for name in ProgressParser.Format.allCases { #expect(ProgressParser.Format(name.name) == name) }
    #expect(ProgressParser.Format("nonesuch") == nil && ProgressParser.Format(ofProgram: "make") == nil)
    #expect(ProgressParser.Format(ofProgram: "apt-get") == .apt && ProgressParser.Format(ofProgram: "auto") == nil)
  }
}
