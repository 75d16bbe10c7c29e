import Foundation
import Process
import Testing

/// Verbs and their effect on a running daemon.
@Suite struct VerbTests {
  @Test func showAndHideChangeTheLoader() throws {
    let daemon = try RunningDaemon(showing: nil)
    let shown = try daemon.control([
      "show", "shimmer", "Listening", "--style", "grok", "--duration", "1.5", "--font-size=20",
    ])
    #expect(shown.status == 0 && shown.errors == "" && shown.output.isEmpty)
    #expect(try daemon.call("GetState").text("text") == "Listening")
    #expect(try daemon.control(["show", "shimmer", "--", "--dashes"]).status == 0)
    #expect(try daemon.call("GetState").text("text") == "--dashes")
    #expect(try daemon.control(["hide"]).status == 0)
    #expect(try daemon.call("GetState").text("loader") == nil)
  }

  @Test func statusSetsTheStatusLine() throws {
    let daemon = try RunningDaemon()
    #expect(try daemon.control(["status", "Checking disks…"]).status == 0)
    #expect(try daemon.call("GetState").text("status") == "Checking disks…")
    #expect(try daemon.control(["status", ""]).status == 0)
    #expect(try daemon.call("GetState").text("status") == "")
    let long = try daemon.control(["status", String(repeating: "x", count: 10000)])
    #expect(long.status == 2 && long.errorLines == ["loaderctl: text: 10000 bytes; at most 4096"])
  }

  @Test(arguments: [
    ("42", 0.42), ("42%", 0.42), ("0.42", 0.42), ("0.5%", 0.005), ("1", 0.01), ("1.0", 1), ("1.5", 0.015), ("100", 1),
    ("0", 0), ("none", nil),
  ])
  func progressSetsValueAndLabel(word: String, value: Double?) throws {
    let daemon = try RunningDaemon(showing: nil)
    _ = try daemon.call("SetProgress", #"{"value":0.7}"#)
    let outcome = try daemon.control(["progress", word, "--label", "Copying"])
    #expect(outcome.status == 0 && outcome.errors == "")
    let state = try daemon.call("GetState")
    #expect(state.number("progress") == value && state.text("status") == "Copying")
  }

  @Test(arguments: ["", "x", "101", "-1", "101%", "100.1", "nan", "4 2", "50%%"]) func invalidProgressIsRejected(
    word: String
  )
    throws
  {
    let daemon = try RunningDaemon(showing: nil)
    _ = try daemon.call("SetProgress", #"{"value":0.7}"#)
    let outcome = try daemon.control(["progress", "--", word])
    #expect(outcome.status == 2 && outcome.errorLines.count == 1)
    #expect(try daemon.call("GetState").number("progress") == 0.7)
  }

  @Test func phasesPartsAndTasksAreCombined() throws {
    let daemon = try RunningDaemon(showing: nil)
    #expect(try daemon.control(["progress", "none", "--phases", "copy:1,check:3", "--phase", "copy"]).status == 0)
    #expect(try daemon.control(["progress", "100%", "--phase", "copy"]).status == 0)
    #expect(try daemon.call("GetState").number("progress") == 0.25)
    #expect(try daemon.control(["progress", "alive"]).status == 0)
    #expect(try daemon.call("GetState").number("progress") == 0.25, "alive does not change the value")
    #expect(try daemon.control(["progress", "0.5", "--part", "2/4", "--task", "second"]).status == 0)
    let state = try daemon.call("GetState")
    #expect(state.number("part") == 2 && state.number("parts") == 4)
    #expect(state.list("tasks")?.contains { ($0 as? [String: Any])?["name"] as? String == "second" } == true)
  }

  @Test(arguments: [
    ("--part", "3/2"), ("--part", "0/2"), ("--part", "1/0"), ("--part", "2"), ("--part", "1/x"), ("--phases", "copy"),
    ("--phases", "a:0"), ("--phases", "a:1,"), ("--phases", ":1"),
  ])
  func invalidPartsAndPhasesAreRejected(option: String, value: String) throws {
    let outcome = try Program.loaderctl(in: Folder()).run(["progress", "1", option, value])
    #expect(outcome.status == 2 && outcome.errorLines.count == 1 && outcome.errors.hasPrefix("loaderctl: \(option): '"))
  }

  @Test func modeAndFailureAreShown() throws {
    let daemon = try RunningDaemon()
    #expect(try daemon.control(["mode", "update", "--title", "New things"]).status == 0)
    #expect(try daemon.call("GetState").text("mode") == "update")
    let party = try daemon.control(["mode", "party"])
    #expect(party.status == 2 && party.errors.hasPrefix("loaderctl: mode: 'party' is not one of boot, shutdown"))
    #expect(try daemon.control(["failure", "data.mount", "--text", "It broke.", "--code", "E42"]).status == 0)
    let state = try daemon.call("GetState")
    #expect(state.text("loader") == "failure" && state.text("failure") == "It broke.")
    #expect(try daemon.control(["failure"]).status == 0)
  }

  @Test func progressReadsLinesFromInput() throws {
    let daemon = try RunningDaemon(showing: nil)
    let outcome = try daemon.control(["progress", "-", "--label", "Piped"], input: "10\n\n 20% \r\n0.3")
    #expect(outcome.status == 0 && outcome.errors == "")
    let state = try daemon.call("GetState")
    #expect(state.number("progress") == 0.3 && state.text("status") == "Piped")

    let broken = try daemon.control(["progress", "-"], input: "50\nhalf\n60\n")
    #expect(broken.status == 2 && broken.errorLines.count == 1 && broken.errors.contains("'half'"))
    #expect(try daemon.call("GetState").number("progress") == 0.6, "the other lines count")
  }

  @Test func numberOfPartsIsLimited() throws {
    let outcome = try RunningDaemon().control(["progress", "5", "--part", "100/200"])
    #expect(
      outcome.errors
        == "loaderctl: part: give a part from 1 to parts, and at most 99 parts, such as part 2 of parts 5\n")
  }

  @Test func messageIsShownAndCleared() throws {
    let daemon = try RunningDaemon()
    #expect(try daemon.control(["message", "Hello", "--for", "60"]).status == 0)
    #expect(try daemon.call("GetState").text("message") == "Hello")
    #expect(try daemon.control(["message", "--clear"]).status == 0)
    #expect(try daemon.call("GetState").text("message") == "")
    for words in [["message"], ["message", "x", "--for", "soon"]] {
      let outcome = try daemon.control(words)
      #expect(outcome.status == 2 && outcome.errorLines.count == 1)
    }
  }

  @Test func stateIsPrintedAsTextAndJSON() throws {
    let daemon = try RunningDaemon(showing: "Told")
    let state = try daemon.control(["state"])
    #expect(state.status == 0)
    #expect(
      state.text.hasPrefix("loader: shimmer\ntext: Told\n") && state.text.contains("headless")
        && state.text.contains("320x200 at 60 Hz"))
    for words in [["state", "--json"], ["--json", "state"]] {
      let json = try daemon.control(words)
      let object = try #require(try JSONSerialization.jsonObject(with: json.output) as? [String: Any])
      #expect(json.status == 0 && object["text"] as? String == "Told")
    }
  }

