import Doors
import Notation
import Testing

/// What each request of plymouthd's protocol leads to.
@Suite struct PlymouthDoorTests {
  private var door = PlymouthDoor()

  private mutating func ask(_ command: PlymouthRequest.Command?, _ text: Bytes? = nil, from number: Int = 1) -> [String]
  {
    door.take(PlymouthRequest(command, text), from: number, isRoot: true).map { $0.said }
  }

  @Test mutating func requestsThatAreOnlyAcknowledged() {
    for command: PlymouthRequest.Command in [
      .ping, .systemInitialized, .progressPause, .progressUnpause, .keystrokeRemove,
    ] {
      #expect(ask(command) == ["-> 1 06"])
    }
    #expect(ask(.newRoot, "/sysroot") == ["-> 1 06"] && door.root == "/sysroot")
  }

  @Test mutating func onlyRootMay() {
    for byte in UInt8.min...UInt8.max {
      let request = PlymouthRequest(PlymouthRequest.Command(rawValue: byte), "text")
      #expect(door.take(request, from: 3, isRoot: false).map { $0.said } == ["-> 3 15"])
    }
    #expect(ask(nil) == ["-> 1 15"], "nobody may what is not there")
  }

  @Test(arguments: [
    ("boot-up", "boot"), ("shutdown", "shutdown"), ("reboot", "reboot"), ("updates", "update"),
    ("system-upgrade", "update"), ("firmware-upgrade", "firmware"), ("system-reset", "reset"),
  ])
  mutating func modes(name: String, mode: String) {
    #expect(ask(.changeMode, Bytes(Array(name.utf8))) == ["-> 1 06", "SetMode {\"mode\":\"\(mode)\"}"])
  }

