import Support

/// A unit of systemd, as its files and the service manager describe it.
struct UnitReport {
  let name: Bytes
  /// The target that starts it when it is enabled; empty if other units start it.
  var target: Bytes = ""
  /// What is missing while it is not enabled; empty if nothing is.
  var lack: Bytes = ""
  var isInstalled = true
  var isEnabled = true
  var isMasked = false
  /// `Result` of systemctl(1): "success", "exit-code", "start-limit-hit"; empty if it is not known.
  var result: Bytes = ""
  /// The exit status of the last main process; above 200 it is systemd's own (systemd.exec(5)).
  var status = 0
  /// The units of its `After=` lines.
  var after: [Bytes] = []
  /// Whether the service manager stops it at the beginning of a shutdown (`Conflicts=shutdown.target`).
  var endsAtShutdown = false

  /// Units of loaderd, with the targets in their [Install] sections.
  static var ours: [UnitReport] {
    [
      UnitReport(name: "loaderd.service"),
      UnitReport(name: "loaderd.socket", target: "sockets", lack: "calls do not start loaderd"),
      UnitReport(name: "loaderd.timer", target: "sysinit", lack: "the boot does not start loaderd"),
      UnitReport(name: "loaderd-quit.service", target: "multi-user", lack: "nothing ends the boot screen"),
      UnitReport(name: "loaderd-quit-wait.service"),
      UnitReport(name: "loaderd-initrd.service"),
      UnitReport(name: "loaderd-shutdown.service", target: "poweroff", lack: "a shutdown has no screen"),
      UnitReport(name: "loaderd-reboot.service", target: "reboot", lack: "a restart has no screen"),
      UnitReport(name: "loaderd-update.service", target: "system-update", lack: "an offline update has no screen"),
      UnitReport(name: "loaderd-keep.service"),
      UnitReport(name: "loader-bridge.service"),
    ]
  }

  /// What `read` reads.
  static var properties: Bytes { "Id,Result,ExecMainStatus,Conflicts" }

  /// Reads the output of `systemctl show --property=Id,…`: an empty line separates units, and the properties of one
  /// come in any order.
  mutating func read(show output: Bytes) {
    var other = self, isOurs = false
    for line in output.split(at: UInt8(ascii: "\n")) + [""] {
      let (property, value) = line.cut(at: "=")
      switch property {
      case "":
        if isOurs { self = other }
        (other, isOurs) = (self, false)
      case "Id": isOurs = value == name
      case "Result": other.result = value
      case "ExecMainStatus": other.status = Decimal.integer(value) ?? 0
      case "Conflicts": other.endsAtShutdown = value.split(at: UInt8(ascii: " ")).contains("shutdown.target")
      default: break
      }
    }
  }

  /// What is wrong with it, and the command that fixes it. `isNeeded`: nothing works without it.
  func finding(isNeeded: Bool) -> DoctorChecks.Finding {
    func finding(_ level: DoctorChecks.Finding.Level, _ text: Bytes) -> DoctorChecks.Finding {
      DoctorChecks.Finding(level: level, text: "\(name) \(text)")
    }
    if isMasked { return finding(.note, "is masked: systemctl unmask \(name)") }
    if !isInstalled { return finding(.note, "is not installed: install its package, or make install") }
    if result.hasSuffix("-limit-hit") {
      return finding(.problem, "was started too often (\(result)): systemctl reset-failed \(name)")
    }
    if status == 216 || status == 217 {
      let kind: Bytes = status == 216 ? "group" : "user"
      return finding(
        .problem, "has failed, because its \(kind) does not exist: systemd-sysusers; systemctl restart \(name)")
    }
    if !result.isEmpty, result != "success" {
      return finding(.problem, "has failed (\(result), status \(status)): journalctl -b -u \(name)")
    }
    if !isEnabled { return finding(isNeeded ? .problem : .note, "is not enabled, \(lack): systemctl enable \(name)") }
    return finding(.ok, target.isEmpty ? "is installed" : "is enabled")
  }
}
