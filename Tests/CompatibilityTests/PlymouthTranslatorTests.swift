import Compatibility
import Support
import Testing

/// The effects of each request of plymouthd's protocol.
@Suite struct PlymouthTranslatorTests {
  private var translator = PlymouthTranslator()

  private mutating func ask(_ command: PlymouthRequest.Command?, _ text: Bytes? = nil, from number: Int = 1) -> [String]
  {
    translator.handle(PlymouthRequest(command, text), from: number).map { $0.summary }
  }

  @Test mutating func requestsThatAreOnlyAcknowledged() {
    for command: PlymouthRequest.Command in [
      .ping, .systemInitialized, .progressPause, .progressUnpause, .keystrokeRemove,
    ] {
      #expect(ask(command) == ["-> 1 06"])
    }
    #expect(ask(.newRoot, "/sysroot") == ["-> 1 06"])
  }

  @Test mutating func unknownCommandIsRefused() {
    #expect(ask(nil) == ["-> 1 15"])
  }

  @Test(arguments: [
    ("boot-up", "boot"), ("shutdown", "shutdown"), ("reboot", "reboot"), ("updates", "update"),
    ("system-upgrade", "update"), ("firmware-upgrade", "firmware"), ("system-reset", "reset"),
  ])
  mutating func plymouthModesAreTranslated(name: String, mode: String) {
    #expect(ask(.changeMode, Bytes(Array(name.utf8))) == ["-> 1 06", "SetMode {\"mode\":\"\(mode)\"}"])
  }

