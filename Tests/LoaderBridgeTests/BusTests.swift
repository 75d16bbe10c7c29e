import Foundation
import Process
import Testing

/// A bridge, a bus, and services of which only the words are real.
@Suite struct BusTests {
  let folder = Folder()

  @Test func sysupdatesJobsAreTasks() throws {
    let bus = try PrivateBus(in: folder), screen = try RecordingScreen(at: folder["s"])
    let bridge = try RunningBridge(in: folder, ["--log", "none"])
    let service = try Mock("sysupdate", on: bus)
    // A list is no update; the bridge came first, so that the jobs are news.
    service.tell("add 1 list\nadd 2 update\nadd 3 update")
    service.tell("progress 2 10")
    #expect(screen.hears("SetMode", "update"))
    #expect(screen.hears("SetProgress", #""task":"sysupdate-2""#, #""value":0.1"#))
    service.tell("progress 3 55\nprogress 2 60")
    #expect(screen.hears(#""task":"sysupdate-3""#, "0.55") && screen.hears(#""task":"sysupdate-2""#, "0.6"))
    service.tell("remove 2 0\nremove 3 4")
    #expect(screen.hears(#""task":"sysupdate-2""#, #""value":1"#))
    #expect(screen.hears("ReportFailure", "exit-code 4", "systemd-sysupdated"))
    #expect(screen.hears("SetMode", "boot"))
    #expect(!screen.calls.contains { $0.contains("sysupdate-1") })
    #expect(try bridge.end().status == 0)
  }

  @Test func aJobThatRunsAlreadyIsSeen() throws {
    let bus = try PrivateBus(in: folder), screen = try RecordingScreen(at: folder["s"])
    let service = try Mock("sysupdate", on: bus)
    service.tell("add 7 update\nprogress 7 30")
    pause(0.3)
    let bridge = try RunningBridge(in: folder, ["--log", "none"])
    #expect(screen.hears(#""task":"sysupdate-7""#, "0.3"))
    _ = bridge
  }

  @Test func raucsWordsAreCarried() throws {
    let bus = try PrivateBus(in: folder), screen = try RecordingScreen(at: folder["s"], mode: "shutdown")
    let service = try Mock("rauc", on: bus)
    service.tell("Operation installing\nprogress 80 2 Updating slots\nprogress 95 3 Copying image to rootfs.1")
    pause(0.3)
    let bridge = try RunningBridge(in: folder, ["--log", "none"])
    #expect(screen.hears("SetMode", "update") && screen.hears(#""phase":"copy""#, #""weight":17"#))
    #expect(screen.hears("Copying image to rootfs.1"))
    // It says nothing for a while and works nevertheless.
    #expect(screen.hears(#""alive":true"#))
    service.tell("LastError no space left\ncompleted 1\nOperation idle")
    #expect(screen.hears("ReportFailure", "no space left", "result 1"))
    #expect(screen.calls.suffix(2).first == #"SetMode {"mode":"shutdown"}"#)
    _ = bridge
  }

  @Test func unitsThatFailAreReported() throws {
    let bus = try PrivateBus(in: folder), screen = try RecordingScreen(at: folder["s"])
    let service = try Mock("systemd", on: bus)
    service.tell("unit early.service,Early Bird,exit-code,2,\nfailed early.service")
    service.tell("unit late-one.service,Late One,timeout,0,multi-user.target")
    pause(0.3)
    let all = try RunningBridge(in: folder, ["--log", "none", "--failures", "all", "--boot-progress"])
    #expect(screen.hears("ReportFailure", "Early Bird did not start", "early.service", "exit-code 2"))
    #expect(screen.hears("SetProgress", #""value":0.25"#))
    service.tell("failed late-one.service\nboot 0.75")
    #expect(screen.hears("Late One did not start in time", "late-one.service"))
    #expect(screen.hears("SetProgress", #""value":0.75"#))
    #expect(try all.end().status == 0)

    let before = screen.calls.count
    let essential = try RunningBridge(in: folder, ["--log", "none"])
    #expect(eventually { screen.calls.dropFirst(before).contains { $0.contains("Late One") } })
    #expect(!screen.calls.dropFirst(before).contains { $0.contains("Early Bird") })
    _ = essential
  }

