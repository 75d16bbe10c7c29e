import Foundation
import Process
import Testing

/// loader-bridge on a private bus, with mock services.
@Suite struct BusTests {
  let folder = Folder()

  @Test func sysupdateJobsAreShownAsTasks() throws {
    let bus = try PrivateBus(in: folder), daemon = try RecordingDaemon(at: folder["s"])
    let bridge = try RunningBridge(in: folder, ["--log", "none"])
    let service = try MockService("sysupdate", on: bus)
    // Job 1 is of type list and not shown. The bridge runs already, so it sees the jobs start.
    service.send("add 1 list\nadd 2 update\nadd 3 update")
    service.send("progress 2 10")
    #expect(daemon.receives("SetMode", "update"))
    #expect(daemon.receives("SetProgress", #""task":"sysupdate-2""#, #""value":0.1"#))
    service.send("progress 3 55\nprogress 2 60")
    #expect(daemon.receives(#""task":"sysupdate-3""#, "0.55") && daemon.receives(#""task":"sysupdate-2""#, "0.6"))
    service.send("remove 2 0\nremove 3 4")
    #expect(daemon.receives(#""task":"sysupdate-2""#, #""value":1"#))
    #expect(daemon.receives("ReportFailure", "exit-code 4", "systemd-sysupdated"))
    #expect(daemon.receives("SetMode", "boot"))
    #expect(!daemon.calls.contains { $0.contains("sysupdate-1") })
    #expect(try bridge.end().status == 0)
  }

  @Test func aRunningSysupdateJobIsFoundAtStart() throws {
    let bus = try PrivateBus(in: folder), daemon = try RecordingDaemon(at: folder["s"])
    let service = try MockService("sysupdate", on: bus)
    service.send("add 7 update\nprogress 7 30")
    pause(0.3)
    let bridge = try RunningBridge(in: folder, ["--log", "none"])
    #expect(daemon.receives(#""task":"sysupdate-7""#, "0.3"))
    _ = bridge
  }

  @Test func raucInstallationIsForwarded() throws {
    let bus = try PrivateBus(in: folder), daemon = try RecordingDaemon(at: folder["s"], mode: "shutdown")
    let service = try MockService("rauc", on: bus)
    service.send("Operation installing\nprogress 80 2 Updating slots\nprogress 95 3 Copying image to rootfs.1")
    pause(0.3)
    let bridge = try RunningBridge(in: folder, ["--log", "none"])
    #expect(daemon.receives("SetMode", "update") && daemon.receives(#""phase":"copy""#, #""weight":17"#))
    #expect(daemon.receives("Copying image to rootfs.1"))
    // RAUC sends no signals for a while, but answers queries.
    #expect(daemon.receives(#""alive":true"#))
    service.send("LastError no space left\ncompleted 1\nOperation idle")
    #expect(daemon.receives("ReportFailure", "no space left", "result 1"))
    #expect(daemon.calls.suffix(2).first == #"SetMode {"mode":"shutdown"}"#)
    _ = bridge
  }

  @Test func failedUnitsAreReported() throws {
    let bus = try PrivateBus(in: folder), daemon = try RecordingDaemon(at: folder["s"])
    let service = try MockService("systemd", on: bus)
    service.send("unit early.service,Early Bird,exit-code,2,\nfailed early.service")
    service.send("unit late-one.service,Late One,timeout,0,multi-user.target")
    pause(0.3)
    let all = try RunningBridge(in: folder, ["--log", "none", "--failures", "all", "--boot-progress"])
    #expect(daemon.receives("ReportFailure", "Early Bird did not start", "early.service", "exit-code 2"))
    #expect(daemon.receives("SetProgress", #""value":0.25"#))
    service.send("failed late-one.service\nboot 0.75")
    #expect(daemon.receives("Late One did not start in time", "late-one.service"))
    #expect(daemon.receives("SetProgress", #""value":0.75"#))
    #expect(try all.end().status == 0)

    let before = daemon.calls.count
    let essential = try RunningBridge(in: folder, ["--log", "none"])
    #expect(eventually { daemon.calls.dropFirst(before).contains { $0.contains("Late One") } })
    #expect(!daemon.calls.dropFirst(before).contains { $0.contains("Early Bird") })
    _ = essential
  }

