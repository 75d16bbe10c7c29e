import Process
import ProgressParsers
import ScreenAPI
import Support
import Testing
import Varlink

@testable import Loaderctl

/// Calls of a lease, and their times.
@Suite struct LeaseSessionTests {
  static let loader = [JSON.Member("loader", "bar"), JSON.Member("lease", .bool(true))]

  @Test func showIsFollowedByProgress() {
    let driver = SessionDriver(LeaseSession(showing: LeaseSessionTests.loader))
    #expect(driver.next(0) == nil, "there is no connection")
    driver.session.connected()
    let show = #"{"method":"io.loaderd.Screen.Show","parameters":{"loader":"bar","lease":true}}"#
    #expect(driver.next(0) == show && driver.next(0) == nil)
    driver.session.report(ProgressSample(0.25, label: "One"))
    driver.session.report(ProgressSample(0.5))
    #expect(driver.next(100) == nil, "one call at a time")
    #expect(driver.handle(Reply()) && !driver.session.isSettled)
    let progress = #"{"method":"io.loaderd.Screen.SetProgress","parameters":{"value":0.5,"label":"One"}}"#
    #expect(driver.next(100) == progress && driver.handle(Reply()) && driver.session.isSettled)
    driver.session.report(ProgressSample())
    #expect(driver.next(110) == nil && driver.session.deadline == 150_000_000, "at most 20 a second")
    #expect(
      driver.next(150)
        == #"{"method":"io.loaderd.Screen.SetProgress","parameters":{"value":null,"label":"One","alive":true}}"#)
  }

  /// As RAUC's LastError: or a media change of apt, right after a percentage.
  @Test func sampleWithoutAFractionKeepsOneThatWasNotSent() {
    let driver = SessionDriver(LeaseSession(showing: []))
    driver.session.connected()
    driver.session.report(ProgressSample(0.8, phase: "download"))
    driver.session.report(ProgressSample(label: "Change the disc"))
    let call = driver.next(0)
    #expect(call?.contains(#""value":0.8,"label":"Change the disc","phase":"download""#) == true, "\(call ?? "")")
    #expect(driver.handle(Reply()))
    driver.session.report(ProgressSample(label: "Go on"))
    #expect(driver.next(100)?.contains(#""value":null,"label":"Go on","alive":true"#) == true)
    #expect(driver.handle(Reply()))
    driver.session.disconnected()
    driver.session.connected()
    #expect(driver.next(200)?.contains(#""value":0.8,"label":"Go on","phase":"download""#) == true)
    #expect(driver.handle(Reply()))
    driver.session.report(ProgressSample(phase: "install"))
    #expect(driver.next(300)?.contains("0.8") == false, "the fraction belongs to its phase")
  }

  @Test func onlyOneCallIsOutstanding() {
    let driver = SessionDriver(LeaseSession(showing: LeaseSessionTests.loader))
    driver.session.connected()
    _ = driver.next(0)
    for time in 0..<1000 {
      driver.session.report(ProgressSample(Double(time) / 1000))
      #expect(driver.next(Int64(time) * 100) == nil && driver.session.deadline == nil)
    }
  }

  @Test func everythingIsSentAgainAfterReconnecting() {
    let driver = SessionDriver(LeaseSession(showing: LeaseSessionTests.loader))
    driver.session.connected()
    _ = driver.next(0)
    #expect(driver.handle(Reply()))
    driver.session.report(ProgressSample(0.5))
    _ = driver.next(100)
    #expect(driver.handle(Reply()))
    driver.session.disconnected()
    #expect(driver.next(1999) == nil && driver.session.deadline == nil && driver.session.id == nil)
    driver.session.connected()
    #expect(driver.next(2000)?.contains("Show") == true && driver.handle(Reply()))
    #expect(driver.next(2050)?.contains("0.5") == true)
  }

