import Foundation
import Process
import Testing

/// Times with units, in options and settings.
@Suite struct TimeOptionTests {
  let folder = Folder()
  var loaderctl: Program { Program.loaderctl(in: folder) }

  @Test(
    arguments: [
      ("message x --for 10s", 10.0), ("message x --for 1500ms", 1.5), ("message x --for 2min", 120),
      ("message x --for 2", 2),
      ("message x --for 1h", 3600),
    ] as [(String, Double)])
  func timesMayHaveUnits(words: String, seconds: Double) throws {
    let outcome = try loaderctl.run(["--socket", folder["none"]] + words.split(separator: " ").map(String.init))
    #expect(outcome.status == 3, "\(outcome.errors)")
  }

  @Test func loaderParametersMayHaveUnits() throws {
    func picture(_ duration: String, at time: String) throws -> Outcome {
      try loaderctl.run(["render", "shimmer", "x", "--at", time, "--set", "duration=\(duration)", "-o", "-"])
    }
    let plain = try picture("1.5", at: "0.7"), unit = try picture("1500ms", at: "700ms")
    #expect(plain.status == 0 && unit.status == 0 && plain.output == unit.output, "\(unit.errors)")
  }

  @Test(arguments: [
    ("message x --for soon", "--for: 'soon' is not a time: 10, 10s, 500ms or 2min"),
    ("key --timeout abc", "--timeout: 'abc' is not a time: "),
    ("key --timeout 10parsec", "--timeout: '10parsec' is not a time: "),
    ("message x --for 25h", "--for: '25h' is not within 0 to 86400 seconds"),
    ("render bar --at later -o -", "--at: 'later' is not a time: "),
    ("render bar --at 0 -o - --duration x", "--duration: 'x' is not a time: "),
    ("render bar --duration 1 --fps fast -o -", "--fps: 'fast' is not a number"),
  ])
  func invalidTimesAreRejected(words: String, problem: String) throws {
    let outcome = try loaderctl.run(words.split(separator: " ").map(String.init))
    #expect(outcome.status == 2 && outcome.errors.hasPrefix("loaderctl: \(problem)"), "\(outcome.errors)")
  }

  @Test(arguments: ["stall-after = 45s", "stall-after = 1500ms", "stall-after = 2min"])
  func settingsMayHaveUnits(line: String) throws {
    try folder.write("conf", Array("[Progress]\n\(line)\n[Input]\nlong-press = 2000ms\n".utf8))
    let daemon = try RunningDaemon(["--config", folder["conf"]])
    #expect(try daemon.child.errors == "")
  }
}
