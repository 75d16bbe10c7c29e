import LoaderBridge
import Testing

/// Calls that follow from the jobs of systemd-sysupdated.
@Suite struct SysupdateJobsTests {
  @Test func jobsRunInParallel() {
    var updates = UpdateScreen()
    updates.jobs.handle(.listed([(1, "update", 0), (2, "list", 0), (3, "update", 40)]))
    #expect(updates.jobs.knows(id: 1) && !updates.jobs.knows(id: 2))
    #expect(
      updates.calls() == [
        "GetState {}", #"SetMode {"mode":"update"}"#, #"SetProgress {"value":0,"task":"sysupdate-1"}"#,
        #"SetProgress {"value":0.4,"task":"sysupdate-3"}"#,
      ])
    updates.handleState(mode: "boot")
    updates.jobs.handle(.progress(id: 1, percent: 25))
    updates.jobs.handle(.progress(id: 1, percent: 20))
    updates.jobs.handle(.progress(id: 9, percent: 20))
    #expect(updates.calls() == [#"SetProgress {"value":0.25,"task":"sysupdate-1"}"#])
    updates.jobs.handle(.removed(id: 3, status: 0))
    #expect(updates.calls() == [#"SetProgress {"value":1,"task":"sysupdate-3"}"#])
    updates.jobs.handle(.removed(id: 1, status: 0))
    #expect(updates.calls(at: 1) == [#"SetProgress {"value":1,"task":"sysupdate-1"}"#])
    // A job that starts before the previous mode is restored keeps mode update.
    updates.jobs.handle(.listed([(4, "update", 0)]))
    #expect(updates.calls(at: 7) == [#"SetProgress {"value":0,"task":"sysupdate-4"}"#])
    updates.jobs.handle(.removed(id: 4, status: 0))
    #expect(updates.calls(at: 8) == [#"SetProgress {"value":1,"task":"sysupdate-4"}"#])
    #expect(
      updates.calls(at: 13) == [
        #"SetProgress {"value":null}"#,
        #"SetMode {"mode":"boot"}"#,
      ])
  }

  @Test(arguments: [(7, "exit-code 7"), (-5, "errno 5")]) func failedJobsAreReported(_ status: Int, _ code: String) {
    var updates = UpdateScreen()
    updates.jobs.handle(.listed([(1, "update", 50), (2, "update", 50)]))
    _ = updates.calls()
    updates.jobs.handle(.removed(id: 1, status: status))
    // Job 2 still runs: the share of job 1 in the bar is full, and the report waits for the end of the mode.
    let report =
      #"ReportFailure {"unit":"systemd-sysupdated.service","sentence":"The update could not be installed","code":""#
    #expect(updates.calls() == [#"SetProgress {"value":1,"task":"sysupdate-1"}"#])
    updates.jobs.handle(.gone)
    #expect(updates.calls().suffix(2) == [report + code + #""}"#, report + #"gone"}"#])
    #expect(updates.calls(at: 100) == [])
  }

  /// The signal of the end was sent while there was no bus.
  @Test func aJobThatIsNotListedAnyMoreHasEnded() {
    var updates = UpdateScreen()
    updates.jobs.handle(.listed([(1, "update", 50), (2, "update", 50)]))
    _ = updates.calls()
    updates.jobs.handle(.listed([(2, "update", 60)]))
    #expect(
      updates.calls() == [
        #"SetProgress {"value":1,"task":"sysupdate-1"}"#, #"SetProgress {"value":0.6,"task":"sysupdate-2"}"#,
      ])
    updates.jobs.handle(.listed([]))
    #expect(updates.calls() == [#"SetProgress {"value":1,"task":"sysupdate-2"}"#])
    #expect(updates.calls(at: 5) == [#"SetProgress {"value":null}"#])
  }

  /// A bridge that is started again in the middle of an update restores the mode from before it.
  @Test(arguments: [true, false]) func theModeFromBeforeARestartIsRestored(goesOn: Bool) {
    var updates = UpdateScreen(after: "boot")
    #expect(updates.calls() == [])
    updates.markUnsent()
    if goesOn {
      updates.jobs.handle(.listed([(1, "update", 50)]))
      #expect(updates.calls(at: 6) == [#"SetProgress {"value":0.5,"task":"sysupdate-1"}"#])
      updates.markUnsent()
      #expect(updates.calls(at: 6).first == #"SetMode {"mode":"update"}"#)
      updates.jobs.handle(.listed([]))
      #expect(updates.calls(at: 7) == [#"SetProgress {"value":1,"task":"sysupdate-1"}"#])
    }
    #expect(updates.previousMode == "boot")
    #expect(updates.calls(at: 12) == [#"SetProgress {"value":null,"label":""}"#, #"SetMode {"mode":"boot"}"#])
    #expect(updates.previousMode == nil && updates.deadline == nil)
  }

  /// loaderd was replaced before it had read the calls that end the update: its journal has mode `update`.
  @Test func endOfAnUpdateIsSentAgain() {
    var updates = UpdateScreen()
    updates.jobs.handle(.listed([(1, "update", 50)]))
    _ = updates.calls()
    updates.handleState(mode: "boot")
    updates.jobs.handle(.removed(id: 1, status: 0))
    _ = updates.calls(at: 1)
    let end = [updates.nextCall(now: 7_000_000_000), updates.nextCall(now: 7_000_000_000)].compactMap { $0 }
    #expect(end.map { $0.short } == [#"SetProgress {"value":null}"#, #"SetMode {"mode":"boot"}"#])
    updates.markUnsent(end)
    #expect(updates.calls(at: 8) == [#"SetProgress {"value":null}"#, #"SetMode {"mode":"boot"}"#])
    updates.markUnsent([])
    #expect(updates.calls(at: 9) == [])
  }

  @Test func raucAndSysupdateShareTheScreen() {
    var updates = UpdateScreen()
    updates.jobs.handle(.listed([(1, "update", 50)]))
    #expect(updates.calls().count == 3)
    updates.rauc.handle(.operation("installing"), now: 0)
    #expect(updates.calls().count == 1)
    updates.jobs.handle(.removed(id: 1, status: 0))
    #expect(updates.calls() == [#"SetProgress {"value":1,"task":"sysupdate-1"}"#])
    #expect(updates.calls(at: 100) == [])
  }
}
