import ScreenAPI
import Support
import System

extension BootChecks {
  /// Reads the state of this machine. Nothing waits for another program, except for systemctl, which gets a second.
  /// `isIdle` means that a connection may start loaderd. `historyFile` is the file with learned durations; nil if they
  /// are not stored.
  init(of invocation: Invocation, isIdle: Bool, _ historyFile: Bytes?, hasSystemd: Bool) {
    record = isIdle ? try? invocation.storedTimeline() : try? invocation.timeline()
    for process in record?.processesWithoutEnd ?? [] where ProcessList.name(of: "\(process)") == "loaderd" {
      // Unknown without the rights to see it.
      var hasOtherRoot = false
      if let own = try? FileDescriptor(folder: "/"), let other = try? FileDescriptor(folder: "/proc/\(process)/root/") {
        hasOtherRoot = !own.isSameFile(as: other)
      }
      running.append((process, hasOtherRoot))
    }
    let tools: [(path: Bytes, command: Bytes, hook: Bytes)] = [
      ("/usr/sbin/update-initramfs", "update-initramfs -u", "/usr/share/initramfs-tools/hooks/loaderd"),
      ("/usr/bin/dracut", "dracut --force", "/usr/lib/dracut/modules.d/90loaderd/module-setup.sh"),
      ("/usr/bin/mkinitcpio", "mkinitcpio -P", "/usr/lib/initcpio/install/loaderd"),
    ]
    imageTool = tools.first { File.exists($0.path) }.map {
      ImageTool(command: $0.command, hasHook: File.exists($0.hook))
    }
    modules = DisplayModules(in: "").names
    if hasSystemd { readUnits() }
    hasGroup = BootChecks.number(ofGroup: "loaderd") != nil
    if let bridge = ProcessList.all.first(where: { ProcessList.name(of: $0) == "loader-bridge" }),
      let journal = BootChecks.number(ofGroup: "systemd-journal")
    {
      // The line "Groups:" with a tab, and the numbers with a space after each.
      let groups = BootChecks.lines("/proc/\(bridge)/status").first { $0.hasPrefix("Groups:") } ?? ""
      bridgeReadsJournal = groups.split(at: UInt8(ascii: "\t")).last?.split(at: UInt8(ascii: " ")).contains(journal)
    }
    hasHistory = historyFile.map { File.exists($0) } ?? true
    // Lines such as "0 EFI VGA".
    framebufferNames = BootChecks.lines("/proc/fb").map { $0.cut(at: " ").1 }
    drivers = File.numbered("card", in: "/sys/class/drm").map {
      (File.resolved("\($0)/device/driver") ?? "").lastPathComponent
    }.filter { !$0.isEmpty }
    hasPressure = File.exists("/proc/pressure/cpu")
    hasTerminals = File.exists("/dev/tty0")
    hasInput = File.exists("/dev/input")
  }

  /// The unit paths of systemd.unit(5), without those for generators.
  private static var folders: [Bytes] {
    ["/etc/systemd/system", "/run/systemd/system", "/usr/lib/systemd/system"]
  }

  private mutating func readUnits() {
    units = UnitReport.ours
    for index in units.indices { BootChecks.read(&units[index]) }
    let names = units.filter { $0.isInstalled }.map { $0.name }
    if !names.isEmpty {
      let words: [Bytes] = ["systemctl", "show", "--no-pager", "--property=\(UnitReport.properties)"]
      let output = Command.output(of: words + names, within: 1_000_000_000)
      for index in units.indices { units[index].read(show: output) }
    }
    var plymouth = UnitReport(name: "plymouth-start.service", target: "sysinit")
    BootChecks.read(&plymouth)
    hasPlymouthUnit = plymouth.isInstalled && plymouth.isEnabled && !plymouth.isMasked
    var getty = UnitReport(name: "getty@tty1.service", target: "getty")
    BootChecks.read(&getty)
    hasGetty = getty.isEnabled
    createsNoLogin = File.exists("/usr/lib/tmpfiles.d/systemd-nologin.conf")
    hasGraphics = BootChecks.has("display-manager.service")
    for folder in BootChecks.folders {
      for name in (try? File.names(in: "\(folder)/graphical.target.wants")) ?? [] where name.hasSuffix(".service") {
        // Those that every machine may have.
        if !name.hasPrefix("systemd-"), !name.hasPrefix("loaderd") { hasGraphics = true }
      }
    }
    if File.exists("/usr/bin/plymouth") || BootChecks.has("emergency.service.d/loaderd.conf") { return }
    for folder in BootChecks.folders {
      if BootChecks.lines("\(folder)/emergency.service").contains(where: { !$0.cut(at: "plymouth").1.isEmpty }) {
        lacksPlymouthClient = true
      }
    }
  }

  /// Whether a file is in one of the unit paths.
  private static func has(_ name: Bytes) -> Bool { folders.contains { File.exists("\($0)/\(name)") } }

  private static func read(_ unit: inout UnitReport) {
    unit.isInstalled = has(unit.name)
    unit.isEnabled = unit.target.isEmpty || has("\(unit.target).target.wants/\(unit.name)")
    var files: [Bytes] = []
    for folder in folders {
      let file: Bytes = "\(folder)/\(unit.name)"
      if File.target(of: file) == "/dev/null" { unit.isMasked = true }
      // The first one hides the others.
      if files.isEmpty, File.exists(file) { files.append(file) }
    }
    for folder in folders {
      let dropIns: Bytes = "\(folder)/\(unit.name).d"
      for name in (try? File.names(in: dropIns)) ?? [] where name.hasSuffix(".conf") {
        files.append("\(dropIns)/\(name)")
      }
    }
    for file in files {
      for line in BootChecks.lines(file) where line.hasPrefix("After=") {
        unit.after += line.dropFirst(6).split(at: UInt8(ascii: " "))
      }
    }
  }

  /// The number of a group in /etc/group; nil if there is none.
  private static func number(ofGroup name: Bytes) -> Bytes? {
    for line in lines("/etc/group") where line.hasPrefix(name + ":") {
      let fields = line.split(at: UInt8(ascii: ":"))
      return fields.count > 2 ? fields[2] : nil
    }
    return nil
  }

  private static func lines(_ path: Bytes) -> [Bytes] {
    Bytes((try? File.read(path, limit: 65536)) ?? []).split(at: UInt8(ascii: "\n")).filter { !$0.isEmpty }
  }
}