  @Test func phasesAreAnnouncedOnce() {
    let driver = SessionDriver(LeaseSession(showing: []))
    driver.session.connected()
    driver.session.report(ProgressSample(0.5, phase: "install"))
    #expect(
      driver.next(0)
        == #"{"method":"io.loaderd.Screen.SetProgress","parameters":{"value":0.5,"phase":"install","phases":[{"name":"download"},{"name":"install"}]}}"#
    )
    #expect(driver.handle(Reply()))
    driver.session.report(ProgressSample(0.6, phase: "install"))
    #expect(driver.next(100)?.hasSuffix(#""phase":"install"}}"#) == true)
  }

  @Test func aRejectedSampleIsNotSentAgain() {
    let driver = SessionDriver(LeaseSession(showing: LeaseSessionTests.loader))
    driver.session.connected()
    _ = driver.next(0)
    #expect(driver.handle(Reply([JSON.Member("id", .integer(7))])) && driver.session.id == 7)
    driver.session.report(ProgressSample(0.5))
    _ = driver.next(100)
    #expect(driver.handle(.invalidParameter("value", "no")) && driver.next(200) == nil && driver.session.isSettled)
  }

  @Test func aRejectedLoaderIsShownAgainAfterReconnecting() {
    let driver = SessionDriver(LeaseSession(showing: LeaseSessionTests.loader))
    driver.session.connected()
    _ = driver.next(0)
    #expect(!driver.handle(.noDisplay("another has it")) && driver.session.refusal == "another has it")
    driver.session.disconnected()
    #expect(!driver.session.wasAccepted && driver.next(1000) == nil)
    driver.session.connected()
    #expect(driver.next(1000)?.contains("Show") == true)
  }

  @Test func withoutALoaderOnlyProgressIsSent() {
    let driver = SessionDriver(LeaseSession(showing: []))
    driver.session.connected()
    #expect(driver.session.isSettled && driver.session.isUnused)
    driver.session.report(ProgressSample(1))
    #expect(driver.next(0)?.contains("SetProgress") == true)
    #expect(!driver.session.isUnused && !driver.session.wasAccepted)
    #expect(driver.handle(Reply()) && driver.session.wasAccepted)
  }

  @Test func refusedProgressIsKnown() {
    let driver = SessionDriver(LeaseSession(showing: []))
    driver.session.connected()
    driver.session.report(ProgressSample(1))
    #expect(driver.next(0) != nil && driver.handle(.invalidParameter("value", "no")))
    #expect(!driver.session.wasAccepted && driver.session.refusal == "value: no")
  }

  @Test(
    arguments: [
      ("dd if=/dev/zero bs=1M count=100 of=x", 104_857_600), ("dd if=/dev/zero of=x count=3", 1536),
      ("dd bs=1kB count=5", 5000), ("dd bs=2KiB count=1", 2048), ("dd", nil), ("dd if=/nonexistent", nil),
      ("dd bs=x count=5", nil), ("dd if=/dev/zero", nil), ("dd if=/dev/zero count=100MB bs=1M", 100_000_000),
      ("dd count=512B", 512), ("dd count=2KiB bs=4k", 2048), ("dd count=2 ibs=1k bs=4k", 8192),
    ] as [(String, Double?)])
  func ddOperandsDetermineTheTotal(line: String, total: Double?) {
    #expect(DDOperands(line.split(separator: " ").map { Bytes(Array($0.utf8)) }).total == total)
  }
}

/// The total of dd with an input file.
@Suite struct DDOperandsTests {
  @Test(
    arguments: [
      ("", 10_000), ("bs=1000 skip=4", 6000), ("ibs=1k iseek=4KiB", 5904), ("bs=1M skip=400B", 9600),
      ("bs=1000 skip=4 count=3", 3000), ("bs=1000 skip=8 count=3", 2000), ("skip=1M", 0), ("skip=x", nil),
      ("bs=1k seek=4", 10_000), ("bs=1000 iflag=count_bytes count=3", 3), ("bs=1k iflag=skip_bytes skip=400", 9600),
      ("bs=1k iflag=fullblock,skip_bytes skip=400 count=2", 2048),
      ("iflag=skip_bytes iflag=count_bytes bs=1k skip=400 count=2", 2),
    ] as [(String, Double?)])
  func skippedBytesAreSubtracted(operands: String, total: Double?) throws {
    let folder = Folder()
    let file = try folder.write("data", Array(repeating: 0, count: 10_000))
    let words = ["dd", "if=\(file)"] + operands.split(separator: " ").map(String.init)
    #expect(DDOperands(words.map { Bytes(Array($0.utf8)) }).total == total)
  }
}

/// Drives a session and returns its calls as text.
final class SessionDriver {
  var session: LeaseSession

  init(_ session: LeaseSession) { self.session = session }

  /// The next call.
  func next(_ milliseconds: Int64) -> String? {
    session.nextCall(now: milliseconds * 1_000_000).map { String(decoding: $0.text.utf8, as: UTF8.self) }
  }

  func handle(_ reply: Reply) -> Bool { session.handle(reply) }
}
