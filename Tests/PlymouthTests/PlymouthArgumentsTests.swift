import Compatibility
import Support
import Testing

@testable import Plymouth

/// The action of each command line of the plymouth client.
@Suite struct PlymouthArgumentsTests {
  private func action(_ line: String) throws(UsageError) -> PlymouthAction {
    let words = line.split(separator: " ").map { Bytes(Array($0.utf8)) }
    return try PlymouthAction(PlymouthArguments(words))
  }

  private func request(_ line: String) throws -> PlymouthRequest? {
    guard case .send(let requests) = try action(line), requests.count == 1 else { return nil }
    return requests[0]
  }

  @Test(
    arguments: [
      ("--ping", .ping), ("--quit", .quit), ("--show-splash", .showSplash), ("--hide-splash", .hideSplash),
      ("--sysinit", .systemInitialized), ("--has-active-vt", .hasActiveTerminal), ("--details", .error),
      ("show-splash", .showSplash), ("hide-splash", .hideSplash), ("pause-progress", .progressPause),
      ("unpause-progress", .progressUnpause), ("report-error", .error), ("deactivate", .deactivate),
      ("reactivate", .reactivate), ("reload", .reload), ("quit", .quit), ("ignore-keystroke", .keystrokeRemove),
    ] as [(String, PlymouthRequest.Command)])
  func commandsWithoutText(line: String, command: PlymouthRequest.Command) throws {
    let argument: Bytes? = command == .quit ? "" : nil
    #expect(try request(line) == PlymouthRequest(command, argument))
  }

  @Test(
    arguments: [
      ("--update=a", .update, "a"), ("--update a", .update, "a"), ("update --status=b", .update, "b"),
      ("display-message --text=x", .showMessage, "x"), ("message --text x", .showMessage, "x"),
      ("display-message --text=", .showMessage, ""), ("display-message --text=--x", .showMessage, "--x"),
      ("hide-message --text=x", .hideMessage, "x"), ("--newroot=/r", .newRoot, "/r"),
      ("update-root-fs --new-root-dir=/r", .newRoot, "/r"), ("--ignore-keystroke=k", .keystrokeRemove, "k"),
      ("ignore-keystroke --keys=k", .keystrokeRemove, "k"), ("quit --retain-splash", .quit, "\u{1}"),
      ("system-update --progress=42", .systemUpdate, "42"), ("system-update --progress=0x10", .systemUpdate, "16"),
      ("system-update --progress=010", .systemUpdate, "8"), ("system-update", .systemUpdate, "0"),
      ("system-update --progress=x", .systemUpdate, "0"), ("change-mode --shutdown --boot-up", .changeMode, "boot-up"),
      ("change-mode --updates=no --reboot", .changeMode, "reboot"),
      ("change-mode --system-reset", .changeMode, "system-reset"),
    ] as [(String, PlymouthRequest.Command, String)])
  func commandsWithText(line: String, command: PlymouthRequest.Command, text: String) throws {
    #expect(try request(line) == PlymouthRequest(command, Bytes(Array(text.utf8))))
  }

  @Test func firstOptionInTheOrderOfTheClientCounts() throws {
    #expect(try request("--ping --hide-splash deactivate") == PlymouthRequest(.hideSplash))
    #expect(try request("--ping=no deactivate reactivate") == PlymouthRequest(.deactivate))
    #expect(try request("show-splash --unknown hide-splash") == PlymouthRequest(.showSplash))
    #expect(try action("--wait") == .wait && request("--wait quit") == PlymouthRequest(.quit, ""))
    // A shell may wait for these; the others wait for an answer of the user, or for the end.
    #expect(try action("--wait quit").timeout == 30 && action("--ping").timeout == 30)
    #expect(try action("--wait").timeout == 0 && action("show-splash").timeout == 0)
  }

  @Test func whatIsUnknownIsNamed() {
    for (line, word) in [("nonsense", "nonsense"), ("--nonsense quit", "--nonsense")] {
      let error = #expect(throws: UsageError.self) { try action(line) }
      #expect(error?.text == "plymouth: '\(Bytes(Array(word.utf8)))': no such command or option; see plymouth --help")
    }
    let help = #expect(throws: UsageError.self) { try action("") }
    #expect(help?.text == PlymouthVerb.help)
  }

  @Test func rootFileSystemTakesTwoRequests() throws {
    let requests = [PlymouthRequest(.newRoot, "/r"), PlymouthRequest(.systemInitialized)]
    #expect(try action("update-root-fs --read-write --new-root-dir=/r") == .send(requests))
  }

  @Test(arguments: [
    "", "--unknown", "unknown", "--unknown show-splash", "change-mode", "update", "display-message",
    "hide-message --text",
    "update-root-fs", "system-update --progress=101", "system-update --progress=-1", "--debug", "--ping=no",
  ])
  func unusableCommandLinesAreErrors(line: String) {
    #expect(throws: UsageError.self) { try action(line) }
  }

  @Test func questionsHaveTheirOptions() throws {
    guard case .ask(let question) = try action("ask-for-password --prompt=Disk --command=a --number-of-tries=3") else {
      return #expect(Bool(false))
    }
    #expect(question.text == "Disk" && question.command == ["a"] && question.tries == 3 && question.pausesProgress)
    let words: [Bytes] = ["ask-question", "--command= cat  - ", "--dont-pause-progress"]
    guard case .ask(let other) = try PlymouthAction(PlymouthArguments(words)) else { return #expect(Bool(false)) }
    #expect(other.command == ["cat", "-"] && other.text == nil && !other.pausesProgress && other.kind == .question)
  }

  @Test func requestsAreSentAsTheDaemonReadsThem() {
    var stream = PlymouthStream()
    let requests = [PlymouthRequest(.ping), PlymouthRequest(.quit, ""), PlymouthRequest(.showMessage, "Größe")]
    #expect(stream.feed(requests.flatMap { $0.bytes }) == requests)
    for length in [253, 254, 255, 256, 1000] {
      let text = Bytes(Array((String(repeating: "x", count: length - 2) + "ö").utf8))
      #expect(text.count == length)
      let sent = stream.feed(PlymouthRequest(.showMessage, text).bytes)
      #expect(sent.count == 1 && !stream.isBroken)
      #expect(sent.first?.argument == (length <= 254 ? text : Bytes(text.utf8.prefix(length == 255 ? 253 : 254))))
    }
  }
}
