import ProgressParsers
import ScreenAPI
import Support
import Varlink
import Testing

@testable import Loaderctl

/// What is said to the daemon, and when.
@Suite struct LeaseSessionTests {
  static let loader = [JSON.Member("loader", "bar"), JSON.Member("lease", .bool(true))]

  @Test func showsThenTells() {
    let talk = Talk(LeaseSession(showing: LeaseSessionTests.loader))
    #expect(talk.next(0) == nil, "there is no connection")
    talk.session.connected()
    let show = #"{"method":"io.loaderd.Screen.Show","parameters":{"loader":"bar","lease":true}}"#
    #expect(talk.next(0) == show && talk.next(0) == nil)
    talk.session.report(ProgressSample(0.25, label: "One"))
    talk.session.report(ProgressSample(0.5))
    #expect(talk.next(100) == nil, "one call at a time")
    #expect(talk.handle(Reply()) && !talk.session.isSettled)
    let progress = #"{"method":"io.loaderd.Screen.SetProgress","parameters":{"value":0.5,"label":"One"}}"#
    #expect(talk.next(100) == progress && talk.handle(Reply()) && talk.session.isSettled)
    talk.session.report(ProgressSample())
    #expect(talk.next(110) == nil && talk.session.deadline == 150_000_000, "at most 20 a second")
    #expect(
      talk.next(150)
        == #"{"method":"io.loaderd.Screen.SetProgress","parameters":{"value":null,"label":"One","alive":true}}"#)
  }

  @Test func aDaemonThatHangsIsNotAskedTwice() {
    let talk = Talk(LeaseSession(showing: LeaseSessionTests.loader))
    talk.session.connected()
    _ = talk.next(0)
    for time in 0..<1000 {
      talk.session.report(ProgressSample(Double(time) / 1000))
      #expect(talk.next(Int64(time) * 100) == nil && talk.session.deadline == nil)
    }
  }

  @Test func aNewConnectionIsToldEverythingAgain() {
    let talk = Talk(LeaseSession(showing: LeaseSessionTests.loader))
    talk.session.connected()
    _ = talk.next(0)
    #expect(talk.handle(Reply()))
    talk.session.report(ProgressSample(0.5))
    _ = talk.next(100)
    #expect(talk.handle(Reply()))
    talk.session.disconnected()
    #expect(talk.next(1999) == nil && talk.session.deadline == nil && talk.session.id == nil)
    talk.session.connected()
    #expect(talk.next(2000)?.contains("Show") == true && talk.handle(Reply()))
    #expect(talk.next(2050)?.contains("0.5") == true)
  }

  @Test func phasesAreAnnouncedOnce() {
    let talk = Talk(LeaseSession(showing: []))
    talk.session.connected()
    talk.session.report(ProgressSample(0.5, phase: "install"))
    #expect(
      talk.next(0)
        == #"{"method":"io.loaderd.Screen.SetProgress","parameters":{"value":0.5,"phase":"install","phases":[{"name":"download"},{"name":"install"}]}}"#
    )
    #expect(talk.handle(Reply()))
    talk.session.report(ProgressSample(0.6, phase: "install"))
    #expect(talk.next(100)?.hasSuffix(#""phase":"install"}}"#) == true)
  }

  @Test func aReadingThatIsRefusedIsForgotten() {
    let talk = Talk(LeaseSession(showing: LeaseSessionTests.loader))
    talk.session.connected()
    _ = talk.next(0)
    #expect(talk.handle(Reply([JSON.Member("id", .integer(7))])) && talk.session.id == 7)
    talk.session.report(ProgressSample(0.5))
    _ = talk.next(100)
    #expect(talk.handle(.invalidParameter("value", "no")) && talk.next(200) == nil && talk.session.isSettled)
  }

  @Test func aRefusedLoaderIsTriedAgainLater() {
    let talk = Talk(LeaseSession(showing: LeaseSessionTests.loader))
    talk.session.connected()
    _ = talk.next(0)
    #expect(!talk.handle(.noDisplay("another has it")) && talk.session.refusal == "another has it")
    talk.session.disconnected()
    #expect(!talk.session.wasShown && talk.next(1000) == nil)
    talk.session.connected()
    #expect(talk.next(1000)?.contains("Show") == true)
  }

  @Test func withoutALoaderOnlyProgressIsTold() {
    let talk = Talk(LeaseSession(showing: []))
    talk.session.connected()
    #expect(talk.session.wasShown && talk.session.isSettled)
    talk.session.report(ProgressSample(1))
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

/// A session, and what it sends.
final class Talk {
  var session: LeaseSession

  init(_ session: LeaseSession) { self.session = session }

  /// What is done next, in words.
  func next(_ milliseconds: Int64) -> String? {
    session.next(now: milliseconds * 1_000_000).map { String(decoding: $0.text.utf8, as: UTF8.self) }
  }

  func handle(_ reply: Reply) -> Bool { session.handle(reply) }
}
