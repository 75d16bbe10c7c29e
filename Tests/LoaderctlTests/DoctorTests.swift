import Foundation
import Support
import Display
import Process
import Testing

@testable import Loaderctl

/// What follows from what is known of a machine.
@Suite struct ExaminationTests {
  /// A machine with nothing to complain of.
  private var healthy: DoctorChecks {
    var healthy = DoctorChecks()
    healthy.kernel = "6.1.0-30-amd64"
    healthy.arguments = ["quiet", "vt.global_cursor_default=0", "console=ttyS0", "loglevel=3"]
    healthy.cards = [CardReport(path: "/dev/dri/card0", reason: nil)]
    healthy.connectors = [("HDMI-A-1", true), ("DP-1", false)]
    healthy.daemon = .answers
    healthy.socket = "/run/s"
    healthy.hasSystemd = true
    healthy.units = [("loaderd.service", true, true)]
    healthy.devices = [("AT keyboard", false), ("Panel", true)]
    return healthy
  }

  /// Those that are not well, as `note: …` or `problem: …`.
  private func complaints(_ examination: DoctorChecks) -> [String] {
    examination.findings.filter { $0.level != .ok }.map { finding in
      String(decoding: ("\(finding.level.name): \(finding.text)" as Bytes).utf8, as: UTF8.self)
    }
  }

  @Test func aCompositorIsNamed() {
    var machine = healthy
    machine.compositor = CardReport(path: "/run/wayland-0", reason: nil)
    #expect(complaints(machine) == [])
    machine.compositor = CardReport(path: "", reason: "no socket is known")
    #expect(complaints(machine) == ["note: Wayland: no socket is known"])
  }

  @Test func whatThereIsToListenTo() {
    let told = healthy.findings.map { String(decoding: $0.text.utf8, as: UTF8.self) }
    #expect(told.contains("keys to listen to: AT keyboard") && told.contains("touch screen to listen to: Panel"))
    var machine = healthy
    machine.devices = []
    #expect(complaints(machine) == ["note: no keyboard and no touch screen; loaderd listens to those that come"])
    machine.areDenied = true
    #expect(complaints(machine).map { $0.contains("the group input") } == [true])
    machine = healthy
    machine.obstacle = "libinput.so.10: no such file"
    #expect(
      complaints(machine) == ["note: libinput.so.10: no such file: /dev/input is read without it; install libinput10"])
  }

  @Test func aHealthyMachine() {
    #expect(complaints(healthy) == [])
    let told = healthy.findings.map { String(decoding: $0.text.utf8, as: UTF8.self) }
    #expect(told.contains("a display is connected to HDMI-A-1") && told.contains("loaderd answers at /run/s"))
    #expect(
      told.contains("/dev/dri/card0 can be opened, and scans out memory") && told.contains("loaderd.service is enabled")
    )
  }

  @Test(arguments: [
    ("nomodeset", "problem: kernel argument nomodeset"), ("nosplash", "note: kernel argument nosplash"),
    ("loaderd.enable=0", "note: kernel argument loaderd.enable=0: loaderd.service does not start"),
    ("loglevel=7", "note: kernel argument loglevel=7"), ("console=tty0", "note: kernel argument console=tty0"),
  ])
  func kernelArguments(argument: String, complaint: String) {
    var examination = healthy
    examination.arguments.append(Bytes(Array(argument.utf8)))
    let found = complaints(examination)
    #expect(found.count == 1 && found.first?.hasPrefix(complaint) == true, "\(found)")
  }

  @Test(arguments: ["console=ttyAMA0,115200", "console=ttyS1", "loaderd.rotate=90", "root=/dev/vda", "loglevel=4"])
  func argumentsThatAreFine(argument: String) {
    var examination = healthy
    examination.arguments.append(Bytes(Array(argument.utf8)))
    #expect(complaints(examination) == [])
  }

  @Test func argumentsThatAreMissing() {
    var examination = healthy
    examination.arguments = []
    #expect(complaints(examination).allSatisfy { $0.hasPrefix("note: kernel argument") && $0.contains("is missing") })
    #expect(complaints(examination).count == 2)
  }

  @Test(arguments: [
    ("4.19.0", true), ("5.13.19-1", true), ("5.14.0", false), ("6.1", false), ("10.0", false), ("", true),
  ])
  func kernels(release: String, isOld: Bool) {
    var examination = healthy
    examination.kernel = Bytes(Array(release.utf8))
    #expect(complaints(examination).isEmpty == !isOld)
  }

  @Test func displays() {
    var examination = healthy
    examination.cards = []
    #expect(complaints(examination).first?.hasPrefix("problem: no card in /dev/dri") == true)
    examination.framebuffers = ["/dev/fb0"]
    #expect(
      complaints(examination) == ["note: no card in /dev/dri: /dev/fb0 is used until the display's driver is loaded"])
    examination.cards = [CardReport(path: "/dev/dri/card0", reason: "/dev/dri/card0: Permission denied")]
    #expect(complaints(examination).map { $0.prefix(8) } == ["problem:", "note: ca"])
    examination.cards = nil
    #expect(complaints(examination) == [], "the daemon has them")
    examination.connectors = [("DP-1", false)]
    #expect(complaints(examination) == ["note: no display is connected; loaderd waits for one"])
  }

  @Test func daemonUnitsAndRivals() {
    var examination = healthy
    examination.daemon = .absent
    #expect(complaints(examination).first?.hasPrefix("note: no loaderd answers at /run/s") == true)
    examination.daemon = .refuses("/run/s: Permission denied; be root, or in the group loaderd")
    #expect(complaints(examination) == ["problem: /run/s: Permission denied; be root, or in the group loaderd"])
    examination = healthy
    examination.units = [("loaderd.service", true, false), ("loaderd.socket", false, false)]
    #expect(
      complaints(examination) == [
        "note: loaderd.service is not enabled: systemctl enable loaderd.service",
        "note: loaderd.socket is not installed",
      ])
    examination.hasSystemd = false
    #expect(complaints(examination) == [])
    examination.rivals = ["plymouthd"]
    #expect(complaints(examination).first?.hasPrefix("problem: plymouthd runs") == true)
    examination.rivals = []
    (examination.canShape, examination.canKeepState) = (false, false)
    #expect(complaints(examination).map { $0.prefix(5) } == ["note:", "note:"])
  }
}

