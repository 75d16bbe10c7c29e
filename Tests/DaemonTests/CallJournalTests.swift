import Progress
import Support
import System
import Testing
import Varlink

@testable import Daemon
@testable import DaemonCore

/// The journal of calls that is replayed after a restart.
@Suite struct CallJournalTests {
  private func call(_ verb: StaticString, _ parameters: JSON = [:]) -> Call {
    Call("io.loaderd.Screen." + Bytes(verb), parameters.members ?? [])
  }

  /// The methods in the journal, without their interface.
  private func verbs(_ journal: CallJournal) -> [Bytes] {
    journal.entries.map { $0.call.method.split(at: 0x2E).last ?? "" }
  }

  @Test func supersededCallsAreRemoved() {
    var journal = CallJournal(boot: "b")
    journal.note(call("Show", ["loader": "bar"]), at: 1)
    journal.note(call("GetState"), at: 2)
    journal.note(call("SetStatus", ["text": "one"]), at: 3)
    journal.note(call("Show", ["loader": "ring"]), at: 4)
    for step in 0..<100 {
      journal.note(call("SetProgress", ["value": .number(Double(step) / 100)]), at: Int64(5 + step))
    }
    journal.note(call("SetProgress", ["value": .number(1), "label": "two"]), at: 200)
    journal.note(call("SetProgress", ["value": .number(0.5)]), at: 201)
    #expect(verbs(journal) == ["Show", "SetStatus"])
    #expect(journal.entries[0].call["loader"]?.string == "ring" && journal.entries[0].time == 4)
    #expect(journal.entries[1].call["text"]?.string == "two")
    journal.note(call("Yield"), at: 202)
    #expect(verbs(journal) == ["Show", "SetStatus"], "the display session is kept instead of the call")
    journal.note(call("Resume"), at: 203)
    journal.note(call("Hide"), at: 204)
    #expect(verbs(journal) == ["Hide"], "nothing is shown after a restart either")
    journal.note(call("Show", ["loader": "bar"]), at: 205)
    #expect(verbs(journal) == ["Show"])
  }

  /// A failure removes the message, and a milestone beside an estimate is no report.
  @Test func journalForgetsWhatTheModelForgets() {
    var journal = CallJournal(boot: "b")
    journal.note(call("SetMessage", ["text": "Do not turn off"]), at: 1)
    journal.note(call("ReportFailure"), at: 2)
    #expect(verbs(journal) == ["ReportFailure"])
    journal.note(call("SetMessage", ["text": "Call us"]), at: 3)
    #expect(verbs(journal) == ["ReportFailure", "SetMessage"])
    journal.note(call("SetProgress", ["estimate": .bool(true), "milestone": "udev"]), at: 4)
    journal.note(call("SetProgress", ["milestone": "root"]), at: 5)
    #expect(verbs(journal) == ["ReportFailure", "SetMessage", "SetProgress"])
    #expect(journal.entries[2].call["estimate"] == .bool(true))
  }