  /// A daemon with too many clients reads no call.
  @Test func aReportIsSentAgainAfterARefusedConnection() throws {
    let bus = try PrivateBus(in: folder), daemon = try RecordingDaemon(at: folder["s"], refusing: "ReportFailure")
    let service = try MockService("systemd", on: bus)
    service.send("unit late.service,Late,exit-code,2,multi-user.target\nfailed late.service")
    let bridge = try RunningBridge(in: folder, ["--log", "none"])
    #expect(daemon.receives("ReportFailure", "late.service"))
    #expect(try bridge.end().status == 0)
  }

  /// systemd sends signals of all units if anybody has subscribed, which takes long during a shutdown.
  @Test func unitsAreFollowedOnlyForAConnectedLoaderd() throws {
    let bus = try PrivateBus(in: folder), service = try MockService("systemd", on: bus)
    service.send("unit late.service,Late,exit-code,2,multi-user.target")
    let bridge = try RunningBridge(in: folder, ["--log", "none"])
    var daemon: RecordingDaemon? = try RecordingDaemon(at: folder["s"])
    #expect(try eventually { try service.lines == ["ready", "subscribed"] })
    daemon = nil
    #expect(try eventually { try service.lines == ["ready", "subscribed", "left"] })
    service.send("failed late.service")
    daemon = try RecordingDaemon(at: folder["s"])
    #expect(daemon?.receives("ReportFailure", "late.service", "exit-code 2") == true)
    #expect(try service.lines == ["ready", "subscribed", "left", "subscribed"])
    #expect(try bridge.end().status == 0)
  }

  /// Any user may send a signal to one connection of the system bus, also one that looks like those of a service.
  @Test func signalsOfOtherConnectionsAreIgnored() throws {
    let bus = try PrivateBus(in: folder), daemon = try RecordingDaemon(at: folder["s"])
    let rauc = try MockService("rauc", on: bus), systemd = try MockService("systemd", on: bus)
    systemd.send("unit forged.service,Forged,exit-code,1,")
    let bridge = try RunningBridge(in: folder, ["--log", "none", "--failures", "all"])
    #expect(try eventually { try systemd.lines.contains("subscribed") })
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "forged_signals.py").path()
    let forger = try Program("/usr/bin/python3").run([script], environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
    #expect(forger.status == 0, "\(forger.errors)")
    // The bridge gets these after the others.
    rauc.send("Operation installing\nprogress 80 2 Updating slots")
    systemd.send("unit real.service,Real,exit-code,1,\nfailed real.service")
    #expect(daemon.receives("SetProgress", "Updating slots") && daemon.receives("ReportFailure", "Real"))
    #expect(!daemon.calls.contains { $0.contains("Forged") })
    _ = bridge
  }

  /// Any user may send a message to a connection, and close(2) of a descriptor in it may sleep.
  @Test func descriptorsInMessagesAreRefused() throws {
    let bus = try PrivateBus(in: folder), bridge = try RunningBridge(in: folder, ["--log", "none"])
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "passed_file.py").path()
    let sender = try Program("/usr/bin/python3").run(
      [script, "\(bridge.child.pid)"], environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
    #expect(sender.text == "refused\n", "\(sender)")
  }

  /// The report of a failed unit comes after all that the disabled sources have sent.
  @Test func disabledUpdatesAreNotForwarded() throws {
    let bus = try PrivateBus(in: folder), daemon = try RecordingDaemon(at: folder["s"])
    let rauc = try MockService("rauc", on: bus), jobs = try MockService("sysupdate", on: bus)
    let units = try MockService("systemd", on: bus)
    units.send("unit a.service,A,exit-code,1,b.target")
    rauc.send("Operation installing\nprogress 80 2 Updating slots\nsay")
    jobs.send("add 1 update\nprogress 1 5\nsay")
    #expect(try eventually { try rauc.lines == ["ready", "said"] && jobs.lines == ["ready", "said"] })
    let options = ["--log", "none", "--no-rauc", "--no-sysupdate", "--failures", "all"]
    let bridge = try RunningBridge(in: folder, options)
    #expect(try eventually { try units.lines.contains("subscribed") })
    rauc.send("progress 90 2 Updating more slots\nsay")
    jobs.send("progress 1 6\nadd 2 update\nsay")
    #expect(try eventually { try rauc.lines.count == 3 && jobs.lines.count == 3 })
    units.send("failed a.service")
    #expect(daemon.receives("ReportFailure", "a.service"))
    #expect(daemon.calls.count == 1, "\(daemon.calls)")
    #expect(try bridge.end().status == 0)
  }

