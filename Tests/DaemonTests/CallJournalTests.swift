import Support
import Testing
import Varlink

@testable import Daemon

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
    #expect(verbs(journal) == ["Show", "SetStatus", "SetProgress"])
    #expect(journal.entries[0].call["loader"]?.string == "ring" && journal.entries[0].time == 4)
    #expect(journal.entries[1].call["text"]?.string == "two" && journal.entries[2].call["value"]?.number == 0.5)
    journal.note(call("Yield"), at: 202)
    #expect(verbs(journal) == ["Show", "SetStatus", "SetProgress"], "the display session is kept instead of the call")
    journal.note(call("Resume"), at: 203)
    journal.note(call("Hide"), at: 204)
    #expect(verbs(journal) == ["Hide"], "nothing is shown after a restart either")
    journal.note(call("Show", ["loader": "bar"]), at: 205)
    #expect(verbs(journal) == ["Show"])
  }

  @Test func noProgressTakesBackThatOfShow() {
    var journal = CallJournal(boot: "b")
    journal.note(call("SetProgress", ["value": .number(0.25)]), at: 0)
    journal.note(call("Show", ["loader": "bar", "progress": .number(0.5), "width": .number(90)]), at: 1)
    journal.note(call("SetProgress", ["alive": .bool(true)]), at: 2)
    #expect(journal.entries[0].call["progress"]?.number == 0.5)
    journal.note(call("SetProgress"), at: 3)
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
    journal.note(call("Show", ["loader": "bar"]), at: 1)
    for step in 0..<10_000 {
      journal.note(call("SetProgress", ["value": .number(0.5), "task": .string("task \(step)")]), at: Int64(2 + step))
    }
    #expect(journal.entries.count <= 256 && verbs(journal).first == "Show")
    #expect(journal.entries.last?.call["task"]?.string == "task 9999")
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