  @Test mutating func unknownPlymouthModesAreIgnored() {
    for name: Bytes? in [nil, "", "boot", "Shutdown", "updates "] { #expect(ask(.changeMode, name) == ["-> 1 06"]) }
  }

  @Test mutating func unitsOfUpdatesAreMilestones() {
    let call = #"SetProgress {"alive":true,"milestone":"dbus.service"}"#
    #expect(ask(.update, "dbus.service") == ["-> 1 06", call])
  }

  /// The messages of systemd-fsckd 252, and malformed ones.
  @Test mutating func fileSystemChecksAreProgress() {
    #expect(ask(.update, "fsckd:0:100.0:") == ["-> 1 06"], "nothing of ours is shown: the progress of others stays")
    let text = "fsckd:1:45.3:Checking in progress on 1 disk (45.3% complete)"
    let call = #"SetProgress {"value":0.453,"label":"Checking in progress on 1 disk"}"#
    #expect(ask(.update, Bytes(Array(text.utf8))) == ["-> 1 06", call])
    #expect(
      ask(.update, "fsckd:2:7.0:On: 2") == ["-> 1 06", #"SetProgress {"value":0.07,"label":"On: 2"}"#])
    #expect(ask(.update, "fsckd:2:7,5:On: 2") == ["-> 1 06", #"SetProgress {"value":0.075,"label":"On: 2"}"#])
    #expect(ask(.update, "fsckd:0:100.0:Checking in progress on 0 disks") == ["-> 1 06", "restoreProgress"])
    #expect(ask(.showMessage, "fsckd-cancel-msg:Press Ctrl+C") == ["-> 1 06"])
    for text: Bytes in ["fsckd:", "fsckd:1:x:text", "fsckd:1:45", "fsckd:99999999999:1:text"] {
      #expect(ask(.update, text) == ["-> 1 06"])
    }
    _ = ask(.progressPause)
    #expect(ask(.update, Bytes(Array(text.utf8))) == ["-> 1 06"])
    #expect(ask(.progressUnpause) == [call, "-> 1 06"])
  }

  @Test mutating func systemUpdateTranslatesPercent() {
    for (text, value) in [
      ("0", "0"), ("42", "0.42"), ("100", "1"), ("101", "0"), ("-1", "0"), ("x", "0"), ("", "0"), ("4 2", "0"),
    ] {
      #expect(
        ask(.systemUpdate, Bytes(Array(text.utf8))) == [#"SetProgress {"value":\#(value)}"#, "-> 1 06"], "\(text)")
    }
    #expect(ask(.systemUpdate) == [#"SetProgress {"value":0}"#, "-> 1 06"])
  }

  @Test mutating func progressIsHeldDuringAPause() {
    _ = ask(.progressPause)
    #expect(ask(.systemUpdate, "10") == ["-> 1 06"] && ask(.systemUpdate, "20") == ["-> 1 06"])
    #expect(ask(.update, "one") == ["-> 1 06"] && ask(.update, "two") == ["-> 1 06"])
    #expect(
      ask(.progressUnpause) == [
        #"SetProgress {"alive":true,"milestone":"one"}"#, #"SetProgress {"alive":true,"milestone":"two"}"#,
        #"SetProgress {"value":0.2}"#, "-> 1 06",
      ])
    #expect(ask(.progressUnpause) == ["-> 1 06"], "held calls are sent once")
    #expect(ask(.systemUpdate, "30").count == 2)
  }

  @Test mutating func numberOfCallsHeldDuringAPauseIsBounded() {
    _ = ask(.progressPause)
    for index in 0..<1000 { _ = ask(.update, "\(index)") }
    let held = ask(.progressUnpause)
    #expect(held.count == 65 && held.first == #"SetProgress {"alive":true,"milestone":"936"}"#)
  }

  @Test mutating func yieldResumeAndQuitAreAnsweredAfterTheCall() {
    #expect(ask(.deactivate, from: 4) == ["Yield {} -> 4"])
    #expect(ask(.reactivate) == ["Resume {} -> 1"])
    #expect(ask(.quit, "\u{1}") == [#"Quit {"retain":true} -> 1"#])
    #expect(ask(.quit, "") == [#"Quit {"retain":false} -> 1"#] && ask(.quit) == [#"Quit {"retain":false} -> 1"#])
    #expect(ask(.hasActiveTerminal) == ["terminal? -> 1"])
  }

  @Test mutating func showHideReloadAndErrorAreTranslated() {
    #expect(ask(.showSplash) == ["show", "-> 1 06"] && ask(.hideSplash) == ["hide", "-> 1 06"])
    #expect(ask(.reload) == ["reload", "-> 1 06"] && ask(.error) == ["ReportFailure {}", "-> 1 06"])
  }

  private func message(_ text: String) -> String { "SetMessage {\"text\":\"\(text)\"}" }

  @Test mutating func olderMessageIsDisplayedWhenANewerOneIsHidden() {
    #expect(ask(.showMessage, "one") == [message("one"), "-> 1 06"])
    for text: Bytes in ["two", "three", "two"] { _ = ask(.showMessage, text) }
    #expect(ask(.hideMessage, "tw") == ["-> 1 06"], "only an exact match is hidden")
    #expect(ask(.hideMessage, "one") == ["-> 1 06"], "was not displayed")
    #expect(ask(.hideMessage, "two") == [message("three"), "-> 1 06"], "both messages with that text")
    #expect(ask(.hideMessage, "three") == [message(""), "-> 1 06"])
    #expect(ask(.hideMessage, "three") == ["-> 1 06"])
  }

  @Test mutating func emptyMessageRemovesAllMessages() {
    for text: Bytes in ["one", "two"] { _ = ask(.showMessage, text) }
    #expect(ask(.showMessage, "") == [message(""), "-> 1 06"])
    #expect(ask(.hideMessage, "two") == ["-> 1 06"] && ask(.showMessage) == [message(""), "-> 1 06"])
  }

  @Test mutating func numberOfMessagesIsBounded() {
    for index in 0..<1000 { _ = ask(.showMessage, "\(index)") }
    for index in (937..<1000).reversed() { #expect(ask(.hideMessage, "\(index)").first == message("\(index - 1)")) }
    #expect(ask(.hideMessage, "936").first == message(""))
  }

  @Test mutating func messageTextIsConvertedToValidUTF8() {
    #expect(
      ask(.showMessage, Bytes([UInt8(ascii: "a"), 0xFF, UInt8(ascii: "b"), 0, UInt8(ascii: "c")])).first
        == message("a\u{FFFD}b"))
  }

  @Test mutating func promptsAreDisplayedAndNotAnswered() {
    #expect(ask(.cachedPassword) == ["-> 1 05"])
    #expect(ask(.password, "Disk?") == [#"SetMessage {"text":"Disk?","lifetime":60}"#, "-> 1 05"])
    #expect(ask(.password) == [#"SetMessage {"text":"Password","lifetime":60}"#, "-> 1 05"])
    #expect(ask(.question, "Who?") == [#"SetMessage {"text":"Who?","lifetime":60}"#, "-> 1 05"])
    #expect(ask(.question) == ["-> 1 05"])
  }

  @Test mutating func keystrokeWatchesEndWhenRemovedOrClosed() {
    #expect(
      ask(.keystroke, "yn", from: 1).isEmpty && ask(.keystroke, from: 2).isEmpty
        && ask(.keystroke, "yn", from: 3).isEmpty)
    #expect(ask(.keystrokeRemove, "y", from: 9) == ["-> 9 06"])
    #expect(ask(.keystrokeRemove, "yn", from: 9) == ["-> 1 05", "-> 3 05", "-> 9 06"])
    #expect(ask(.keystrokeRemove, "yn", from: 9) == ["-> 9 06"])
    translator.connectionClosed(2)
    #expect(ask(.keystrokeRemove, from: 9) == ["-> 9 06"], "a closed connection gets no reply")
    for _ in 0..<64 { #expect(ask(.keystroke, "q").isEmpty) }
    #expect(ask(.keystroke, "q") == ["-> 1 05"], "at most 64 watches")
  }

  @Test func keystrokeIsSentToTheOldestMatchingWatch() {
    var translator = PlymouthTranslator()
    #expect(translator.keyPressed(UInt8(ascii: "a")) == nil && !translator.watchesKeys)
    _ = translator.handle(PlymouthRequest(.keystroke, "xY"), from: 1)
    _ = translator.handle(PlymouthRequest(.keystroke), from: 2)
    #expect(
      translator.keyPressed(UInt8(ascii: "y"))?.summary == "-> 1 020100000059", "only the upper-case letter is watched")
    #expect(translator.keyPressed(UInt8(ascii: "a"))?.summary == "-> 2 020100000061")
    #expect(translator.keyPressed(UInt8(ascii: "a")) == nil)
  }
}