  @Test mutating func unknownModesAreIgnored() {
    for name: Bytes? in [nil, "", "boot", "Shutdown", "updates "] { #expect(ask(.changeMode, name) == ["-> 1 06"]) }
  }

  @Test mutating func unitsAreMilestones() {
    let call = #"SetProgress {"alive":true,"milestone":"dbus.service"}"#
    #expect(ask(.update, "dbus.service") == ["-> 1 06", call])
  }

  @Test mutating func percentOrNothing() {
    for (text, value) in [
      ("0", "0"), ("42", "0.42"), ("100", "1"), ("101", "0"), ("-1", "0"), ("x", "0"), ("", "0"), ("4 2", "0"),
    ] {
      #expect(
        ask(.systemUpdate, Bytes(Array(text.utf8))) == [#"SetProgress {"value":\#(value)}"#, "-> 1 06"], "\(text)")
    }
    #expect(ask(.systemUpdate) == [#"SetProgress {"value":0}"#, "-> 1 06"])
  }

  @Test mutating func progressWaitsWhileItIsPaused() {
    _ = ask(.progressPause)
    #expect(ask(.systemUpdate, "10") == ["-> 1 06"] && ask(.systemUpdate, "20") == ["-> 1 06"])
    #expect(ask(.update, "one") == ["-> 1 06"] && ask(.update, "two") == ["-> 1 06"])
    #expect(
      ask(.progressUnpause) == [
        #"SetProgress {"alive":true,"milestone":"one"}"#, #"SetProgress {"alive":true,"milestone":"two"}"#,
        #"SetProgress {"value":0.2}"#, "-> 1 06",
      ])
    #expect(ask(.progressUnpause) == ["-> 1 06"], "once only")
    #expect(ask(.systemUpdate, "30").count == 2)
  }

  @Test mutating func pausesHoldAFewSteps() {
    _ = ask(.progressPause)
    for index in 0..<1000 { _ = ask(.update, "\(index)") }
    let held = ask(.progressUnpause)
    #expect(held.count == 65 && held.first == #"SetProgress {"alive":true,"milestone":"936"}"#)
  }

  @Test mutating func repliesThatWaitForTheirCalls() {
    #expect(ask(.deactivate, from: 4) == ["Yield {} -> 4"])
    #expect(ask(.reactivate) == ["Resume {} -> 1"])
    #expect(ask(.quit, "\u{1}") == [#"Quit {"retain":true} -> 1"#])
    #expect(ask(.quit, "") == [#"Quit {"retain":false} -> 1"#] && ask(.quit) == [#"Quit {"retain":false} -> 1"#])
    #expect(ask(.hasActiveTerminal) == ["terminal? -> 1"])
  }

  @Test mutating func theSplashItself() {
    #expect(ask(.showSplash) == ["show", "-> 1 06"] && ask(.hideSplash) == ["Hide {}", "-> 1 06"])
    #expect(ask(.reload) == ["reload", "-> 1 06"] && ask(.error) == ["ReportFailure {}", "-> 1 06"])
  }

  private func message(_ text: String) -> String { "SetMessage {\"text\":\"\(text)\"}" }

  @Test mutating func messagesComeBackWhenNewerOnesAreHidden() {
    #expect(ask(.showMessage, "one") == [message("one"), "-> 1 06"])
    for text: Bytes in ["two", "three", "two"] { _ = ask(.showMessage, text) }
    #expect(ask(.hideMessage, "tw") == ["-> 1 06"], "only exactly that text")
    #expect(ask(.hideMessage, "one") == ["-> 1 06"], "which nobody saw")
    #expect(ask(.hideMessage, "two") == [message("three"), "-> 1 06"], "both")
    #expect(ask(.hideMessage, "three") == [message(""), "-> 1 06"])
    #expect(ask(.hideMessage, "three") == ["-> 1 06"])
  }

  @Test mutating func emptyMessageClears() {
    for text: Bytes in ["one", "two"] { _ = ask(.showMessage, text) }
    #expect(ask(.showMessage, "") == [message(""), "-> 1 06"])
    #expect(ask(.hideMessage, "two") == ["-> 1 06"] && ask(.showMessage) == [message(""), "-> 1 06"])
  }

  @Test mutating func endlessMessagesAreForgotten() {
    for index in 0..<1000 { _ = ask(.showMessage, "\(index)") }
    for index in (937..<1000).reversed() { #expect(ask(.hideMessage, "\(index)").first == message("\(index - 1)")) }
    #expect(ask(.hideMessage, "936").first == message(""))
  }

  @Test mutating func textsAreMadeFitToBeShown() {
    #expect(ask(.showMessage, Bytes([0x61, 0xFF, 0x62, 0, 0x63])).first == message("a\u{FFFD}b"))
  }

  @Test mutating func promptsAreShownAndNotAnswered() {
    #expect(ask(.cachedPassword) == ["-> 1 05"])
    #expect(ask(.password, "Disk?") == [#"SetMessage {"text":"Disk?","lifetime":60}"#, "-> 1 05"])
    #expect(ask(.password) == [#"SetMessage {"text":"Password","lifetime":60}"#, "-> 1 05"])
    #expect(ask(.question, "Who?") == [#"SetMessage {"text":"Who?","lifetime":60}"#, "-> 1 05"])
    #expect(ask(.question) == ["-> 1 05"])
  }

  @Test mutating func keystrokesAreWaitedForUntilNobodyWantsThem() {
    #expect(
      ask(.keystroke, "yn", from: 1).isEmpty && ask(.keystroke, from: 2).isEmpty
        && ask(.keystroke, "yn", from: 3).isEmpty)
    #expect(ask(.keystrokeRemove, "y", from: 9) == ["-> 9 06"])
    #expect(ask(.keystrokeRemove, "yn", from: 9) == ["-> 1 05", "-> 3 05", "-> 9 06"])
    #expect(ask(.keystrokeRemove, "yn", from: 9) == ["-> 9 06"])
    door.hangUp(2)
    #expect(ask(.keystrokeRemove, from: 9) == ["-> 9 06"], "whoever has gone is told nothing")
    for _ in 0..<64 { #expect(ask(.keystroke, "q").isEmpty) }
    #expect(ask(.keystroke, "q") == ["-> 1 05"], "no more than that")
  }

  @Test func aKeyIsForWhoWaitsForItTheLongest() {
    var door = PlymouthDoor()
    #expect(door.press(0x61) == nil && !door.watchesKeys)
    _ = door.take(PlymouthRequest(.keystroke, "xY"), from: 1, isRoot: true)
    _ = door.take(PlymouthRequest(.keystroke), from: 2, isRoot: true)
    _ = door.take(PlymouthRequest(.keystroke), from: 3, isRoot: false)
    #expect(door.press(0x79)?.said == "-> 1 020100000059", "the large one is what it asked for")
    #expect(door.press(0x61)?.said == "-> 2 020100000061")
    #expect(door.press(0x61) == nil, "who is not root waits for nothing")
  }
}