/// On the machine of the tests, whatever it is. One after the other: a rival of one test is seen by the others.
@Suite(.serialized) struct DoctorTests {
  @Test func linesAndJSONSayTheSame() throws {
    let daemon = try RunningDaemon()
    let lines = try daemon.control(["doctor"]), json = try daemon.control(["--json", "doctor"])
    let levels = lines.text.split(separator: "\n").map { $0.prefix { $0 != " " } }
    #expect(levels.allSatisfy { ["ok", "note", "problem"].contains($0) } && levels.count > 5 && lines.errors == "")
    #expect(lines.status == (levels.contains("problem") ? 1 : 0) && json.status == lines.status)
    #expect(lines.text.contains("ok       loaderd answers at \(daemon.socket)\n"))
    let release = try String(contentsOfFile: "/proc/sys/kernel/osrelease", encoding: .utf8).split(separator: "\n")[0]
    #expect(lines.text.contains("kernel \(release)"))
    let object = try #require(try JSONSerialization.jsonObject(with: json.output) as? [String: [[String: String]]])
    #expect(object["findings"]?.map { $0["level"] ?? "" } == levels.map(String.init))
    #expect(try daemon.keepsDrawing(), "and nobody was disturbed")
  }

  @Test func withoutADaemon() throws {
    let folder = Folder()
    let outcome = try Program.loaderctl(in: folder).run(["--socket", folder["s"], "doctor"])
    #expect(outcome.text.contains("note     no loaderd answers at \(folder["s"])") && outcome.errors == "")
  }

  /// A program by that name stands for Plymouth.
  @Test func aRivalIsNamed() throws {
    let folder = Folder()
    try FileManager.default.copyItem(atPath: "/bin/sleep", toPath: folder["psplash"])
    let rival = try Child(Program(folder["psplash"]), [Array("30".utf8)], in: folder)
    let outcome = try Program.loaderctl(in: folder).run(["--socket", folder["s"], "doctor"])
    #expect(outcome.status == 1 && outcome.text.contains("problem  psplash runs"))
    rival.signal(SIGKILL)
    _ = try rival.finish()
  }
}