  @Test func terminalIsPassedOn() throws {
    var journal = CallJournal(boot: "b")
    #expect(CallJournal(journal.save(), boot: "b")?.terminal == nil)
    journal.terminal = 7
    #expect(journal.isChanged)
    var next = CallJournal(boot: "b")
    next.note(try #require(CallJournal(journal.save(), boot: "b")))
    #expect(next.terminal == 7)
    journal.terminal = 7
    #expect(!journal.isChanged)
  }

  @Test func displayThatIsLentToTheConsoleStaysLent() {
    var journal = CallJournal(boot: "b")
    journal.note(call("Yield", ["text": .bool(true)]), at: 1)
    #expect(verbs(journal) == ["Yield"])
    journal.note(call("Resume"), at: 2)
    #expect(verbs(journal) == [])
    journal.note(call("Yield", ["text": .bool(true), "lease": .bool(true)]), at: 3)
    #expect(verbs(journal) == [], "it ends with its connection")
  }

  /// A picture may be readable by one of the groups only.
  @Test func supplementaryGroupsAreKept() throws {
    var journal = CallJournal(boot: "b")
    let reader = Peer(user: 1000, group: 100, supplementaryGroups: [4, 44])
    journal.note(call("Show", ["loader": "logo"]), at: 1, reader: reader)
    let read = try #require(CallJournal(journal.save(), boot: "b")?.entries.first?.reader)
    #expect(read.user == 1000 && read.group == 100 && read.supplementaryGroups == [4, 44])
  }

  /// `progress` has what the reports have led to.
  @Test func reportsOfProgressAreNotKept() {
    var journal = CallJournal(boot: "b")
    journal.note(call("SetProgress", ["estimate": .bool(true)]), at: 1)
    for step in 0..<50 {
      let value = JSON.number(Double(step) / 64)
      journal.note(call("SetProgress", ["value": value, "phase": "a", "phases": .array([["name": "a"]])]), at: 2)
      journal.note(call("SetProgress", ["value": value, "milestone": "m", "alive": .bool(true)]), at: 2)
      journal.note(call("SetProgress", ["task": "x", "label": "copying"]), at: 3)
    }
    #expect(verbs(journal) == ["SetProgress", "SetStatus"] && journal.entries[0].call["estimate"] == .bool(true))
    journal.note(call("SetProgress"), at: 4)
    #expect(verbs(journal) == ["SetStatus"])
  }

  @Test func progressRoundTrips() throws {
    var journal = CallJournal(boot: "b"), update = ProgressUpdate()
    update.phases = [Phase("a", weight: 3), Phase("b")]
    (update.phase, update.fraction, update.part) = ("a", 0.25, (2, 3))
    var model = ProgressModel(mode: "update", at: .zero)
    for second in 1...20 {
      update.fraction = Double(second) / 32
      model.apply(update, DurationHistory(), now: Time(seconds: Double(second)))
    }
    journal.progress = model.state
    let saved = try #require(CallJournal(journal.save(), boot: "b"))
    let read = try #require(ProgressModel(state: saved.progress))
    #expect(read.tasks == model.tasks && read.part == model.part && read.lastActivity == model.lastActivity)
    let later = Time(seconds: 21), left = try #require(model.secondsLeft(at: later))
    #expect(abs(try #require(read.secondsLeft(at: later)) - left) < 0.001)
    #expect(abs(try #require(read.fraction) - (try #require(model.fraction))) < 0.001)
  }

  /// Progress that cannot be read back costs only itself.
  @Test func largeProgressIsLeftOut() throws {
    var journal = CallJournal(boot: "b"), model = ProgressModel(mode: "boot", at: .zero)
    let name = Bytes([UInt8](repeating: 0x61, count: 200))
    for task in 0..<16 {
      for phase in 0..<32 {
        var update = ProgressUpdate()
        update.task = "\(task) \(name)"
        update.phase = "\(phase) \(name)"
        model.apply(update, DurationHistory(), now: .zero)
      }
    }
    journal.progress = model.state
    journal.note(call("Show", ["loader": "bar"]), at: 1)
    let read = try #require(CallJournal(journal.save(), boot: "b"))
    #expect(read.progress == .null && verbs(read) == ["Show"])
  }

  @Test func noProgressTakesBackThatOfShow() {
    var journal = CallJournal(boot: "b")
    journal.note(call("SetProgress", ["value": .number(0.25)]), at: 0)
    journal.note(call("Show", ["loader": "bar", "progress": .number(0.5), "width": .number(90)]), at: 1)
    journal.note(call("SetProgress", ["alive": .bool(true)]), at: 2)
    #expect(journal.entries[0].call["progress"]?.number == 0.5)
    var other = journal
    other.note(call("SetProgress", ["value": "none"]), at: 3)
    journal.note(call("SetProgress"), at: 3)
    #expect(verbs(other) == ["Show"] && other.entries[0].call["progress"] == nil)
    #expect(verbs(journal) == ["Show"])
    #expect(journal.entries[0].call["progress"] == nil && journal.entries[0].call["width"]?.number == 90)
  }

  @Test func releasedDisplaySessionRoundTrips() throws {
    var journal = CallJournal(boot: "b")
    journal.isReleased = true
    #expect(journal.isChanged)
    let text = journal.save()
    #expect(!journal.isChanged && CallJournal(text, boot: "b")?.isReleased == true)
    journal.isReleased = true
    #expect(!journal.isChanged)
    journal.isReleased = false
    #expect(journal.isChanged && CallJournal(journal.save(), boot: "b")?.isReleased == false)
  }

  @Test func journalRoundTripsToTheNanosecond() throws {
    var journal = CallJournal(boot: "b")
    let time: Int64 = 86_400_123_456_789_012
    journal.note(call("Show", ["loader": "shimmer", "text": "„Ω“ \u{1F600}", "duration": .number(1.5)]), at: time)
    journal.framebuffers = [41, 42]
    journal.background = 0x1234EF
    #expect(journal.isChanged)
    let text = journal.save()
    #expect(!journal.isChanged)
    let read = try #require(CallJournal(text, boot: "b"))
    #expect(read.entries.count == 1 && read.entries[0].time == time && read.framebuffers == [41, 42])
    #expect(read.background == 0x1234EF)
    #expect(read.entries[0].call.text == journal.entries[0].call.text)
    #expect(CallJournal(text, boot: "c") == nil, "the journal is of an earlier boot")
  }

  @Test func numberOfEntriesIsBounded() throws {
    var journal = CallJournal(boot: "b")
    let methods = MethodTable.all.map { $0.name }
    for step in 0..<10_000 {
      let text = JSON.string("\(step)")
      journal.note(call(methods[step % methods.count], ["text": text, "mode": text, "task": text]), at: Int64(step))
    }
    #expect(journal.entries.count <= methods.count)
    #expect(CallJournal(journal.save(), boot: "b")?.entries.count == journal.entries.count)
  }

  /// A control character takes six bytes in the file; a file of more than 64 KiB is not read.
  @Test func savedJournalFitsTheReadLimit() throws {
    var journal = CallJournal(boot: "b")
    let text = JSON.string(Bytes([UInt8](repeating: 1, count: 4096)))
    journal.note(call("Show", ["loader": "text", "text": text]), at: 1)
    journal.note(call("SetMessage", ["text": text]), at: 2)
    journal.note(call("SetProgress", ["value": .number(0.5), "label": text, "phase": text]), at: 3)
    let saved = journal.save()
    #expect(saved.count <= 64 * 1024)
    let read = try #require(CallJournal(saved, boot: "b"))
    #expect(verbs(read).first == "Show")
  }

  @Test func malformedJournalIsRejected() {
    for text: StaticString in [
      "", "{}", "[]", "{\"boot\":\"b\"}", "{\"boot\":\"b\",\"calls\":[{}]}",
      "{\"boot\":\"b\",\"calls\":[{\"method\":\"x\",\"parameters\":{},\"seconds\":1e300,\"nanoseconds\":0}]}",
      "{\"boot\":\"b\",\"calls\":[{\"method\":\"x\",\"parameters\":{},\"seconds\":-1,\"nanoseconds\":0}]}",
    ] {
      #expect(CallJournal(Bytes(text), boot: "b") == nil, "\(text)")
    }
  }
}
