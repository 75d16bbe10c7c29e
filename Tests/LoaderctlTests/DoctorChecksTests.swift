import Display
import Foundation
import Process
import Support
import Testing

@testable import Loaderctl

/// Findings that follow from the state of a machine.
@Suite struct DoctorChecksTests {
  /// A machine without findings of level note or problem.
  private var healthy: DoctorChecks {
    var healthy = DoctorChecks()
    healthy.kernel = "6.1.0-30-amd64"
    healthy.arguments = ["quiet", "vt.global_cursor_default=0", "console=ttyS0", "loglevel=3"]
    healthy.cards = [DisplayReport(path: "/dev/dri/card0", reason: nil)]
    healthy.connectors = [("HDMI-A-1", true), ("DP-1", false)]
    healthy.daemon = .answers
    healthy.socket = "/run/s"
    healthy.boot.units = [UnitReport(name: "loaderd.timer", target: "sysinit")]
    healthy.devices = [("AT keyboard", false), ("Panel", true)]
    return healthy
  }

  /// The findings of level note and problem, as `note: …` or `problem: …`.
  private func problems(_ machine: DoctorChecks) -> [String] {
    machine.findings.filter { $0.level != .ok }.map { finding in
      String(decoding: ("\(finding.level.name): \(finding.text)" as Bytes).utf8, as: UTF8.self)
    }
  }

  @Test func aWaylandCompositorIsReported() {
    var machine = healthy
    machine.compositor = DisplayReport(path: "/run/wayland-0", reason: nil)
    #expect(problems(machine) == [])
    machine.compositor = DisplayReport(path: "", reason: "no socket is known")
    #expect(problems(machine) == ["note: Wayland: no socket is known"])
  }

