import Meters
import Notation
import Protocol
import Testing

@testable import Control

/// What is said to the daemon, and when.
@Suite struct PresenceTests {
  static let second: Int64 = 1_000_000_000
  static let loader = [JSON.Member("loader", "bar"), JSON.Member("lease", .bool(true))]

  @Test func showsThenTells() {
    let talk = Talk(Presence(showing: PresenceTests.loader))
    #expect(talk.next(0) == "connect")
    talk.presence.connected()
    let show = #"{"method":"io.loaderd.Screen.Show","parameters":{"loader":"bar","lease":true}}"#
    #expect(talk.next(0) == show && talk.next(0) == nil)
    talk.presence.tell(Reading(0.25, label: "One"))
    talk.presence.tell(Reading(0.5))
    #expect(talk.next(100) == nil, "one call at a time")
    #expect(talk.replied(Reply()) && !talk.presence.isSettled)
    let progress = #"{"method":"io.loaderd.Screen.SetProgress","parameters":{"value":0.5,"label":"One"}}"#
    #expect(talk.next(100) == progress && talk.replied(Reply()) && talk.presence.isSettled)
    talk.presence.tell(Reading())
    #expect(talk.next(110) == nil && talk.presence.deadline == 150_000_000, "at most 20 a second")
    #expect(
      talk.next(150)
        == #"{"method":"io.loaderd.Screen.SetProgress","parameters":{"value":null,"label":"One","alive":true}}"#)
  }

  @Test func aDaemonThatHangsIsNotAskedTwice() {
    let talk = Talk(Presence(showing: PresenceTests.loader))
    talk.presence.connected()
    _ = talk.next(0)
    for time in 0..<1000 {
      talk.presence.tell(Reading(Double(time) / 1000))
      #expect(talk.next(Int64(time) * 100) == nil && talk.presence.deadline == nil)
    }
  }

  @Test func comesBackAfterASecondAndSaysAllAgain() {
    let talk = Talk(Presence(showing: PresenceTests.loader))
    talk.presence.connected()
    _ = talk.next(0)
    #expect(talk.replied(Reply()))
    talk.presence.tell(Reading(0.5))
    _ = talk.next(100)
    #expect(talk.replied(Reply()))
    talk.presence.lost(now: PresenceTests.second)
    #expect(talk.next(1999) == nil && talk.presence.deadline == 2 * PresenceTests.second)
    #expect(talk.next(2000) == "connect")
    talk.presence.connected()
    #expect(talk.next(2000)?.contains("Show") == true && talk.replied(Reply()))
    #expect(talk.next(2050)?.contains("0.5") == true)
  }

  @Test func phasesAreAnnouncedOnce() {
    let talk = Talk(Presence(showing: []))
    talk.presence.connected()
    talk.presence.tell(Reading(0.5, phase: "install"))
    #expect(
      talk.next(0)
        == #"{"method":"io.loaderd.Screen.SetProgress","parameters":{"value":0.5,"phase":"install","phases":[{"name":"download"},{"name":"install"}]}}"#
    )
    #expect(talk.replied(Reply()))
    talk.presence.tell(Reading(0.6, phase: "install"))
    #expect(talk.next(100)?.hasSuffix(#""phase":"install"}}"#) == true)
  }

  @Test func aReadingThatIsRefusedIsForgotten() {
    let talk = Talk(Presence(showing: PresenceTests.loader))
    talk.presence.connected()
    _ = talk.next(0)
    #expect(talk.replied(Reply([JSON.Member("id", .integer(7))])) && talk.presence.id == 7)
    talk.presence.tell(Reading(0.5))
    _ = talk.next(100)
    #expect(talk.replied(.invalidParameter("value", "no")) && talk.next(200) == nil && talk.presence.isSettled)
  }

  @Test func aRefusedLoaderIsTriedAgainLater() {
    let talk = Talk(Presence(showing: PresenceTests.loader))
    talk.presence.connected()
    _ = talk.next(0)
    #expect(!talk.replied(.noDisplay("another has it")) && talk.presence.complaint == "another has it")
    talk.presence.lost(now: 0)
    #expect(!talk.presence.hasBeenThere && talk.next(1000) == "connect")
  }

  @Test func withoutALoaderOnlyProgressIsTold() {
    let talk = Talk(Presence(showing: []))
    talk.presence.connected()
    #expect(talk.presence.hasBeenThere && talk.presence.isSettled)
    talk.presence.tell(Reading(1))
    #expect(talk.next(0)?.contains("SetProgress") == true)
  }

  @Test(
    arguments: [
      ("dd if=/dev/zero bs=1M count=100 of=x", 104_857_600), ("dd if=/dev/zero of=x count=3", 1536),
      ("dd bs=1kB count=5", 5000), ("dd bs=2KiB count=1", 2048), ("dd", nil), ("dd if=/nonexistent", nil),
      ("dd bs=x count=5", nil), ("dd if=/dev/zero", nil),
    ] as [(String, Double?)])
  func whatDDSays(line: String, total: Double?) {
    #expect(CopyOperands(line.split(separator: " ").map { Bytes(Array($0.utf8)) }).total == total)
  }
}

/// A presence, and what it says.
final class Talk {
  var presence: Presence

  init(_ presence: Presence) { self.presence = presence }

  /// What is done next, in words.
  func next(_ milliseconds: Int64) -> String? {
    switch presence.next(now: milliseconds * 1_000_000) {
    case nil: nil
    case .connect: "connect"
    case .send(let call): String(decoding: call.text.utf8, as: UTF8.self)
    }
  }

  func replied(_ reply: Reply) -> Bool { presence.replied(reply) }
}