  @Test func loadersAreListedWithoutADaemon() throws {
    let loaderctl = Program.loaderctl(in: Folder())
    let all = try loaderctl.run(["loaders"]), one = try loaderctl.run(["loaders", "shimmer"]),
      none = try loaderctl.run(["loaders", "nonesuch"])
    #expect(all.status == 0 && all.text.hasPrefix("shimmer: "))
    #expect(
      one.status == 0 && one.text.contains("--style")
        && one.text.contains("gradient | flow | sweep | calm | processing; sweep"))
    #expect(none.status == 2 && none.errorLines.count == 1)
    let json = try JSONSerialization.jsonObject(with: loaderctl.run(["--json", "loaders"]).output) as? [String: [Any]]
    #expect(json?["loaders"]?.count == all.text.split(separator: "\n").count)
  }

  @Test func quitEndsTheDaemon() throws {
    let daemon = try RunningDaemon()
    #expect(try daemon.control(["quit"]).status == 0)
    #expect(try daemon.child.finish().status == 0)
    #expect(try daemon.control(["quit"]).status == 3)
  }

  /// With `--output headless` no keys are read. A command that can be cancelled runs on.
  @Test func waitForACancellationThatCannotComeIsRefused() throws {
    let daemon = try RunningDaemon()
    let outcome = try daemon.control(["key", "--cancel"])
    #expect(outcome.status == 1 && outcome.errors.hasPrefix("loaderctl: cancel: keys are not read: "))
    #expect(try daemon.control(["key", "--cancel", "--timeout", "0"]).errors == "")
    let command = try daemon.control(["run", "--cancellable", "sh", "-c", "sleep 0.3; exit 7"])
    #expect(command.status == 7)
    #expect(command.errors.hasPrefix("loaderctl: --cancellable has no effect: cancel: keys are not read: "))
  }

  @Test func relativePathsAreResolvedByLoaderctl() throws {
    let daemon = try RunningDaemon()
    let fonts = Folder()
    try fonts.write("not.ttf", Array("text".utf8))
    let shell = Program(
      "/bin/sh", ["-c", "cd \"$0\" && exec \"$@\"", fonts.path, Program.loaderctl(in: daemon.folder).path])
    let outcome = try shell.run(["--socket", daemon.socket, "show", "shimmer", "x", "--font", "not.ttf"])
    #expect(outcome.status == 2 && outcome.errors.contains("not.ttf' is not a TrueType or OpenType font"))
    #expect(try daemon.call("GetState").text("text") == "Thinking…")
  }
}