  @Test func whatIsSwitchedOffIsNotCarried() throws {
    let bus = try PrivateBus(in: folder), screen = try RecordingScreen(at: folder["s"])
    let rauc = try Mock("rauc", on: bus), jobs = try Mock("sysupdate", on: bus), units = try Mock("systemd", on: bus)
    let options = ["--log", "none", "--no-rauc", "--no-sysupdate", "--failures", "none"]
    let bridge = try RunningBridge(in: folder, options)
    pause(0.5)
    rauc.tell("Operation installing")
    jobs.tell("add 1 update\nprogress 1 5")
    units.tell("unit a.service,A,exit-code,1,b.target\nfailed a.service")
    pause(0.5)
    #expect(screen.calls == [] && bridge.child.isRunning)
  }

  @Test func busAndScreenMayComeAndGo() throws {
    let bridge = try RunningBridge(in: folder, ["--log", "none"])
    pause(0.5)
    let bus = try PrivateBus(in: folder)
    var service: Mock? = try Mock("sysupdate", on: bus)
    pause(1.5)
    service?.tell("add 1 update\nprogress 1 20")
    pause(0.5)
    var screen: RecordingScreen? = try RecordingScreen(at: folder["s"])
    #expect(screen?.hears("SetMode", "update") == true && screen?.hears("sysupdate-1", "0.2") == true)
    // Another loaderd is told the same.
    screen = nil
    let files = try bridge.child.descriptorCount
    screen = try RecordingScreen(at: folder["s"])
    #expect(screen?.hears("sysupdate-1", "0.2") == true)
    // A service that ends in the middle of an update, and another bus.
    service = nil
    #expect(screen?.hears("ReportFailure", "gone") == true)
    bus.stop()
    pause(1.5)
    try bus.start()
    pause(1.5)
    service = try Mock("sysupdate", on: bus)
    service?.tell("add 5 update\nprogress 5 50")
    #expect(screen?.hears("sysupdate-5", "0.5") == true)
    #expect(try bridge.child.descriptorCount <= files + 1)
    let outcome = try bridge.end()
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
  }

  @Test func nobodyThereCostsAlmostNothing() throws {
    let bridge = try RunningBridge(in: folder, [])
    pause(1)
    let before = try bridge.child.figure("voluntary_ctxt_switches")
    pause(3)
    #expect(try bridge.child.figure("voluntary_ctxt_switches") - before < 20)
    #expect(try bridge.end().errors.isEmpty)
  }

  /// A loaderd that answers nothing is not overwhelmed.
  @Test func aSilentScreenIsGivenFewCalls() throws {
    let bus = try PrivateBus(in: folder)
    let silent = try SilentScreen(at: folder["s"])
    let bridge = try RunningBridge(in: folder, ["--log", "none"])
    let service = try Mock("rauc", on: bus)
    service.tell("Operation installing")
    for step in 0..<50 { service.tell("progress \(step) 2 Step \(step)") }
    pause(2)
    #expect(silent.calls <= 4)
    #expect(try bridge.end().status == 0)
  }

  @Test func aRealLoaderdUnderstandsEverything() throws {
    let bus = try PrivateBus(in: folder)
    let daemon = try RunningDaemon(in: folder)
    let bridge = try RunningBridge(in: folder, ["--log", "none"])
    let jobs = try Mock("sysupdate", on: bus), units = try Mock("systemd", on: bus)
    jobs.tell("add 1 update\nprogress 1 42")
    #expect(try eventually { try daemon.call("GetState").number("progress") == 0.42 })
    #expect(try daemon.call("GetState").text("mode") == "update")
    units.tell("unit a.service,A,exit-code,1,b.target\nfailed a.service")
    #expect(try eventually { try daemon.call("GetState").text("loader") == "failure" })
    jobs.tell("remove 1 0")
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
  func wrongUsageIsNamed(_ words: [String], _ complaint: String) throws {
    let outcome = try Program.loaderBridge.run(words)
    #expect(outcome.status == 2 && outcome.errors.contains(complaint), "\(outcome.errors)")
  }

  @Test func itTellsWhatItIs() throws {
    #expect(try Program.loaderBridge.run(["--version"]).text.hasPrefix("loader-bridge 0."))
    let help = try Program.loaderBridge.run(["--help"])
    #expect(help.status == 0 && help.text.contains("--boot-progress"))
  }
}
