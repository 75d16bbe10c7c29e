import Foundation
import Process
import Settings
import Support
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
    let body = """
      client = server.accept()[0]
      print(client.recv(65536).decode().strip("\\0"), flush=True)
      client.sendall(b"{}\\0")
      """
    let server = try Child.server(in: folder, body)
    let outcome = try loaderctl.run(["--socket", folder["s"]] + words.split(separator: " ").map(String.init))
    #expect(outcome.status == 0, "\(outcome.errors)")
    let line = try #require(try server.finish().text.split(separator: "\n").last)
    let call = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    #expect(call["method"] as? String == "io.loaderd.Screen.SetMessage")
    #expect((call["parameters"] as? [String: Any])?["lifetime"] as? Double == seconds, "\(call)")
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

  @Test(arguments: [("45s", 45), ("1500ms", 1.5), ("2min", 120), ("30", 30)] as [(String, Double)])
  func settingsMayHaveUnits(value: String, seconds: Double) throws {
    let file = try folder.write("conf", Array("[Progress]\nstall-after = \(value)\n".utf8))
    let configuration = Configuration(file: Bytes(Array(file.utf8)), kernelArguments: "/dev/null")
    #expect(configuration.stallsAfter == seconds && configuration.problems.all.isEmpty)
  }
}
