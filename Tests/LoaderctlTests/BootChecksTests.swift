import Foundation
import Process
import ScreenAPI
import Support
import Testing

@testable import Loaderctl

/// Findings about initramfs, units, processes and kernel, each with the command that fixes it.
@Suite struct BootChecksTests {
  /// A machine whose boot had no fault.
  private var healthy: BootChecks {
    var healthy = BootChecks()
    healthy.record = record(driver: 5.14, start: 5.19, "initramfs", picture: 5.23)
    healthy.running = [(412, false)]
    healthy.imageTool = BootChecks.ImageTool(command: "update-initramfs -u", hasHook: true)
    healthy.modules = ["virtio_gpu"]
    healthy.units = UnitReport.ours
    healthy.hasGetty = true
    healthy.bridgeReadsJournal = true
    healthy.drivers = ["virtio_gpu"]
    healthy.framebufferNames = ["virtio_gpudrmfb"]
    return healthy
  }

  private func record(driver: Double, start: Double, _ root: Bytes, picture: Double) -> EventRecord {
    var record = EventRecord()
    record.add(EventRecord.Entry(start, "start", root, process: 122))
    record.add(EventRecord.Entry(driver, "driver", "dri/card0", process: 122))
    record.add(EventRecord.Entry(picture, "picture", "Virtual-1", process: 122))
    return record
  }

  /// The findings of level note and problem.
  private func problems(_ machine: BootChecks) -> [String] {
    var all: [String] = []
    machine.check { level, text in
      if level != .ok { all.append(String(decoding: ("\(level.name): \(text)" as Bytes).utf8, as: UTF8.self)) }
    }
    return all
  }

  /// The only problem after a change of the healthy machine.
  private func problem(_ change: (inout BootChecks) -> Void) throws -> String {
    var machine = healthy
    change(&machine)
    let all = problems(machine)
    #expect(all.count == 1, "\(all)")
    return try #require(all.first)
  }

  /// The only problem after a change of the unit with this name.
  private func problem(_ name: Bytes, _ change: (inout UnitReport) -> Void) throws -> String {
    try problem { machine in
      for index in machine.units.indices where machine.units[index].name == name { change(&machine.units[index]) }
    }
  }

  @Test func healthyMachineHasNoProblems() { #expect(problems(healthy) == []) }

  @Test func machineWithoutSystemdAndLoaderdHasNoProblems() { #expect(problems(BootChecks()) == []) }

  @Test func missingGroupIsReported() throws {
    #expect(try problem { $0.hasGroup = false }.hasSuffix("systemd-sysusers; systemd-tmpfiles --create"))
  }

  @Test func unitsThatAreNotInstalledAreReported() throws {
    #expect(
      try problem("loaderd.timer") { $0.isInstalled = false }
        == "note: loaderd.timer is not installed: install its package, or make install")
  }

  @Test(arguments: [
    "loaderd.timer", "loaderd.socket", "loaderd-shutdown.service", "loaderd-reboot.service", "loaderd-update.service",
  ])
  func unitsThatAreNotEnabledAreReported(name: String) throws {
    let text = try problem(Bytes(Array(name.utf8))) { $0.isEnabled = false }
    #expect(text.hasPrefix("note: \(name) is not enabled, ") && text.hasSuffix(": systemctl enable \(name)"))
  }

  @Test func maskedUnitsAreReported() throws {
    let text = try problem("loaderd.timer") { $0.isMasked = true }
    #expect(text == "note: loaderd.timer is masked: systemctl unmask loaderd.timer")
  }

  @Test func loginPromptWithoutQuitIsAProblem() throws {
    let text = try problem("loaderd-quit.service") { $0.isEnabled = false }
    #expect(
      text
        == "problem: loaderd-quit.service is not enabled, nothing ends the boot screen: systemctl enable loaderd-quit.service"
    )
    let graphical = try problem { machine in
      machine.hasGraphics = true
      for index in machine.units.indices where machine.units[index].name == "loaderd-quit.service" {
        machine.units[index].isEnabled = false
      }
    }
    #expect(graphical.hasPrefix("note: "), "a compositor ends it")
    var machine = healthy
    machine.createsNoLogin = true
    for index in machine.units.indices where machine.units[index].name == "loaderd-quit.service" {
      machine.units[index].isEnabled = false
    }
    #expect(problems(machine).isEmpty, "loaderd notices the end")
  }

  @Test func failedSocketIsReported() throws {
    let show: Bytes =
      "Id=loaderd.service\nResult=success\n\nResult=timeout\nId=x\n\nResult=exit-code\nId=loaderd.socket\n\nResult=timeout\nId=y\n"
    let text = try problem("loaderd.socket") { $0.read(show: show) }
    #expect(text == "problem: loaderd.socket has failed (exit-code, status 0): journalctl -b -u loaderd.socket")
  }

