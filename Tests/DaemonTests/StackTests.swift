import DaemonCore
import Display
import Loaders
import Progress
import Scene
import SeededRandom
import Settings
import Support
import Testing
import Text
import Varlink

@testable import Daemon

/// The stack of leases in the screen model.
@Suite struct StackTests {
  private var model = ScreenModel(
    Files { (path) throws(ParameterError) in throw ParameterError("font", "no files here") })
  private let snapshot = StatusSnapshot(
    outputs: [], time: .zero, secondsToFirst: nil, isYielded: false, missingGlyphs: 0, isUnshaped: false)
  private static let second: Int64 = 1_000_000_000

  @discardableResult
  private mutating func call(
    _ method: StaticString, _ parameters: JSON = [:], from client: Int = 0, at seconds: Int64 = 0
  ) -> Reply {
    model.answer(
      Call("io.loaderd.Screen." + Bytes(method), parameters.members ?? []), from: client,
      now: seconds * StackTests.second, snapshot
    ).reply
  }

  private mutating func state(at seconds: Int64 = 0) -> JSON { .object(call("GetState", at: seconds).parameters) }

  private static func shimmer(_ text: StaticString, lease: Bool = false) -> JSON {
    ["loader": "shimmer", "text": .string(Bytes(text)), "lease": .bool(lease)]
  }

  private func history(part: Int?, decides: Bool = false, isPartial: Bool = false) -> DurationHistory {
    var history = DurationHistory()
    history.part = part.map { ProgressModel.Part(number: $0, count: 3) }
    (history.decidesPart, history.isPartial) = (decides, isPartial)
    return history
  }

  @Test mutating func partOfAnEarlierBootIsShown() {
    call("SetMode", ["mode": "reboot"])  // before the file is read
    model.setDurationHistory(history(part: nil, isPartial: true), estimating: false, at: 1)
    model.setDurationHistory(history(part: 2), estimating: false, at: 2)
    #expect(state()["part"] == .number(2) && model.nextPart?.number == 2)
    #expect(model.currentDurationHistory().part?.number == 2)
    call("SetProgress", [:])
    #expect(model.nextPart == nil && model.hasUrgentHistory && model.currentDurationHistory().decidesPart)
  }

  /// As after a hand-over in mode `reboot`, and after a part that was hidden: the journal has what is shown.
  @Test mutating func partOfThisBootIsKeptAndNotShownAgain() {
    model.setDurationHistory(history(part: 2, decides: true), estimating: false, at: 1)
    #expect(state()["part"] == .null && model.currentDurationHistory().part?.number == 2)
    model = ScreenModel(model.files)
    model.restore(ScreenProgress(isPartDecided: true), at: 0)
    model.setDurationHistory(history(part: nil, isPartial: true), estimating: false, at: 1)
    model.setDurationHistory(history(part: 2), estimating: false, at: 2)
    #expect(state()["part"] == .null && model.currentDurationHistory().part?.number == 2)
  }

  @Test mutating func partThatACallHasRemovedIsNotReadAgain() {
    call("SetProgress", ["part": .number(1), "parts": .number(3), "value": .number(0.5)])
    call("Hide", at: 1)
    model.setDurationHistory(history(part: 1), estimating: false, at: 2)
    let now = model.currentDurationHistory()
    #expect(state()["part"] == .null && now.part == nil && history(part: 1).adding(now).part == nil)
  }

  @Test mutating func progressOfAnEntryIsThatOfItsLoader() {
    call("Show", ["loader": "bar", "progress": "50%"])
    let shown = state()["shown"]?.array?.first
    #expect(state()["progress"] == .number(0.5) && shown?["progress"] == .number(0.5))
  }

  @Test mutating func newestLeaseIsOnTop() {
    call("Show", StackTests.shimmer("base"))
    #expect(call("Show", StackTests.shimmer("one", lease: true), from: 1, at: 1)["id"] == .number(1))
    #expect(call("Show", StackTests.shimmer("two", lease: true), from: 2, at: 2)["id"] == .number(2))
    #expect(state()["text"] == "two")
    #expect(state()["shown"]?.array?.map { $0["text"] } == ["base", "one", "two"])
    #expect(model.connectionClosed(1, at: 3 * StackTests.second) == .redraw && state()["text"] == "two")
    #expect(model.connectionClosed(2, at: 4 * StackTests.second) == .redraw && state()["text"] == "base")
    #expect(model.connectionClosed(2, at: 4 * StackTests.second) == .none, "it has ended already")
    #expect(model.connectionClosed(7, at: 4 * StackTests.second) == .none, "it has no lease")
  }