  /// The progress of an update comes after the failed units.
  @Test func disabledFailuresAreNotForwarded() throws {
    let bus = try PrivateBus(in: folder), daemon = try RecordingDaemon(at: folder["s"])
    let rauc = try MockService("rauc", on: bus), units = try MockService("systemd", on: bus)
    units.send("unit a.service,A,exit-code,1,b.target\nfailed a.service\nunit c.service,C,exit-code,1,b.target\nsay")
    #expect(try eventually { try units.lines == ["ready", "said"] })
    let bridge = try RunningBridge(in: folder, ["--log", "none", "--failures", "none"])
    rauc.send("Operation installing\nprogress 40 2 Checking slots")
    #expect(daemon.receives("SetProgress", "Checking slots"))
    units.send("failed c.service\nsay")
    #expect(try eventually { try units.lines.count { $0 == "said" } == 2 })
    rauc.send("progress 80 2 Updating slots")
    #expect(daemon.receives("SetProgress", "Updating slots"))
    #expect(!daemon.calls.contains { $0.hasPrefix("ReportFailure") }, "\(daemon.calls)")
    #expect(try bridge.end().status == 0)
  }

  /// The numbers of open files for the journal, which is watched with inotify(7) by two descriptors once that has an
  /// instance left, and for all else.
  private func files(of bridge: RunningBridge) throws -> (journal: Int, others: Int) {
    let files = try bridge.child.openFiles, journal = files.count { $0.contains("inotify") }
    return (journal, files.count - journal)
  }

