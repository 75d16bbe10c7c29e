import LoaderBridge
import Process
import Support
import Testing

/// loader-bridge(8), its help and its options.
@Suite struct LoaderBridgePageTests {
  @Test func everyOptionIsListed() throws {
    let text = try ManualPageTests().rendered("loader-bridge.8"), help = try Program.loaderBridge.run(["--help"])
    #expect(help.status == 0 && help.text.hasPrefix("loader-bridge [--socket PATH]") && help.errors == "")
    for option in Options.all {
      #expect(text.contains(String(option.usage)), "\(option.name)")
      #expect(help.text.contains("\n  \(String(option.usage))"), "\(option.name)")
    }
  }

  @Test(arguments: [
    ("--failures some", "--failures: 'some' is not one of all, essential, none"),
    ("--failures essentail", "--failures: 'essentail' is not one of all, essential, none; did you mean 'essential'?"),
    ("--log loud", "--log: 'loud' is not one of emerg, alert"),
    ("--no-rauk", "--no-rauk: unknown option; there are --socket"),
    ("--socket", "--socket: needs a value"), ("--dry-run=1", "--dry-run: takes no value"),
    ("word", "'word': not an option"),
    ("--socket=", "--socket: a path is needed"),
  ])
  func wrongUsageIsReported(words: String, problem: String) throws {
    let outcome = try Program.loaderBridge.run(words.split(separator: " ").map(String.init))
    #expect(outcome.status == 2 && outcome.errorLines.count == 1)
    #expect(outcome.errors.hasPrefix("loader-bridge: \(problem)"), "\(outcome.errors)")
  }

  @Test func misspelledOptionsGetASuggestion() throws {
    #expect(try Program.loaderBridge.run(["--no-rauk"]).errors.hasSuffix("did you mean '--no-rauc'?\n"))
  }
}
