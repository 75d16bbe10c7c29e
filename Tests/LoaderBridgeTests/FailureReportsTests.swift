import LoaderBridge
import Support
import Testing

/// Reports of failed units: which units, and their text.
@Suite struct FailureReportsTests {
  func report(_ policy: FailureReports.Policy = .all, _ change: (inout UnitFailure) -> Void) -> String? {
    var failure = UnitFailure(unit: "ntp.service", description: "Network Time"), failures = FailureReports(policy)
    change(&failure)
    failures.report(failure)
    return failures.nextCall()?.short
  }

  @Test(
    arguments: [
      ("exit-code", 1, false, "Network Time did not start", "exit-code 1"),
      ("exit-code", 203, true, "Network Time stopped unexpectedly", "exit-code 203"),
      ("exit-code", 0, false, "Network Time did not start", "exit-code"),
      ("signal", 11, true, "Network Time crashed", "signal 11"),
      ("core-dump", 6, false, "Network Time crashed", "core-dump 6"),
      ("timeout", 0, false, "Network Time did not start in time", "timeout"),
      ("timeout", 0, true, "Network Time did not stop in time", "timeout"),
      ("watchdog", 6, true, "Network Time does not respond", "watchdog"),
      ("oom-kill", 9, true, "Network Time ran out of memory", "oom-kill"),
      ("start-limit-hit", 1, false, "Network Time failed again and again", "start-limit-hit"),
      ("resources", 0, false, "Network Time did not start", "resources"),
      ("", 0, false, "Network Time did not start", "failed"),
    ] as [(Bytes, Int, Bool, String, String)])
  func resultIsReported(_ result: Bytes, _ status: Int, _ wasActive: Bool, _ sentence: String, _ code: String) {
    let call = report { ($0.result, $0.status, $0.wasActive) = (result, status, wasActive) }
    #expect(call == #"ReportFailure {"unit":"ntp.service","sentence":"\#(sentence)","code":"\#(code)"}"#)
  }

  @Test func theNameReplacesAMissingDescription() {
    #expect(report { $0.description = "" }?.contains("ntp.service did not start") == true)
    #expect(
      report { ($0.unit, $0.description) = ("data.mount", "/data") }?.contains("/data could not be mounted") == true)
  }

  @Test func thePolicySelectsUnits() {
    #expect(report(.essential) { $0.isRequired = false } == nil)
    #expect(report(.essential) { $0.isRequired = true } != nil)
    #expect(report(.none) { $0.isRequired = true } == nil)
  }

  @Test func unansweredReportIsSentAgain() throws {
    var failures = FailureReports(.all)
    failures.report(UnitFailure(unit: "a.service"))
    failures.report(UnitFailure(unit: "b.service"))
    let next = failures.nextCall(), sent = try #require(next)
    failures.markUnsent([sent])
    #expect(failures.nextCall()?.short == sent.short && failures.nextCall()?.short.contains("b.service") == true)
  }

  @Test func aUnitIsReportedOnceUntilItRecovers() {
    var failures = FailureReports(.all)
    #expect(failures.handle(unit: "a.service", state: "active") == false)
    #expect(failures.handle(unit: "a.service", state: "failed") == true)
    #expect(failures.handle(unit: "a.service", state: "failed") == false)
    #expect(failures.handle(unit: "a.service", state: "activating") == false)
    #expect(failures.handle(unit: "a.service", state: "failed") == true)
    // After a new connection, units that are still failed are known; units that recovered may fail again.
    failures.retain(failed: ["a.service"])
    #expect(failures.handle(unit: "a.service", state: "failed") == false)
    failures.retain(failed: [])
    #expect(failures.handle(unit: "a.service", state: "failed") == true)
    var none = FailureReports(.none)
    #expect(none.handle(unit: "a.service", state: "failed") == false)
  }

  @Test func emergencyAndRescueModesAreReported() {
    var failures = FailureReports(.essential)
    #expect(failures.handle(unit: "emergency.target", state: "active") == false)
    failures.reportEmergency("emergency.target")
    #expect(
      failures.nextCall()?.short
        == #"ReportFailure {"unit":"emergency.target","sentence":"The system could not start and is in emergency mode","code":"emergency"}"#
    )
    #expect(failures.nextCall()?.short == nil)
    failures.reportEmergency("rescue.target")
    #expect(failures.nextCall()?.short.contains("rescue mode") == true)
    _ = failures.handle(unit: "emergency.target", state: "inactive")
    failures.reportEmergency("emergency.target")
    #expect(failures.nextCall()?.short != nil)
  }

  @Test func theQueueKeepsSixteenReports() {
    var failures = FailureReports(.all)
    for number in 0..<20 { failures.report(UnitFailure(unit: "\(number).service")) }
    var count = 0
    while failures.nextCall() != nil { count += 1 }
    #expect(count == 16)
  }

  @Test(
    arguments: [
      ("/org/freedesktop/systemd1/unit/dbus_2eservice", "dbus.service"),
      ("/org/freedesktop/systemd1/unit/_2d_2emount", "-.mount"),
      ("/org/freedesktop/systemd1/unit/a_5fb_2", "a_b_2"), ("/", ""),
    ] as [(Bytes, Bytes)])
  func unitNamesAreUnescaped(_ path: Bytes, _ unit: Bytes) {
    #expect(UnitPath.unit(path) == unit)
  }

  @Test func unitTypesHaveInterfaces() {
    #expect(UnitPath.interface(of: "a.b.service") == "org.freedesktop.systemd1.Service")
    #expect(UnitPath.interface(of: "data.mount") == "org.freedesktop.systemd1.Mount")
  }
}
