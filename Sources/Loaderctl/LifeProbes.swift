import ScreenAPI
import Support
import System

extension LifeChecks {
  /// Reads the state of this machine. Nothing waits for another program, except for systemctl, which gets a second.
  init(of invocation: Invocation, hasSystemd: Bool) {
    record = try? invocation.timeline()
    for process in record?.unfinishedProcesses ?? [] where ProcessList.name(of: "\(process)") == "loaderd" {
      let roots: [FileDescriptor?] = ["/", "/proc/\(process)/root/" as Bytes].map { try? FileDescriptor(folder: $0) }
      let hasOtherRoot = roots[0].flatMap { own in roots[1].map { !own.isSameFile(as: $0) } } ?? false
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
    let groups = LifeChecks.lines("/etc/group").map { $0.split(at: UInt8(ascii: ":")) }
    hasGroup = groups.isEmpty || groups.contains { $0[0] == "loaderd" }
    let journal = groups.first { $0[0] == "systemd-journal" && $0.count > 2 }?[2]
    if let bridge = ProcessList.all.first(where: { ProcessList.name(of: $0) == "loader-bridge" }) {
      let line = LifeChecks.lines("/proc/\(bridge)/status").first { $0.hasPrefix("Groups:") } ?? ""
      let numbers = line.dropFirst(7).trimmed.split(at: UInt8(ascii: " "))
      bridgeReadsJournal = journal.map { numbers.contains($0) } ?? false
    }
    hasHistory = File.exists("/var/lib/loaderd/experience")
    // Lines such as "0 EFI VGA".
    framebufferNames = LifeChecks.lines("/proc/fb").map { $0.cut(at: " ").1 }
    drivers = File.numbered("card", in: "/sys/class/drm").map {
      (File.resolved("\($0)/device/driver") ?? "").split(at: UInt8(ascii: "/")).last ?? ""
    }.filter { !$0.isEmpty }
    hasPressure = File.exists("/proc/pressure/cpu")
    hasTerminals = File.exists("/dev/tty0")
    hasInput = File.exists("/dev/input")
  }

  /// The unit paths of systemd.unit(5), without those for generators.
  private static var folders: [Bytes] {
    ["/etc/systemd/system", "/run/systemd/system", "/usr/lib/systemd/system", "/lib/systemd/system"]
  }

  private mutating func readUnits() {
    units = UnitReport.ours.map { unit in
      var unit = unit
      LifeChecks.read(&unit)
      return unit
    }
    let names = units.filter { $0.isInstalled }.map { $0.name }
    if !names.isEmpty {
      let words: [Bytes] = ["systemctl", "show", "--no-pager", "--property=Id,Result,ExecMainStatus"]
      let output = Command.output(of: words + names, within: 1_000_000_000)
      for index in units.indices { units[index].read(show: output) }
    }
    var plymouth = UnitReport(name: "plymouth-start.service", target: "sysinit")
    LifeChecks.read(&plymouth)
    hasPlymouthUnit = plymouth.isInstalled && plymouth.isEnabled && !plymouth.isMasked
    var getty = UnitReport(name: "getty@tty1.service", target: "getty")
    LifeChecks.read(&getty)
    hasGetty = getty.isEnabled
    hasGraphics = LifeChecks.folders.contains { folder in
      File.exists("\(folder)/display-manager.service") || !LifeChecks.wanted(by: "graphical", folder).isEmpty
    }
    let emergency = LifeChecks.folders.flatMap { LifeChecks.lines("\($0)/emergency.service") }
    let hasDropIn = LifeChecks.folders.contains { File.exists("\($0)/emergency.service.d/loaderd.conf") }
    lacksPlymouthClient =
      emergency.contains { $0.cut(at: "plymouth") != ($0, "") } && !hasDropIn && !File.exists("/usr/bin/plymouth")
      && !File.exists("/bin/plymouth")
  }

  /// The units in the `.wants` folder of a target, without those that every machine with systemd has.
  private static func wanted(by target: Bytes, _ folder: Bytes) -> [Bytes] {
    ((try? File.names(in: "\(folder)/\(target).target.wants")) ?? []).filter {
      $0.hasSuffix(".service") && !$0.hasPrefix("systemd-") && !$0.hasPrefix("loaderd")
    }
  }

  private static func read(_ unit: inout UnitReport) {
    let files = folders.map { "\($0)/\(unit.name)" as Bytes }
    unit.isMasked = files.contains { File.target(of: $0) == "/dev/null" }
    unit.isInstalled = files.contains { File.exists($0) }
    let target = unit.target, name = unit.name
    unit.isEnabled = target.isEmpty || folders.contains { File.exists("\($0)/\(target).target.wants/\(name)") }
    var lines = files.first { File.exists($0) }.map { LifeChecks.lines($0) } ?? []
    for folder in folders {
      let dropIns: Bytes = "\(folder)/\(name).d"
      for file in (try? File.names(in: dropIns)) ?? [] where file.hasSuffix(".conf") {
        lines += LifeChecks.lines("\(dropIns)/\(file)")
      }
    }
    let after = lines.filter { $0.hasPrefix("After=") }
    unit.after = after.flatMap { $0.dropFirst(6).split(at: UInt8(ascii: " ")) }.filter { !$0.isEmpty }
  }

  private static func lines(_ path: Bytes) -> [Bytes] {
    Bytes((try? File.read(path, limit: 65536)) ?? []).split(at: UInt8(ascii: "\n")).filter { !$0.isEmpty }
  }
}
