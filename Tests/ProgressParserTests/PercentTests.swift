import ProgressParsers
import Support
import Testing

/// Numbers, percentages and progress bars in lines of output.
@Suite struct PercentTests {
  static func fractions(_ text: String, _ format: ProgressParser.Format, amid: Bool = false) -> [Double?] {
    var parser = ProgressParser(format, amidOutput: amid)
    return parser.feed(Array(text.utf8) + [0x0A]).map { $0.fraction }
  }

  @Test(
    arguments: [
      ("42", 0.42), ("42%", 0.42), ("0.42", 0.42), ("  42 ", 0.42), ("1", 0.01), ("1.0", 1), ("100", 1), ("0", 0),
      ("99.5", 0.995), ("Copying 42% of it", 0.42), ("[ 42%] Building", 0.42), ("42 %", 0.42), ("12,5%", 0.125),
      ("Progress: [ 42%] [####......]", 0.42), ("10 of 20, 50%", 0.5), ("\u{1B}[32m 42%\u{1B}[0m", 0.42),
      ("300% or 30%", 0.3), ("(1/2): foo 42% [==== ] 100%", 0.42), ("    (12.34/100%)", 0.1234), ("(100.00/100%)", 1),
      ("/100%", 1), ("[1/4] foo-0:1.0-1.x86_64  100% | 5.1 MiB/s | 1.2 MiB | 00m00s", 0.25),
      ("[ 9/10] Installing foo 50% | 1.0 B/s", 0.85), ("[1/4] Total 40% | 1.0 MiB/s", 0.4), ("[0/4] Alles 40%", 0.1),
      ("[1/4] 40% Building", 0.4), ("[5/4] foo 40%", 0.4),
    ] as [(String, Double)])
  func fractionsAreFound(line: String, value: Double) {
    for format in [ProgressParser.Format.percent, .auto] { #expect(PercentTests.fractions(line, format) == [value]) }
  }

  @Test(arguments: ["", "x", "101", "-1", "-1%", "%", "%42", "x42%", "1.2.3%", "nan", "4 2", "half", "none"])
  func linesWithoutProgressGiveNoSample(line: String) {
    for format in [ProgressParser.Format.percent, .auto] { #expect(PercentTests.fractions(line, format) == []) }
  }

  @Test func numbersWithoutPercentSignAreIgnoredAmidOutput() {
    #expect(PercentTests.fractions("3\n42%x\n7\n[ 50%] y\n9", .auto, amid: true) == [0.42, 0.5])
    #expect(PercentTests.fractions("3\nXXX\n42\nText\nXXX\n50", .auto, amid: true) == [0.42, 0.5])
    #expect(
      PercentTests.fractions("10%\n\0\n50%", .auto, amid: true) == [0.1, 0.5], "the format stays once it is detected")
    #expect(PercentTests.fractions("\0\n50%", .auto, amid: true) == [], "binary output")
  }

  @Test func progressBarOfAptIsRead() {
    let bar = "\u{1B}7\u{1B}[24;0f\u{1B}[42m\u{1B}[30mProgress: [ 42%]\u{1B}[49m\u{1B}[39m [###....] \u{1B}8Unpacking"
    #expect(PercentTests.fractions(bar, .auto, amid: true) == [0.42])
  }

  /// badblocks writes over its line with backspaces.
  @Test func backspacesEndALine() {
    let line = "Checking: 0.00% done. (0/0/0 errors)\u{8}\u{8}\u{8} 42.50% done\u{8}\u{8} 0/4\u{8}\u{8}1/4"
    #expect(PercentTests.fractions(line, .auto) == [0, 0.425, 0, 0.25])
    #expect(PercentTests.fractions(line, .auto, amid: true) == [0, 0.425])
  }

  @Test(arguments: [
    ("  name:  614KiB 0:00:01 [ 614KiB/s] [===>      ] 20% ETA 0:00:04", 0.2), ("[===>       ] 20%", 0.2),
    ("name: [===>       ] 20% ETA 0:00:04", 0.2), ("20", 0.2), ("1.0002 20", 0.2), ("name: 20", 0.2),
  ])
  func linesOfPVAreRead(line: String, value: Double) {
    #expect(PercentTests.fractions(line, .pv) == [value])
  }

  @Test func otherLinesAreNoProgressOfPV() {
    let lines = "total 48\n614KiB 0:00:01 [ 614KiB/s] [==> ] 20% ETA 0:00:04\ntotal 48\nx: 4 files, 7\n"
    for format in [ProgressParser.Format.pv, .auto] { #expect(PercentTests.fractions(lines, format) == [0.2]) }
    var parser = ProgressParser(.pv)
    let unknown = parser.feed(Array("name: 614KiB 0:00:01 [ 614KiB/s] [ <=>  ]\n".utf8))
    #expect(unknown == [ProgressSample(label: "614KiB")])
  }

  @Test func unfinishedLineGivesASample() {
    var parser = ProgressParser(.auto)
    #expect(parser.feed(Array("\r  5 MB 42%".utf8)) == [] && parser.unfinished?.fraction == 0.42)
    #expect(parser.feed(Array("\r".utf8)).map { $0.fraction } == [0.42])
    var numbers = ProgressParser(.percent)
    #expect(numbers.feed(Array("4\n5".utf8)).count == 1 && numbers.unfinished == nil, "5 may become 50")
    #expect(numbers.feed(Array("0\n\r7".utf8)).map { $0.fraction } == [0.5] && numbers.unfinished?.fraction == 0.07)
  }

  @Test func sizesAreFormattedWithUnits() {
    for (bytes, words) in [
      ("512", "512 bytes"), ("1000", "1 kB"), ("999999", "1 MB"), ("1234567890", "1.2 GB"), ("45600000", "46 MB"),
    ] as [(String, Bytes)] {
      var parser = ProgressParser(.dd)
      #expect(parser.feed(Array("\(bytes) bytes copied, 1 s, 1 B/s\n".utf8)).map { $0.label } == [words])
    }
  }
}