  @Test func busAndDaemonMayRestart() throws {
    let bridge = try RunningBridge(in: folder, ["--log", "none"])
    pause(0.5)
    let bus = try PrivateBus(in: folder)
    var service: MockService? = try MockService("sysupdate", on: bus)
    pause(1.5)
    service?.send("add 1 update\nprogress 1 20")
    pause(0.5)
    var daemon: RecordingDaemon? = try RecordingDaemon(at: folder["s"])
    #expect(daemon?.receives("SetMode", "update") == true && daemon?.receives("sysupdate-1", "0.2") == true)
    let before = try files(of: bridge)
    // A restarted loaderd gets the same calls.
    daemon = nil
    daemon = try RecordingDaemon(at: folder["s"])
    #expect(daemon?.receives("sysupdate-1", "0.2") == true)
    // The service ends during an update; then the bus restarts.
    service = nil
    #expect(daemon?.receives("ReportFailure", "gone") == true)
    bus.stop()
    pause(1.5)
    try bus.start()
    pause(1.5)
    service = try MockService("sysupdate", on: bus)
    service?.send("add 5 update\nprogress 5 50")
    #expect(daemon?.receives("sysupdate-5", "0.5") == true)
    #expect(
      try eventually {
        let now = try files(of: bridge)
        return now.others <= before.others && now.journal <= 2
      })
    let outcome = try bridge.end()
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
  }

  @Test func aServiceThatEndsWhileThereIsNoBusHasEnded() throws {
    let bus = try PrivateBus(in: folder), daemon = try RecordingDaemon(at: folder["s"])
    let bridge = try RunningBridge(in: folder, ["--log", "none"])
    var jobs: MockService? = try MockService("sysupdate", on: bus)
    var rauc: MockService? = try MockService("rauc", on: bus)
    jobs?.send("add 1 update\nprogress 1 20")
    rauc?.send("Operation installing\nprogress 80 2 Updating slots")
    #expect(daemon.receives("sysupdate-1", "0.2") && daemon.receives("Updating slots"))
    bus.stop()
    (jobs, rauc) = (nil, nil)
    try bus.start()
    #expect(daemon.receives("ReportFailure", "sysupdated", "gone") && daemon.receives("ReportFailure", "rauc", "gone"))
    #expect(daemon.calls.contains(#"SetMode {"mode":"boot"}"#))
    #expect(try bridge.end().errors.isEmpty)
  }

  /// The mode from before the update is in the file descriptor store of the service manager.
  @Test func theModeFromBeforeIsStored() throws {
    let bus = try PrivateBus(in: folder), daemon = try RecordingDaemon(at: folder["s"], mode: "reset")
    let manager = try DatagramSocket(at: folder["notify"])
    let bridge = try RunningBridge(in: folder, ["--log", "none"], environment: ["NOTIFY_SOCKET": folder["notify"]])
    #expect(manager.receive() == "READY=1")
    let service = try MockService("sysupdate", on: bus)
    service.send("add 1 update\nprogress 1 20")
    #expect(manager.receive() == "FDSTORE=1\nFDPOLL=0\nFDNAME=mode")
    service.send("remove 1 0")
    #expect(daemon.receives("SetMode", "reset"))
    #expect(manager.receive() == "FDSTOREREMOVE=1\nFDNAME=mode")
    _ = bridge
  }

  @Test func theModeFromBeforeIsRestoredByTheNextProcess() throws {
    let bus = try PrivateBus(in: folder), daemon = try RecordingDaemon(at: folder["s"], mode: "update")
    let mode = try folder.write("mode", Array("reset".utf8))
    let variables = "exec 3<>\(mode); export LISTEN_PID=$$ LISTEN_FDS=1 LISTEN_FDNAMES=mode;"
    let bridge = try RunningBridge(in: folder, ["--log", "none"], as: .loaderBridge.assigning(variables))
    #expect(daemon.receives("SetMode", "reset"))
    #expect(!daemon.calls.contains { $0.contains("update") })
    _ = (bus, bridge)
  }

  /// Each error would be a new line of the journal, and with it a call.
  @Test func aMethodThatLoaderdMinimalLacksIsReportedOnce() throws {
    let bus = try PrivateBus(in: folder), daemon = try RecordingDaemon(at: folder["s"], without: "SetProgress")
    let bridge = try RunningBridge(in: folder, ["--log", "none"])
    let service = try MockService("sysupdate", on: bus)
    service.send("add 1 update")
    for step in 1...20 {
      service.send("progress 1 \(step)")
      pause(0.02)
    }
    service.send("remove 1 1")
    #expect(daemon.receives("ReportFailure"))
    // At most four calls wait for their answers.
    #expect(daemon.calls.count { $0.hasPrefix("SetProgress") } <= 4)
    let errors = try bridge.end().errors
    #expect(errors.split(separator: "\n").count == 1 && errors.contains("SetProgress"), "\(errors)")
  }

  @Test func reconnectingCostsFewWakeups() throws {
    let bridge = try RunningBridge(in: folder, [])
    // Its start costs some, too.
    let isCalm = try eventually {
      let before = try bridge.child.figure("voluntary_ctxt_switches")
      pause(3)
      return try bridge.child.figure("voluntary_ctxt_switches") - before < 20
    }
    #expect(isCalm)
    #expect(try bridge.end().errors.isEmpty)
  }

  @Test func aDaemonThatDoesNotAnswerGetsFourCalls() throws {
    let bus = try PrivateBus(in: folder)
    let silent = try SilentDaemon(at: folder["s"])
    let service = try MockService("systemd", on: bus)
    for number in 1...12 { service.send("unit \(number).service,Unit,exit-code,1,\nfailed \(number).service") }
    let bridge = try RunningBridge(in: folder, ["--log", "none", "--failures", "all"])
    #expect(eventually { silent.calls >= 4 })
    pause(0.5)
    #expect(silent.calls == 4)
    #expect(try bridge.end().status == 0)
  }

  @Test func loaderdAcceptsAllCalls() throws {
    let bus = try PrivateBus(in: folder)
    let daemon = try RunningDaemon(in: folder)
    let bridge = try RunningBridge(in: folder, ["--log", "none"])
    let jobs = try MockService("sysupdate", on: bus), units = try MockService("systemd", on: bus)
    jobs.send("add 1 update\nprogress 1 42")
    #expect(try eventually { try daemon.call("GetState").number("progress") == 0.42 })
    #expect(try daemon.call("GetState").text("mode") == "update")
    units.send("unit a.service,A,exit-code,1,b.target\nfailed a.service")
    #expect(try eventually { try daemon.call("GetState").text("loader") == "failure" })
    jobs.send("remove 1 0")
    #expect(try eventually { try daemon.call("GetState").text("mode") == "boot" })
    let outcome = try bridge.end()
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
  }

  @Test(
    arguments: [
      (["--failures", "some"], "--failures: 'some' is not one of all, essential, none"),
      (["--log", "9"], "--log: '9' is not one of"), (["--no"], "--no: unknown option"),
      (["--no-rauc=1"], "--no-rauc: takes no value"), (["--bus"], "--bus: needs a value"),
      (["word"], "'word': not an option"),
    ])
  func wrongUsageIsReported(_ words: [String], _ problem: String) throws {
    let outcome = try Program.loaderBridge.run(words)
    #expect(outcome.status == 2 && outcome.errors.contains(problem), "\(outcome.errors)")
  }

  @Test func versionAndHelpArePrinted() throws {
    #expect(try Program.loaderBridge.run(["--version"]).text.hasPrefix("loader-bridge 0."))
    let help = try Program.loaderBridge.run(["--help"])
    #expect(help.status == 0 && help.text.contains("--boot-progress"))
  }
}