  @Test mutating func loaderBelowALeaseKeepsItsTime() {
    call("Show", StackTests.shimmer("base"))
    call("Show", StackTests.shimmer("one", lease: true), from: 1, at: 3)
    _ = model.connectionClosed(1, at: 5 * StackTests.second)
    #expect(model.screen.loader.since == .zero, "the time of the covered loader continues")
    #expect(
      model.frame(at: 5_100_000_000, width: 640, height: 480, Context(Typesetter(), scale: 1)).drawOps.count > 1)
  }

  @Test mutating func consoleCoversTheStackUntilItIsToggled() {
    call("Show", StackTests.shimmer("base"))
    model.toggleLogScreen(at: 2 * StackTests.second)
    #expect(model.showsLog && state()["console"] == .bool(true) && state()["loader"] == "console")
    call("AppendLog", ["lines": .array(["a line"])], at: 3)
    call("Show", StackTests.shimmer("one", lease: true), from: 1, at: 3)
    call("ReportFailure", ["unit": "x"], at: 4)
    #expect(model.showsLog && state()["failure"] == "", "the console covers new entries")
    model.toggleLogScreen(at: 5 * StackTests.second)
    #expect(!model.showsLog && state()["console"] == .bool(false) && state()["loader"] == "failure")
    call("Show", StackTests.shimmer("two", lease: true), from: 1, at: 6)
    #expect(state()["loader"] == "shimmer" && state()["failure"] == .null)
    model.toggleLogScreen(at: 7 * StackTests.second)
    _ = model.connectionClosed(1, at: 8 * StackTests.second)
    model.toggleLogScreen(at: 9 * StackTests.second)
    #expect(state()["text"] == "base" && model.screen.loader.since == .zero, "the time of the covered loader continues")
  }

  @Test mutating func statusAndProgressBelongToTheClient() {
    call("Show", StackTests.shimmer("base"))
    call("SetStatus", ["text": "Booting"])
    call("SetProgress", ["value": .number(0.5)])
    call("Show", StackTests.shimmer("one", lease: true), from: 1)
    #expect(state()["status"] == "" && state()["progress"] == .null)
    call("SetProgress", ["value": .number(0.1), "label": "Mine"], from: 1)
    call("SetProgress", ["value": .number(0.6)])
    call("SetStatus", ["text": "Still booting"], from: 5)
    #expect(
      state()["status"] == "Mine" && state()["progress"] == .number(0.1), "calls of other clients do not change it")
    #expect(
      call("SetProgress", ["value": .number(0.2), "show": .number(1)]).error == nil, "unless they name the entry")
    #expect(state()["progress"] == .number(0.2))
    #expect(call("SetStatus", ["text": "x", "show": .number(9)]).error != nil)
    _ = model.connectionClosed(1, at: 0)
    #expect(state()["status"] == "Still booting" && state()["progress"] == .number(0.6))
  }

  @Test mutating func hideRemovesOnlyTheCallersEntry() {
    call("Show", StackTests.shimmer("base"))
    call("Show", StackTests.shimmer("one", lease: true), from: 1)
    call("Hide")
    #expect(state()["text"] == "one")
    call("Hide", from: 1)
    #expect(state()["loader"] == .null && state()["shown"]?.array?.count == 1)
    call("SetStatus", ["text": "later"], from: 1)
    #expect(state()["status"] == "later", "a client without a lease sets the common status")
  }

  @Test mutating func secondShowOfAClientReplacesItsFirst() {
    call("Show", StackTests.shimmer("one", lease: true), from: 1)
    call("Show", StackTests.shimmer("two", lease: true), from: 2)
    call("Show", StackTests.shimmer("one again"), from: 1)
    #expect(state()["shown"]?.array?.map { $0["text"] } == [.null, "two", "one again"], "the new entry is on top")
    #expect(call("Show", ["loader": "nonesuch"], from: 1).error != nil)
    #expect(state()["text"] == "one again", "what is refused changes nothing")
  }

  @Test mutating func failureCoversTheStackUntilTheNextShow() {
    model.failurePolicy = FailurePolicy(address: "https://help.example/%unit%?c=%code%")
    call("Show", StackTests.shimmer("base"))
    call("Show", StackTests.shimmer("one", lease: true), from: 1)
    #expect(call("ReportFailure", ["unit": "a b.mount", "sentence": "No disk", "code": "E&1"]).error == nil)
    #expect(state()["loader"] == "failure" && state()["failure"] == "No disk")
    #expect(model.failurePolicy.address(unit: "a b", code: "E&1") == "https://help.example/a%20b?c=E%261")
    call("Show", StackTests.shimmer("base"))
    #expect(state()["failure"] == .null && state()["text"] == "one")
    model.failurePolicy = FailurePolicy(shows: .nothing)
    #expect(call("ReportFailure", ["unit": "x"]).error == nil && state()["loader"] == "shimmer")
    model.failurePolicy = FailurePolicy(shows: .console)
    call("AppendLog", ["lines": .array(["before", "between\nlines"])])
    call("ReportFailure", ["unit": "x"])
    #expect(state()["loader"] == "console" && model.showsLog)
  }

  @Test mutating func consoleShowsTheLog() {
    call("Show", ["loader": "console"])
    #expect(state()["loader"] == "console", "even with an empty log")
    let before = model.frame(at: 0, width: 640, height: 480, Context(Typesetter(), scale: 1)).drawOps
    call("AppendLog", ["lines": .array(["one", "two"])], at: 1)
    let after = model.frame(at: 0, width: 640, height: 480, Context(Typesetter(), scale: 1)).drawOps
    #expect(before != after)
    for index in 0..<1000 {
      model.addLogLines([("line \(index) " + Bytes([UInt8](repeating: 0x61, count: 1000)), Time(seconds: 2))])
    }
    #expect(model.logLines.text.count <= 4096)
    #expect(call("AppendLog", ["lines": "x"]).error != nil)
    let excess = [JSON.integer(1)] + Array(repeating: "x", count: 200)
    #expect(call("AppendLog", ["lines": .array(excess)]).error == nil, "only lines that are kept are read")
  }

  /// The kernel's messages are read when the console is opened, and are older than what was reported before.
  @Test mutating func logIsInTheOrderOfTheTimes() {
    model.failurePolicy = FailurePolicy(shows: .console)
    call("AppendLog", ["lines": .array(["\u{1B}[0;32m  OK  \u{1B}[0m a\u{1B}]0;title\u{7}b"])], at: 5)
    call("ReportFailure", ["unit": "x.service", "sentence": "It broke"], at: 9)
    model.addLogLines([
      ("kernel 1", Time(seconds: 1)), ("kernel 5", Time(seconds: 5)), ("kernel 10", Time(seconds: 10)),
    ])
    #expect(model.logLines.text == "kernel 1\n  OK   ab\nkernel 5\nx.service: It broke\nkernel 10")
    for second in 20..<300 { call("AppendLog", ["lines": .array(["new"])], at: Int64(second)) }
    model.addLogLines([("old", Time(seconds: 11))])
    #expect(!model.logLines.text.utf8.contains(UInt8(ascii: "o")), "a full log keeps the newest lines")
  }

  @Test mutating func modeSetsTitlesAndResetsTheProgress() {
    call("Show", StackTests.shimmer("base"))
    call("SetProgress", ["value": .number(0.9)])
    call("SetMode", ["mode": "update"])
    #expect(state()["mode"] == "update" && state()["progress"] == .null)
    #expect(model.screen.title == "Installing updates" && model.screen.subtitle == "Keep the device switched on")
    call("SetMode", ["mode": "update", "title": "Once more"])
    #expect(model.screen.title == "Once more")
    call("SetMode", ["mode": "boot"])
    #expect(model.screen.title == "")
    #expect(call("SetMode", ["mode": "party"]).error != nil && call("SetMode").error != nil)
  }

  @Test mutating func phasesTasksAndPartsAreInTheState() {
    let phases: JSON = [
      "phases": .array([["name": "get", "weight": .number(3)], ["name": "put"]]), "phase": "get", "value": .number(0.5),
    ]
    call("SetProgress", phases)
    #expect(state()["progress"] == .number(0.375))
    #expect(state()["tasks"]?.array?.first?["phase"] == "get")
    call("SetProgress", ["value": .number(1), "part": .number(1), "parts": .number(2), "phase": "put"])
    #expect(state()["progress"] == .number(0.5))
    call("SetProgress", ["value": .number(0), "part": .number(2), "parts": .number(2), "phase": "get"])
    #expect(state()["part"] == .number(2) && state()["progress"] == .number(0.5))
    #expect(model.screen.waitHint.part == "Part 2 of 2")
    for wrong: JSON in [
      ["value": .number(0.1), "part": .number(3), "parts": .number(2)], ["part": .number(1)],
      ["phases": .array([["weight": .number(1)]])], ["phases": .array([["name": "x", "weight": .number(0)]])],
      ["phase": .number(5)], ["alive": "yes"], ["value": "half"], ["whatever": .number(1)],
    ] { #expect(call("SetProgress", wrong).error != nil, "\(wrong)") }
    #expect(state()["part"] == .number(2), "what is refused changes nothing")
    call("SetProgress", ["value": .null])
    #expect(state()["progress"] == .null && state()["part"] == .null)
  }

  @Test mutating func stallTimeRestartsWithEachUpdate() {
    model.stallsAfter = 30
    call("SetProgress", ["value": .number(0.5)])
    #expect(model.screen.waitHint.stallTime == Time(seconds: 30))
    call("SetProgress", ["alive": .bool(true)], at: 25)
    #expect(model.screen.waitHint.stallTime == Time(seconds: 55) && state()["progress"] == .number(0.5))
    call("SetProgress", ["value": .number(1)], at: 60)
    #expect(model.screen.waitHint.stallTime == nil, "done")
  }

  @Test mutating func bootEstimateUsesTheLearnedDurations() {
    model.begin(in: .boot, at: 0)
    for (name, seconds) in [("a.service", 2), ("b.service", 6)] as [(Bytes, Int64)] {
      call("SetProgress", ["milestone": .string(name)], at: seconds)
    }
    #expect(state()["milestone"] == "b.service" && state()["progress"] == .null, "nothing is known yet")
    model.endMode(at: Time(seconds: 10))
    let learned = model.currentDurationHistory()
    #expect(learned.meanRun(of: "boot")?.length == 10)

    model = ScreenModel(model.files)
    model.begin(in: .boot, at: 0)
    model.setDurationHistory(learned, estimating: true, at: StackTests.second)
    #expect(abs((state(at: 1)["progress"]?.number ?? 0) - 0.1) < 0.01, "1 s of 10 s")
    call("Show", StackTests.shimmer("one", lease: true), from: 1, at: 1)
    call("SetProgress", from: 1, at: 1)
    _ = model.connectionClosed(1, at: StackTests.second)
    let estimate = state(at: 2)["progress"]?.number
    #expect(estimate != nil, "a lease does not end the estimate")
    call("SetProgress", ["milestone": "a.service"], at: 4)
    let slow = state(at: 8)["progress"]?.number ?? 0
    #expect((0.3...0.75).contains(slow), "this boot is slower: \(slow)")
    call("SetProgress", ["value": .number(0.9)], at: 9)
    #expect(state(at: 9)["progress"] == .number(0.9), "a given value overrides the forecast")

    model = ScreenModel(model.files)
    model.begin(in: .boot, at: 0)
    model.bootEstimator.isOver = true
    model.setDurationHistory(learned, estimating: true, at: StackTests.second)
    #expect(state(at: 1)["progress"] == .null, "the boot was over before")
    model.endMode(at: Time(seconds: 1200))
    #expect(model.currentDurationHistory().meanRun(of: "boot")?.length == 10)
  }

  /// A successor replays the call before it reads what was learned.
  @Test mutating func estimateBeginsWhenTheDurationsAreRead() {
    var run = BootMilestones("boot"), learned = DurationHistory()
    run.length = 10
    learned.learn(run)
    model.begin(in: .boot, at: 0)
    call("SetProgress", ["estimate": .bool(true)])
    model.setDurationHistory(learned, estimating: false, at: StackTests.second)
    #expect(abs((state(at: 1)["progress"]?.number ?? 0) - 0.1) < 0.01, "1 s of 10 s")
    call("SetProgress")
    model.setDurationHistory(learned, estimating: false, at: StackTests.second)
    #expect(state(at: 1)["progress"] == .null)
  }

  /// Whatever was reported, the successor that replays the journal shows the same progress.
  @Test(arguments: 0..<300) mutating func replayedProgressIsTheSame(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var journal = CallJournal(boot: "b")
    let plans = [["a", "b", "c"], ["b", "d"]] as [[JSON]]
    for second in 1...Int64(random.roll(1...12)) {
      var members = [JSON.Member("value", .number(Double(random.roll(0...4)) / 4))]
      if random.roll(1...3) == 1 { members.append(JSON.Member("task", random.pick(["x", "y"]))) }
      if random.roll(1...2) == 1 { members.append(JSON.Member("phase", random.pick(["a", "b", "c"]))) }
      if random.roll(1...4) == 1 {
        members.append(JSON.Member("phases", .array(random.pick(plans).map { ["name": $0] })))
      }
      if random.roll(1...4) == 1 { members += [JSON.Member("part", .number(1)), JSON.Member("parts", .number(3))] }
      if call("SetProgress", .object(members), at: second).error != nil { continue }
      journal.note(Call("io.loaderd.Screen.SetProgress", members), at: second * StackTests.second)
    }
    let before = state(at: 20)
    journal.progress = model.progress?.state ?? .null
    let read = try #require(CallJournal(journal.save(), boot: "b"))
    model = ScreenModel(model.files)
    for entry in read.entries { _ = model.answer(entry.call, now: entry.time, snapshot) }
    if let progress = ProgressModel(state: read.progress) {
      model.restore(ScreenProgress(progress), at: 12 * StackTests.second)
    }
    let after = state(at: 20)
    for member in ["progress", "part", "parts", "left", "tasks"] as [StaticString] {
      #expect(after[member] == before[member])
    }
  }

  @Test mutating func partsContinueAfterAReboot() {
    call("SetProgress", ["value": .number(0.5), "part": .number(1), "parts": .number(3)])
    #expect(model.currentDurationHistory().part?.number == 1, "part 1 is not done")
    call("SetProgress", ["value": .number(1), "part": .number(1), "parts": .number(3)])
    var left = model.currentDurationHistory()
    #expect(left.part?.number == 2)
    left.decidesPart = false  // in the next boot
    model = ScreenModel(model.files)
    model.setDurationHistory(left, estimating: false, at: 0)
    #expect(state()["part"] == .number(2) && model.screen.waitHint.part == "Part 2 of 3")
    #expect(abs((state()["progress"]?.number ?? 0) - 1.0 / 3) < 0.001)
    call("SetMode", ["mode": "update"])
    #expect(
      state()["part"] == .number(2) && model.currentDurationHistory().part?.number == 2, "in the mode of the update")
    call("SetProgress", ["value": .number(1), "part": .number(2), "parts": .number(3)])
    call("SetMode", ["mode": "reboot"])
    #expect(state()["part"] == .null && model.currentDurationHistory().part?.number == 3, "the machine goes down")
    call("SetMode", ["mode": "update"])
    call("SetProgress", ["value": .number(1), "part": .number(3), "parts": .number(3)])
    call("SetMode", ["mode": "reboot"])
    #expect(model.currentDurationHistory().part == nil, "the last part is done")
  }

  @Test mutating func modeOfAClientDoesNotEndTheBoot() {
    for (end, length) in [(25, 25), (5000, nil)] as [(Double, Double?)] {
      model.begin(in: .boot, at: 0)
      call("SetProgress", ["milestone": "a.service"], at: 2)
      call("SetMode", ["mode": "update"], at: 3)
      call("SetMode", ["mode": "boot"], at: 10)
      model.endMode(at: Time(seconds: end))
      let learned = model.currentDurationHistory().meanRun(of: "boot")
      #expect(learned?.length == length && learned.map { $0.milestones.map { $0.name } == ["a.service"] } != false)
      model = ScreenModel(model.files)
    }
  }

  @Test mutating func durationsWithoutANameAreNotLearnedOfLeases() {
    for (client, parameters) in [(1, [:]), (2, ["task": "copy"]), (3, ["phase": "a"])] as [(Int, JSON)] {
      call("Show", ["loader": "bar", "lease": .bool(true)], from: client)
      for (value, second) in [(0, 0), (1, 4)] as [(Double, Int64)] {
        call(
          "SetProgress", .object([JSON.Member("value", .number(value))] + (parameters.members ?? [])), from: client,
          at: second)
      }
    }
    let history = model.currentDurationHistory()
    #expect(history.duration(of: "boot//") == nil)
    #expect(history.duration(of: "boot/copy/") == 4 && history.duration(of: "boot//a") == 4)
  }

  @Test mutating func textsAreSanitized() {
    let text = Bytes(Array("a\u{1B}[31mb\u{202E}c\u{2066}d\u{7}e\tf\u{0}g\u{E0041}".utf8))
    call("SetStatus", ["text": .string(text)])
    #expect(state()["status"] == "a[31mbcde fg")
    let marks = Bytes(Array(("e" + String(repeating: "\u{301}", count: 500)).utf8))
    call("SetStatus", ["text": .string(marks)])
    #expect(state()["status"]?.string?.scalars.map { $0 }.count == 9)
  }
}