  @Test func inputDevicesAreReported() {
    let texts = healthy.findings.map { String(decoding: $0.text.utf8, as: UTF8.self) }
    #expect(texts.contains("keyboard: AT keyboard") && texts.contains("touch screen: Panel"))
    var machine = healthy
    machine.devices = []
    #expect(
      problems(machine) == ["note: no keyboard and no touch screen; loaderd uses those that are plugged in later"])
    machine.isInputDenied = true
    #expect(problems(machine).map { $0.contains("the group input") } == [true])
    machine = healthy
    machine.libinputProblem = "libinput.so.10: no such file"
    let advice = "udevd's calibration of touch screens has no effect; install libinput10"
    #expect(problems(machine) == ["note: libinput.so.10: no such file: \(advice)"])
    machine.devices.removeAll { $0.isTouchScreen }
    #expect(problems(machine).isEmpty, "keyboards are read without libinput")
  }

  @Test func aStaticProgramSaysWhatItCannotDo() {
    var machine = healthy
    machine.canOpenLibraries = false
    machine.hasUdev = true
    machine.libinputProblem = "Dynamic loading not supported"
    machine.canShape = false
    let found = problems(machine)
    #expect(found.count == 1 && found.first?.hasPrefix("note: this program is static") == true, "\(found)")
    let texts = machine.findings.map { String(decoding: $0.text.utf8, as: UTF8.self) }
    #expect(!texts.contains { $0.contains("install") }, "no package helps")
  }

  @Test func aHealthyMachineHasNoProblems() {
    #expect(problems(healthy) == [])
    let texts = healthy.findings.map { String(decoding: $0.text.utf8, as: UTF8.self) }
    #expect(texts.contains("a display is connected to HDMI-A-1") && texts.contains("loaderd answers at /run/s"))
    #expect(
      texts.contains("/dev/dri/card0 can be opened, and supports dumb buffers")
        && texts.contains("loaderd.timer is enabled"))
  }

  @Test(arguments: [
    ("nomodeset", "problem: kernel argument nomodeset"), ("nosplash", "note: kernel argument nosplash"),
    ("splash=0", "note: kernel argument splash=0: loaderd.service and loaderd.socket do not start"),
    ("loaderd.enable=0", "note: kernel argument loaderd.enable=0: loaderd.service and loaderd.socket do not start"),
    ("loglevel=7", "note: kernel argument loglevel=7"), ("console=tty0", "note: kernel argument console=tty0"),
  ])
  func kernelArgumentsAreReported(argument: String, problem: String) {
    var machine = healthy
    machine.arguments.append(Bytes(Array(argument.utf8)))
    let found = problems(machine)
    #expect(found.count == 1 && found.first?.hasPrefix(problem) == true, "\(found)")
  }

  @Test(arguments: [
    "console=ttyAMA0,115200", "console=ttyS1", "loaderd.rotate=90", "root=/dev/vda", "loglevel=4", "splash",
  ])
  func harmlessKernelArgumentsAreNotReported(argument: String) {
    var machine = healthy
    machine.arguments.append(Bytes(Array(argument.utf8)))
    #expect(problems(machine) == [])
  }

  @Test func missingKernelArgumentsAreReported() {
    var machine = healthy
    machine.arguments = []
    #expect(problems(machine).allSatisfy { $0.hasPrefix("note: kernel argument") && $0.contains("is missing") })
    #expect(problems(machine).count == 2)
  }

  @Test(arguments: [
    ("4.19.0", true), ("5.13.19-1", true), ("5.14.0", false), ("6.1", false), ("10.0", false), ("", true),
  ])
  func oldKernelsAreReported(release: String, isOld: Bool) {
    var machine = healthy
    machine.kernel = Bytes(Array(release.utf8))
    #expect(problems(machine).isEmpty == !isOld)
  }

  @Test func refusedKernelArgumentsAreReported() {
    var machine = healthy
    machine.arguments.append("loaderd.scale=9")
    #expect(machine.findings.contains { $0.text == "kernel argument loaderd.scale=9" })
    machine.settings = (["kernel command line: scale: '9' is not within 0.25 to 8"], ["/etc/loaderd.conf:1: old"])
    #expect(
      problems(machine) == [
        "problem: kernel command line: scale: '9' is not within 0.25 to 8", "note: /etc/loaderd.conf:1: old",
      ])
    #expect(!machine.findings.contains { $0.text.hasPrefix("kernel argument loaderd.") })
  }

  @Test func missingDisplaysAreReported() {
    var machine = healthy
    machine.cards = []
    #expect(problems(machine).first?.hasPrefix("problem: no card in /dev/dri") == true)
    machine.framebuffers = ["/dev/fb0"]
    #expect(
      problems(machine) == ["note: no card in /dev/dri: /dev/fb0 is used until the display's driver is loaded"])
    machine.cards = [DisplayReport(path: "/dev/dri/card0", reason: "/dev/dri/card0: Permission denied")]
    #expect(problems(machine).map { $0.prefix(8) } == ["problem:", "note: DR"])
    machine.cards = nil
    #expect(problems(machine) == [], "loaderd has the devices")
    machine.connectors = [("DP-1", false)]
    #expect(problems(machine) == ["note: no display is connected; loaderd waits for one"])
  }

  @Test func daemonAndOtherSplashesAreReported() {
    var machine = healthy
    machine.daemon = .absent
    #expect(problems(machine).first?.hasPrefix("note: no loaderd answers at /run/s") == true)
    machine.daemon = .idle
    #expect(problems(machine) == [], "as after each boot")
    machine.daemon = .refuses("/run/s: Permission denied; be root, or in the group loaderd")
    #expect(problems(machine) == ["problem: /run/s: Permission denied; be root, or in the group loaderd"])
    machine = healthy
    machine.otherSplashes = ["plymouthd"]
    #expect(problems(machine).first?.hasPrefix("problem: plymouthd runs") == true)
    machine.otherSplashes = []
    machine.canShape = false
    machine.canStoreHistory = false
    #expect(problems(machine).map { $0.prefix(5) } == ["note:", "note:"])
    machine.historyFolder = "/data/loaderd"
    #expect(problems(machine).last?.hasSuffix("not stored: mkdir -p /data/loaderd") == true)
    machine.historyFolder = nil  // `history = no`
    #expect(problems(machine).map { $0.prefix(5) } == ["note:"])
  }
}
