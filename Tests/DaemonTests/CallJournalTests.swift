import Support
import Varlink
import Testing

@testable import Daemon

@Suite struct CallJournalTests {
  private func call(_ verb: StaticString, _ parameters: JSON = [:]) -> Call {
    Call("io.loaderd.Screen." + Bytes(verb), parameters.members ?? [])
  }

  private func verbs(_ record: CallJournal) -> [Bytes] {
    record.entries.map { $0.call.method.split(at: 0x2E).last ?? "" }
  }

  @Test func onlyWhatStillCountsIsKept() {
    var record = CallJournal(boot: "b")
    record.note(call("Show", ["loader": "bar"]), at: 1)
    record.note(call("GetState"), at: 2)
    record.note(call("SetStatus", ["text": "one"]), at: 3)
    record.note(call("Show", ["loader": "ring"]), at: 4)
    for step in 0..<100 {
      record.note(call("SetProgress", ["value": .number(Double(step) / 100)]), at: Int64(5 + step))
    }
    record.note(call("SetProgress", ["value": .number(1), "label": "two"]), at: 200)
    record.note(call("SetProgress", ["value": .number(0.5)]), at: 201)
    #expect(verbs(record) == ["Show", "SetStatus", "SetProgress"])
    #expect(record.entries[0].call["loader"]?.string == "ring" && record.entries[0].time == 4)
    #expect(record.entries[1].call["text"]?.string == "two" && record.entries[2].call["value"]?.number == 0.5)
    record.note(call("Yield"), at: 202)
    #expect(verbs(record) == ["Show", "SetStatus", "SetProgress"], "the display session is kept instead of the call")
    record.note(call("Resume"), at: 203)
    record.note(call("Hide"), at: 204)
    #expect(verbs(record) == ["Hide"], "nothing is shown, and a successor shows nothing either")
    record.note(call("Show", ["loader": "bar"]), at: 205)
    #expect(verbs(record) == ["Show"])
  }

  @Test func aReleasedDisplaySessionIsReadBack() throws {
    var record = CallJournal(boot: "b")
    record.isReleased = true
    #expect(record.isChanged)
    let text = record.save()
    #expect(!record.isChanged && CallJournal(text, boot: "b")?.isReleased == true)
    record.isReleased = true
    #expect(!record.isChanged)
    record.isReleased = false
    #expect(record.isChanged && CallJournal(record.save(), boot: "b")?.isReleased == false)
  }

  @Test func whatIsSavedIsReadBackToTheNanosecond() throws {
    var record = CallJournal(boot: "b")
    let time: Int64 = 86_400_123_456_789_012
    record.note(call("Show", ["loader": "shimmer", "text": "„Ω“ \u{1F600}", "duration": .number(1.5)]), at: time)
    record.framebuffers = [41, 42]
    #expect(record.isChanged)
    let text = record.save()
    #expect(!record.isChanged)
    let read = try #require(CallJournal(text, boot: "b"))
    #expect(read.entries.count == 1 && read.entries[0].time == time && read.framebuffers == [41, 42])
    #expect(read.entries[0].call.text == record.entries[0].call.text)
    #expect(CallJournal(text, boot: "c") == nil, "the machine was switched on anew")
  }

  @Test func staysSmallWhateverIsNamed() throws {
    var record = CallJournal(boot: "b")
    record.note(call("Show", ["loader": "bar"]), at: 1)
    for step in 0..<10_000 {
      record.note(call("SetProgress", ["value": .number(0.5), "task": .string("task \(step)")]), at: Int64(2 + step))
    }
    #expect(record.entries.count <= 256 && verbs(record).first == "Show")
    #expect(record.entries.last?.call["task"]?.string == "task 9999")
    #expect(CallJournal(record.save(), boot: "b")?.entries.count == record.entries.count)
  }

  /// Control characters are six bytes each in the file, and what is longer than 64 KiB is not read.
  @Test func whatIsSavedCanAlwaysBeRead() throws {
    var record = CallJournal(boot: "b")
    let text = JSON.string(Bytes([UInt8](repeating: 1, count: 4096)))
    record.note(call("Show", ["loader": "text", "text": text]), at: 1)
    record.note(call("SetMessage", ["text": text]), at: 2)
    record.note(call("SetProgress", ["value": .number(0.5), "label": text, "phase": text]), at: 3)
    let saved = record.save()
    #expect(saved.count <= 64 * 1024)
    let read = try #require(CallJournal(saved, boot: "b"))
    #expect(verbs(read).first == "Show")
  }

  @Test func whatIsNoRecordIsNotBelieved() {
    for text: StaticString in [
      "", "{}", "[]", "{\"boot\":\"b\"}", "{\"boot\":\"b\",\"calls\":[{}]}",
      "{\"boot\":\"b\",\"calls\":[{\"method\":\"x\",\"parameters\":{},\"seconds\":1e300,\"nanoseconds\":0}]}",
      "{\"boot\":\"b\",\"calls\":[{\"method\":\"x\",\"parameters\":{},\"seconds\":-1,\"nanoseconds\":0}]}",
    ] {
      #expect(CallJournal(Bytes(text), boot: "b") == nil, "\(text)")
    }
  }
}
