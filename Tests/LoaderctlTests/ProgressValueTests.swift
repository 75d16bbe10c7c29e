import Foundation
import Process
import Testing

/// Notations of progress values, in all arguments and streams that accept them.
@Suite struct ProgressValueTests {
  private let daemon: RunningDaemon

  init() throws { daemon = try RunningDaemon() }

  private var progress: Double? { get throws { try daemon.call("GetState").number("progress") } }

  @Test(
    arguments: [
      (["progress", "3/4"], 0.75), (["progress", "7", "--max", "7"], 1), (["progress", "0.42", "--max", "7"], 0.06),
      (["progress", "42%", "--max", "7"], 0.42), (["progress", "3/4", "--max", "7"], 0.75), (["progress", "1"], 0.01),
      (["progress", "1.0"], 1), (["progress", "1.5"], 0.015),
    ] as [([String], Double)])
  func valuesAreParsed(words: [String], value: Double) throws {
    let outcome = try daemon.control(words)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try progress == value)
  }

  @Test(
    arguments: [
      (["progress", "-"], "0\n0.5\n1\n", 1), (["follow"], "0\n0.5\n1\n", 1),
      (["follow", "--format", "percent"], "0.9\n1\n", 1), (["progress", "-"], "0\n50\n100\n", 1),
      (["progress", "-"], "0\n1\n", 0.01), (["progress", "-", "--max", "7"], "0\n3\n7\n", 1),
      (["follow", "--max", "8"], "1\n2\n", 0.25), (["follow"], "1/4\n2/4\n", 0.5),
      (["progress", "-"], "0.5\n2\n", 0.02),
    ] as [([String], String, Double)])
  func streamsAreParsed(words: [String], input: String, value: Double) throws {
    let outcome = try daemon.control(words, input: input)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try progress == value)
  }

  @Test(arguments: ["3/0", "4/3", "/3", "3/", "-1/3", "1/2/3", "1/x", "8"]) func invalidValuesAreRejected(word: String)
    throws
  {
    let outcome = try daemon.control(["progress", "--max", "7", "--", word])
    #expect(outcome.status == 2 && outcome.errorLines.count == 1)
  }

  @Test(arguments: ["0", "-1", "x"]) func invalidMaximumIsRejected(maximum: String) throws {
    let outcome = try daemon.control(["progress", "1", "--max=\(maximum)"])
    #expect(outcome.status == 2 && outcome.errors.hasPrefix("loaderctl: --max: '\(maximum)'"), "\(outcome.errors)")
  }

  @Test(arguments: [("40", "0.4"), ("2/5", "40%"), ("1", "1%"), ("1.0", "100%")])
  func renderParsesTheSameNotations(one: String, other: String) throws {
    func picture(_ progress: String) throws -> Outcome {
      try Program.loaderctl(in: Folder()).run(["render", "bar", "--progress", progress, "--at", "0", "-o", "-"])
    }
    let first = try picture(one)
    #expect(first.status == 0, "\(first.errors)")
    #expect(try first.output == picture(other).output)
  }

  @Test func socketValuesAreFractions() throws {
    #expect(try daemon.call("SetProgress", #"{"value":1}"#).error == nil)
    #expect(try progress == 1)
    for (text, value) in [("3/4", 0.75), ("42%", 0.42), ("7", 0.07), ("0.5", 0.5)] {
      #expect(try daemon.call("SetProgress", #"{"value":"\#(text)"}"#).error == nil)
      #expect(try progress == value)
    }
    #expect(try daemon.call("SetProgress", #"{"value":null}"#).error == nil)
    // On the socket, 1 is a full bar; on the command line, 1 is one per cent.
    func picture() throws -> Data { try daemon.control(["screenshot", "-o", "-"]).output }
    #expect(
      try eventually {
        _ = try daemon.call("Show", #"{"loader":"bar","progress":1,"transition":"none"}"#)
        let full = try picture()
        _ = try daemon.control(["show", "bar", "--progress", "100%", "--transition", "none"])
        return try picture() == full
      })
    let full = try picture()
    #expect(try daemon.control(["show", "bar", "--progress", "1", "--transition", "none"]).status == 0)
    #expect(try eventually { try picture() != full })
  }

  @Test func unknownPhasesAreRejected() throws {
    #expect(
      try daemon.control(["progress", "0", "--phases", "download:3,install:6", "--phase", "download"]).status == 0)
    let typo = try daemon.control(["progress", "10", "--phase", "instal"])
    #expect(typo.status != 0 && typo.errors.contains("did you mean 'install'?"), "\(typo.errors)")
    #expect(try daemon.control(["progress", "10", "--phase", "install"]).status == 0)
    for phases in ["download:3,download:4", "download:1e9", "download:nan"] {
      let outcome = try daemon.control(["progress", "0", "--phases", phases])
      #expect(outcome.status == 2 && outcome.errors.hasPrefix("loaderctl: --phases: "), "\(outcome.errors)")
    }
    let together = try daemon.control(["progress", "1", "--phases", "copy:1,check:2", "--phase", "chekc"])
    #expect(together.status == 2 && together.errors.contains("did you mean 'check'?"), "\(together.errors)")
    let doubled = #"{"value":0,"phases":[{"name":"a"},{"name":"a"}]}"#
    #expect(try daemon.call("SetProgress", doubled).shortError == "InvalidParameter")
  }
}
