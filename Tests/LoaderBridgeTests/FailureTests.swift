import LoaderBridge
import Support
import Testing

/// What is said of units that failed, and of which.
@Suite struct FailureTests {
  func report(_ policy: Failures.Policy = .all, _ change: (inout UnitFailure) -> Void) -> String? {
    var failure = UnitFailure(unit: "ntp.service", description: "Network Time"), failures = Failures(policy)
    change(&failure)
    failures.take(failure)
    return failures.call()?.short
  }

  @Test(
    arguments: [
      ("exit-code", 1, false, "Network Time did not start", "exit-code 1"),
      ("exit-code", 203, true, "Network Time stopped unexpectedly", "exit-code 203"),
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
  func aSentenceAndACode(_ result: Bytes, _ status: Int, _ wasActive: Bool, _ sentence: String, _ code: String) {
    let said = report { ($0.result, $0.status, $0.wasActive) = (result, status, wasActive) }
    #expect(said == #"ReportFailure {"unit":"ntp.service","sentence":"\#(sentence)","code":"\#(code)"}"#)
  }

  @Test func unitsWithoutADescriptionHaveAName() {
    #expect(report { $0.description = "" }?.contains("ntp.service did not start") == true)
    #expect(
      report { ($0.unit, $0.description) = ("data.mount", "/data") }?.contains("/data could not be mounted") == true)
  }

  @Test func thePolicyChooses() {
    #expect(report(.essential) { $0.isRequired = false } == nil)
    #expect(report(.essential) { $0.isRequired = true } != nil)
    #expect(report(.none) { $0.isRequired = true } == nil)
  }

  @Test func aUnitIsToldOfOnceUntilItWorks() {
    var failures = Failures(.all)
    #expect(failures.take(unit: "a.service", state: "active") == false)
    #expect(failures.take(unit: "a.service", state: "failed") == true)
    #expect(failures.take(unit: "a.service", state: "failed") == false)
    #expect(failures.take(unit: "a.service", state: "activating") == false)
    #expect(failures.take(unit: "a.service", state: "failed") == true)
    // The bus was gone: what is still failed is known, what worked meanwhile may fail anew.
    failures.keep(failed: ["a.service"])
    #expect(failures.take(unit: "a.service", state: "failed") == false)
    failures.keep(failed: [])
    #expect(failures.take(unit: "a.service", state: "failed") == true)
    var none = Failures(.none)
    #expect(none.take(unit: "a.service", state: "failed") == false)
  }

  @Test func theEmergencyModeIsAFailure() {
    var failures = Failures(.essential)
    #expect(failures.take(unit: "emergency.target", state: "active") == false)
    failures.takeEmergency("emergency.target")
    #expect(
      failures.call()?.short
        == #"ReportFailure {"unit":"emergency.target","sentence":"The system could not start and is in emergency mode","code":"emergency"}"#
    )
    #expect(failures.call()?.short == nil)
    failures.takeEmergency("rescue.target")
    #expect(failures.call()?.short.contains("rescue mode") == true)
    _ = failures.take(unit: "emergency.target", state: "inactive")
    failures.takeEmergency("emergency.target")
    #expect(failures.call()?.short != nil)
  }

  @Test func whoWaitsTooLongIsForgotten() {
    var failures = Failures(.all)
    for number in 0..<20 { failures.take(UnitFailure(unit: "\(number).service")) }
    var count = 0
    while failures.call() != nil { count += 1 }
    #expect(count == 16)
  }

  @Test(
    arguments: [
      ("/org/freedesktop/systemd1/unit/dbus_2eservice", "dbus.service"),
      ("/org/freedesktop/systemd1/unit/_2d_2emount", "-.mount"),
      ("/org/freedesktop/systemd1/unit/a_5fb_2", "a_b_2"), ("/", ""),
    ] as [(Bytes, Bytes)])
  func pathsNameUnits(_ path: Bytes, _ unit: Bytes) {
    #expect(UnitPath.unit(path) == unit)
  }

  @Test func typesHaveInterfaces() {
    #expect(UnitPath.interface(of: "a.b.service") == "org.freedesktop.systemd1.Service")
    #expect(UnitPath.interface(of: "data.mount") == "org.freedesktop.systemd1.Mount")
  }
}
