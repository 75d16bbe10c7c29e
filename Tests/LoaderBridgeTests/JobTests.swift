import LoaderBridge
import Testing

/// The updates of systemd-sysupdated.
@Suite struct JobTests {
  @Test func severalRunAtOnce() {
    var updates = Updates()
    updates.jobs.take(.listed(id: 1, type: "update", percent: 0))
    updates.jobs.take(.listed(id: 2, type: "list", percent: 0))
    updates.jobs.take(.listed(id: 3, type: "update", percent: 40))
    #expect(updates.jobs.knows(id: 1) && !updates.jobs.knows(id: 2))
    #expect(
      updates.calls() == [
        "GetState {}", #"SetMode {"mode":"update"}"#, #"SetProgress {"value":0,"task":"sysupdate-1"}"#,
        #"SetProgress {"value":0.4,"task":"sysupdate-3"}"#,
      ])
    updates.take(mode: "boot")
    updates.jobs.take(.progress(id: 1, percent: 25))
    updates.jobs.take(.progress(id: 1, percent: 20))
    updates.jobs.take(.progress(id: 9, percent: 20))
    #expect(updates.calls() == [#"SetProgress {"value":0.25,"task":"sysupdate-1"}"#])
    updates.jobs.take(.removed(id: 3, status: 0))
    #expect(updates.calls() == [#"SetProgress {"value":1,"task":"sysupdate-3"}"#])
    updates.jobs.take(.removed(id: 1, status: 0))
    #expect(updates.calls(at: 1) == [#"SetProgress {"value":1,"task":"sysupdate-1"}"#])
    // One that begins now keeps the screen.
    updates.jobs.take(.listed(id: 4, type: "update", percent: 0))
    #expect(updates.calls(at: 7) == [#"SetProgress {"value":0,"task":"sysupdate-4"}"#])
    updates.jobs.take(.removed(id: 4, status: 0))
    #expect(updates.calls(at: 8) == [#"SetProgress {"value":1,"task":"sysupdate-4"}"#])
    #expect(
      updates.calls(at: 13) == [
        #"SetProgress {"value":null}"#,
        #"SetMode {"mode":"boot"}"#,
      ])
  }

  @Test(arguments: [(7, "exit-code 7"), (-5, "errno 5")]) func failuresAreTold(_ status: Int, _ code: String) {
    var updates = Updates()
    updates.jobs.take(.listed(id: 1, type: "update", percent: 50))
    updates.jobs.take(.listed(id: 2, type: "update", percent: 50))
    _ = updates.calls()
    updates.jobs.take(.removed(id: 1, status: status))
    // The other one goes on.
    let report =
      #"ReportFailure {"unit":"systemd-sysupdated.service","sentence":"The update could not be installed","code":""#
    #expect(updates.calls() == [report + code + #""}"#])
    updates.jobs.take(.gone)
    #expect(updates.calls().last == report + #"gone"}"#)
    #expect(updates.calls(at: 100) == [])
  }

  @Test func bothKindsOfUpdateShareTheScreen() {
    var updates = Updates()
    updates.jobs.take(.listed(id: 1, type: "update", percent: 50))
    #expect(updates.calls().count == 3)
    updates.rauc.take(.operation("installing"), now: 0)
    #expect(updates.calls().count == 1)
    updates.jobs.take(.removed(id: 1, status: 0))
    #expect(updates.calls() == [#"SetProgress {"value":1,"task":"sysupdate-1"}"#])
    #expect(updates.calls(at: 100) == [])
  }
}
