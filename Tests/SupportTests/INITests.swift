@testable import Support
import Testing

/// Parsing of INI files.
@Suite struct INITests {
  @Test func entriesKeepTheirSectionAndLine() {
    let ini = INI("# a comment\n; another\n[Theme]\nloader = shimmer\r\n\ntext=a = b\n[ update ]\n  logo =\n")
    #expect(
      ini.entries == [
        .init(section: "Theme", key: "loader", value: "shimmer", line: 4),
        .init(section: "Theme", key: "text", value: "a = b", line: 6),
        .init(section: "update", key: "logo", value: "", line: 8),
      ])
    #expect(ini.problems.isEmpty)
  }

  @Test func backslashContinuesALine() {
    let ini = INI("[A]\nx = one \\\n  two\ny = z\n")
    #expect(ini.entries.map { $0.value } == ["one two", "z"] && ini.entries.map { $0.line } == [2, 4])
  }

  /// As systemd reads them: a comment ends with its line, and the last line needs no line feed.
  @Test func commentIsNotContinuedAndTheLastLineIsRead() {
    let ini = INI("# one \\\n[A]\n; x = two \\\ny = #FFF, \\\n  #000\nz = three \\")
    #expect(ini.entries.map { $0.value } == ["#FFF, #000", "three"] && ini.entries.map { $0.section } == ["A", "A"])
    #expect(ini.problems.isEmpty)
  }

  /// As systemd reads them, except that `#000` is a colour.
  @Test func commentsBetweenContinuedLinesAreSkipped() {
    let ini = INI("[A]\nx = one, \\\n  # two\n; three \\\n#\n#000, \\\nfour\ny = z\n")
    #expect(ini.entries.map { $0.value } == ["one, #000, four", "z"] && ini.entries.map { $0.line } == [2, 8])
    #expect(ini.problems.isEmpty)
  }

  @Test func byteOrderMarkIsSkipped() {
    #expect(INI("\u{FEFF}[A]\nx = 1").entries == [.init(section: "A", key: "x", value: "1", line: 2)])
  }

  @Test(arguments: [("[open", 1), ("\nnothing", 2), ("= value", 1)] as [(String, Int)])
  func invalidLinesAreReportedAndSkipped(_ text: String, _ line: Int) {
    let ini = INI(Bytes(Array(text.utf8)) + "\nkey = value")
    #expect(ini.problems.map { $0.line } == [line])
    #expect(ini.entries.last?.key == "key")
  }

  @Test func randomBytesAndLongFilesAreHandled() {
    #expect(INI(Bytes([UInt8](repeating: 0x61, count: INI.limit + 1))).problems.count == 1)
    var state: UInt64 = 3
    for _ in 0..<2000 {
      let bytes = (0..<60).map { _ -> UInt8 in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Array("[]=\\\n\r #;ab\u{E9}".utf8)[Int(state >> 33) % 13]
      }
      let ini = INI(Bytes(bytes))
      #expect(ini.entries.count + ini.problems.count <= 61)
    }
  }
}
