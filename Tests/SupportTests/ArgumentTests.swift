import Support
import Testing

/// Parsing of command-line arguments and extents.
@Suite struct ArgumentTests {
  @Test func optionsAndWordsAreSeparated() throws {
    var arguments = Arguments(["show", "--style=grok", "-o", "-", "--empty=", "--a=b=c", "--", "--text", "-x", "--"])
    let expected: [Arguments.Argument] = [
      .operand("show"), .option("style", value: "grok"), .option("o", value: nil), .operand("-"),
      .option("empty", value: ""),
      .option("-a", value: "b=c"), .operand("--text"), .operand("-x"), .operand("--"),
    ]
    for argument in expected { #expect(arguments.next() == argument) }
    #expect(arguments.next() == nil)
  }

  @Test func optionsAreReportedAsTheyWereWritten() {
    let options: [(given: Bytes, reported: Bytes)] = [
      ("-x", "-x"), ("--x", "--x"), ("--xy", "--xy"), ("--x=1", "--x"), ("--xy=1", "--xy"), ("--=1", "--"),
    ]
    for (given, reported) in options {
      var arguments = Arguments([given])
      guard case .option(let name, let value) = arguments.next() else {
        Issue.record("not an option")
        continue
      }
      #expect(Option.dashed(name) == reported && value == (given.hasSuffix("=1") ? "1" : nil))
    }
  }

  @Test func negativeNumberIsAnOperand() {
    var arguments = Arguments(["-5%", "-0.5", "-", "-x5", "-."])
    for word: Bytes in ["-5%", "-0.5", "-"] { #expect(arguments.next() == .operand(word)) }
    #expect(arguments.next() == .option("x5", value: nil))
    #expect(arguments.next() == .option(".", value: nil))
  }

  @Test func valueOfAShortOptionMayFollowAnEqualsSign() {
    var arguments = Arguments(["-o=x", "-o=", "-=x"])
    #expect(arguments.next() == .option("o", value: "x"))
    #expect(arguments.next() == .option("o", value: ""))
    #expect(arguments.next() == .option("", value: "x"))
  }

  @Test func valueIsAttachedOrTheNextArgument() throws {
    var arguments = Arguments(["--value-is-next", "--last"])
    #expect(try arguments.value(of: "a", "attached") == "attached")
    #expect(try arguments.value(of: "a", nil) == "--value-is-next")
    #expect(try arguments.value(of: "a", nil) == "--last")
    let error = #expect(throws: UsageError.self) { try arguments.value(of: "a", nil) }
    #expect(error?.text == "-a: needs a value")
  }

  @Test func extentsAreParsed() throws {
    let extent = try Extent("320.5x120", option: "size")
    #expect(extent.width == 320.5 && extent.height == 120)
    _ = try Extent("8192x8192", option: "size")
    _ = try Extent("16384x4096", option: "size")
  }

  @Test(arguments: [
    "", "x", "320", "320x", "x120", "320x120x1", "320X120", "0x0", "0x120", "-320x120", "320x-120", "nanx1", "infx1",
    "1e999x1",
    "20000x20000", "16385x1", "1x16385", "8193x8192", "320 x 120", "320×120",
  ])
  func invalidExtentsAreRefused(text: String) {
    let error = #expect(throws: UsageError.self) { try Extent(Bytes(text), option: "size") }
    #expect(error?.text.hasPrefix("--size: ") == true)
  }
}