  @Test(arguments: [(216, "group"), (217, "user")]) func missingGroupOrUserOfAUnitIsReported(
    status: Int, kind: String
  ) throws {
    let text = try problem("loader-bridge.service") { unit in
      unit.read(show: "Id=loader-bridge.service\nExecMainStatus=\(status)\nResult=exit-code\n")
    }
    #expect(
      text.contains("because its \(kind) does not exist: systemd-sysusers; systemctl restart loader-bridge.service"))
  }

  @Test(arguments: ["start-limit-hit", "service-start-limit-hit", "trigger-limit-hit"])
  func startLimitIsReported(result: String) throws {
    let text = try problem("loaderd.service") { $0.result = Bytes(Array(result.utf8)) }
    #expect(
      text == "problem: loaderd.service was started too often (\(result)): systemctl reset-failed loaderd.service")
  }

  @Test func slowOrderIsReported() throws {
    let text = try problem("loaderd.service") { $0.after = ["loaderd.socket", "systemd-udevd.service"] }
    #expect(text == "problem: loaderd.service waits for systemd-udevd.service: systemctl revert loaderd.service")
  }

  @Test(arguments: ["loaderd.service", "loaderd.socket"])
  func unitThatEndsAtTheBeginningOfAShutdownIsReported(name: String) throws {
    let unit = Bytes(Array(name.utf8))
    let text = try problem(unit) { $0.read(show: "Id=\(unit)\nConflicts=a.target shutdown.target\n") }
    #expect(text == "problem: \(name) ends when a shutdown begins, and its screen too: systemctl revert \(name)")
    var machine = healthy
    for index in machine.units.indices {
      machine.units[index].read(show: "Conflicts=shutdown.target\nId=loader-bridge.service\n")
    }
    #expect(problems(machine) == [], "the bridge has no work then")
  }

  @Test func initramfsWithoutLoaderdIsReported() throws {
    let late = record(driver: 5.14, start: 10.3, "", picture: 10.47)
    let text = try problem { $0.record = late }
    #expect(
      text
        == "problem: the first picture came 5.33 s after the display's driver: no loaderd was in the initramfs: update-initramfs -u"
    )
    let without = try problem { machine in
      machine.record = late
      machine.imageTool = BootChecks.ImageTool(command: "dracut --force", hasHook: false)
    }
    #expect(without.hasSuffix("install loaderd-initramfs, or make install; dracut --force"))
    #expect(try problem { ($0.record, $0.imageTool) = (late, nil) }.hasSuffix("into the initramfs"))
  }

  @Test func driverThatIsNotInTheInitramfsIsReported() throws {
    let text = try problem { $0.record = record(driver: 9.2, start: 5.2, "initramfs", picture: 9.3) }
    #expect(
      text.hasPrefix("problem: the display's driver came 4 s after loaderd: its modules (virtio_gpu) are not in")
        && text.hasSuffix("update-initramfs -u"))
  }

  @Test func slowPictureIsReported() throws {
    let text = try problem { $0.record = record(driver: 5.1, start: 5.2, "initramfs", picture: 8.1) }
    #expect(text == "note: the first picture came 3 s after the display's driver: loaderctl timeline")
  }

  @Test func crashesAreReported() throws {
    let text = try problem { $0.record?.add(EventRecord.Entry(9, "restart", "", process: 500)) }
    #expect(text == "problem: loaderd was restarted after a crash, times: 1: journalctl -b -u loaderd")
  }

  @Test func secondLoaderdIsReported() throws {
    let text = try problem { $0.running = [(122, false), (412, false)] }
    #expect(text == "problem: several loaderds run (122, 412): kill 122")
  }

  @Test func loaderdOfTheInitramfsIsReported() throws {
    let text = try problem { $0.running = [(122, true)] }
    #expect(text.hasPrefix("problem: loaderd 122 is in the root directory of the initramfs"))
    #expect(text.hasSuffix("systemctl restart loaderd"))
  }

  @Test func plymouthBesideUsIsReported() throws {
    #expect(try problem { $0.hasPlymouthUnit = true }.hasSuffix("systemctl mask plymouth-start"))
  }

  @Test func missingPlymouthClientIsReported() throws {
    #expect(try problem { $0.lacksPlymouthClient = true }.hasSuffix("ln -s loaderd /usr/bin/plymouth"))
  }

  @Test func bridgeWithoutTheJournalIsReported() throws {
    #expect(try problem { $0.bridgeReadsJournal = false }.contains("systemctl restart loader-bridge"))
  }

  @Test func missingHistoryIsReported() throws {
    #expect(try problem { $0.hasHistory = false }.hasSuffix("systemctl start loaderd-keep"))
  }

  @Test func firmwareDisplaysAreReported() throws {
    #expect(try problem { $0.drivers = ["simple-framebuffer"] }.hasPrefix("note: only the firmware's display"))
    #expect(try problem { $0.framebufferNames = ["EFI VGA"] }.hasPrefix("note: the framebuffer is the firmware's"))
    var both = healthy
    both.drivers = ["simple-framebuffer", "i915"]
    #expect(problems(both) == [])
  }

  @Test func missingKernelOptionsAreReported() throws {
    #expect(try problem { $0.hasTerminals = false }.contains("CONFIG_VT"))
    #expect(try problem { $0.hasPressure = false }.contains("CONFIG_PSI"))
    #expect(try problem { $0.hasInput = false }.contains("CONFIG_INPUT_EVDEV"))
    #expect(try problem { $0.framebufferNames = [] }.contains("CONFIG_DRM_FBDEV_EMULATION"))
  }

  /// The real probes on this machine, with a daemon of their own.
  @Test func daemonOfTheRecordIsFound() throws {
    let daemon = try RunningDaemon()
    #expect(try eventually { try daemon.control(["timeline"]).text.contains("picture") })
    let text = try daemon.control(["doctor"]).text
    #expect(!text.contains("several loaderds") && !text.contains("root directory of the initramfs"))
    try FileManager.default.removeItem(atPath: daemon.socket)
    let second = try RunningDaemon(in: daemon.folder)
    #expect(
      try eventually {
        try second.control(["doctor"]).text.contains(
          "several loaderds run (\(daemon.child.pid), \(second.child.pid)): kill \(daemon.child.pid)")
      })
  }
}
