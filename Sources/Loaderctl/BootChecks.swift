import ScreenAPI
import Support

/// What `loaderctl doctor` knows of the boot screen from the initramfs to the shutdown: files, units, processes,
/// events.
///
/// Pure: `BootProbes.swift` reads the state, tests set it. Each finding names the command that fixes it.
struct BootChecks {
  /// A tool that makes the image of the initramfs.
  struct ImageTool {
    let command: Bytes
    /// Whether our hook is installed.
    let hasHook: Bool
  }

  /// The events of this boot; nil if no loaderd has noted any.
  var record: EventRecord?
  /// loaderds of this boot that still run. The first is the oldest.
  var running: [(process: Int, hasOtherRoot: Bool)] = []
  var imageTool: ImageTool?
  /// Modules of the displays that are not built into the kernel.
  var modules: [Bytes] = []
  /// Units of loaderd; empty without systemd.
  var units: [UnitReport] = []
  /// Whether plymouth's own unit is enabled.
  var hasPlymouthUnit = false
  /// Whether there is a login prompt on the first virtual terminal.
  var hasGetty = false
  /// Whether systemd creates /run/nologin in a boot, so that loaderd notices its end without loaderd-quit.service.
  var createsNoLogin = false
  /// Whether a compositor or display manager is enabled.
  var hasGraphics = false
  /// Whether the group `loaderd` exists.
  var hasGroup = true
  /// Whether loader-bridge is a member of systemd-journal; nil if it does not run.
  var bridgeReadsJournal: Bool?
  /// Whether `emergency.service` calls a `plymouth` that does not exist.
  var lacksPlymouthClient = false
  /// Whether there are learned durations, or none are stored.
  var hasHistory = true
  /// The kernel's names of framebuffers (/proc/fb), such as "EFI VGA".
  var framebufferNames: [Bytes] = []
  /// The drivers of the DRM devices.
  var drivers: [Bytes] = []
  /// Whether the kernel measures pressure (CONFIG_PSI), has virtual terminals (CONFIG_VT), and input devices
  /// (CONFIG_INPUT_EVDEV).
  var hasPressure = true, hasTerminals = true, hasInput = true

  typealias Add = (DoctorChecks.Finding.Level, Bytes) -> Void

  /// Adds the findings.
  func check(_ add: Add) {
    checkTimes(add)
    checkProcesses(add)
    for unit in units {
      let isEnd = unit.name == "loaderd-quit.service"
      if isEnd, createsNoLogin, !unit.isEnabled || unit.isMasked { continue }
      let finding = unit.finding(isNeeded: isEnd && hasGetty && !hasGraphics)
      add(finding.level, finding.text)
      let others = unit.after.filter { !$0.isEmpty && $0 != "loaderd.socket" }
      if unit.name == "loaderd.service", !others.isEmpty {
        add(.problem, "loaderd.service waits for \(others.joined(by: ", ")): systemctl revert loaderd.service")
      }
      if unit.endsAtShutdown, unit.name == "loaderd.service" || unit.name == "loaderd.socket" {
        add(.problem, "\(unit.name) ends when a shutdown begins, and its screen too: systemctl revert \(unit.name)")
      }
    }
    if !hasGroup {
      let level: DoctorChecks.Finding.Level = units.isEmpty ? .note : .problem
      add(level, "the group loaderd does not exist, only root may call: systemd-sysusers; systemd-tmpfiles --create")
    }
    if bridgeReadsJournal == false {
      add(
        .problem,
        "loader-bridge is not in the group systemd-journal: systemctl revert loader-bridge; systemctl restart loader-bridge"
      )
    }
    if hasPlymouthUnit {
      add(.problem, "plymouth-start.service is enabled, and uses the same display: systemctl mask plymouth-start")
    }
    if lacksPlymouthClient {
      add(
        .problem, "emergency.service calls plymouth, which does not exist: ln -s loaderd /usr/bin/plymouth")
    }
    if !hasHistory {
      add(.note, "no durations were learned yet: after the end of loaderd, systemctl start loaderd-keep")
    }
    checkKernel(add)
  }

  /// The command that makes the image of the initramfs again.
  private var rebuild: Bytes {
    guard let imageTool else { return "build loaderd and the display's modules into the initramfs" }
    return imageTool.hasHook ? imageTool.command : "install loaderd-initramfs, or make install; \(imageTool.command)"
  }

  private func checkTimes(_ add: Add) {
    guard let events = record?.ordered, let picture = events.first(where: { $0.event == "picture" }) else { return }
    let first = events.first { $0.event == "start" }
    let driver = events.first { $0.event == "driver" && $0.time <= picture.time }
    let isEarly = first?.detail == "initramfs"
    if let driver {
      let delay = ((picture.time - driver.time) * 100).rounded() / 100
      let text: Bytes = "the first picture came \(delay) s after the display's driver"
      switch (delay > 1, isEarly) {
      case (false, _): add(.ok, text)
      case (true, false): add(.problem, "\(text): no loaderd was in the initramfs: \(rebuild)")
      case (true, true): add(.note, "\(text): loaderctl timeline")
      }
    }
    if isEarly, let first, let driver, driver.time - first.time > 2, !modules.isEmpty {
      add(
        .problem,
        "the display's driver came \((driver.time - first.time).rounded()) s after loaderd: its modules (\(modules.joined(by: " "))) are not in the initramfs: \(rebuild)"
      )
    }
    let restarts = events.count { $0.event == "restart" }
    if restarts > 0 {
      add(.problem, "loaderd was restarted after a crash, times: \(restarts): journalctl -b -u loaderd")
    }
  }

  private func checkProcesses(_ add: Add) {
    if running.count > 1 {
      let all = running.map { "\($0.process)" as Bytes }.joined(by: ", ")
      add(.problem, "several loaderds run (\(all)): kill \(running[0].process)")
    }
    for process in running where process.hasOtherRoot {
      add(
        .problem,
        "loaderd \(process.process) is in the root directory of the initramfs, without its files: systemctl restart loaderd"
      )
    }
  }

  private func checkKernel(_ add: Add) {
    let firmware: [Bytes] = ["simple-framebuffer", "efi-framebuffer", "simpledrm", "efidrm", "vesadrm", "ofdrm"]
    if !drivers.isEmpty, drivers.allSatisfy({ firmware.contains($0) }) {
      add(.note, "only the firmware's display is used (\(drivers.joined(by: ", "))): load the display's own driver")
    }
    for name in framebufferNames where ["EFI VGA", "VESA VGA", "simple"].contains(name) {
      add(.note, "the framebuffer is the firmware's (\(name)): load the display's own driver")
    }
    if !drivers.isEmpty, framebufferNames.isEmpty {
      add(.note, "no framebuffer: without CONFIG_DRM_FBDEV_EMULATION there is no text console on the display")
    }
    if !hasTerminals { add(.note, "no /dev/tty0: without CONFIG_VT there is no login prompt on the display") }
    if !hasPressure {
      add(.note, "no /proc/pressure: without CONFIG_PSI (psi=1) frames are not saved while the CPU is busy")
    }
    if !hasInput { add(.note, "no /dev/input: without CONFIG_INPUT_EVDEV no keys are read") }
  }
}
