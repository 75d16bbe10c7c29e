import Foundation
import Process
import Testing

/// The order of the installed units among those of Debian, as systemd computes it without a boot (systemd-analyze(1),
/// `verify`): no unit of the machine waits for the loading screen.
@Suite struct UnitOrderTests {
  /// A unit of systemd that is ordered after one of ours, and why.
  private static let exceptions = [
    "sockets.target": "loaderd.socket",  // a socket is made within milliseconds, and starts no process
    "systemd-fsck-root.service": "loaderd-fsck.socket",  // it connects there once, at its start
    "systemd-fsck@dev-vda1.service": "loaderd-fsck.socket",
    "systemd-firstboot.service": "loaderd.socket",  // its call for the text console waits there for loaderd
  ]
  /// The end of a shutdown, for which units with Conflicts=shutdown.target are ordered too.
  private static let shutdown = ["shutdown.target", "umount.target", "final.target"]

  @Test func noOtherUnitIsOrderedAfterOurs() throws {
    let graph = try UnitGraph()
    #expect(graph.ours.count >= 15, "\(graph.ours)")
    for unit in graph.units.keys.sorted() where !UnitGraph.isOurs(unit) && !Self.shutdown.contains(unit) {
      let ours = graph.related(unit, ["After"]).filter(UnitGraph.isOurs)
      #expect(ours.subtracting([Self.exceptions[unit] ?? ""]).isEmpty, "\(unit) is ordered after \(ours.sorted())")
    }
    for (unit, ours) in Self.exceptions {
      #expect(graph.related(unit, ["After"]).contains(ours), "\(unit): the exception is not needed any more")
    }
  }

  /// What keeps the boot screen off. A socket, a path or a timer without a condition of its service starts that in vain
  /// until it fails (systemd.socket(5), `TriggerLimitBurst=`).
  private static let conditions = [
    "ConditionKernelCommandLine=!loaderd.enable=0", "ConditionKernelCommandLine=!nosplash",
    "ConditionKernelCommandLine=!splash=0", "ConditionVirtualization=!container",
  ]
  /// The units that lack these conditions, and why.
  private static let unconditional = [
    "loaderd-fsck.service": "only loaderd-fsck.socket starts it",
    "loaderd-keep.service": "loaderd.service starts it when it ends; it needs a file of loaderd",
    "loaderd-console.service": "loaderd.service starts it when it fails",
    "loaderd-failure@.service": "loaderctl --if-running does nothing without loaderd",
    "loader-run@.service": "its command also runs without a boot screen",
  ]

  @Test func theSameConditionsKeepEveryUnitOff() throws {
    let units = try UnitGraph.shippedConditions()
    #expect(units.count >= 17 && Set(Self.unconditional.keys).isSubset(of: units.keys), "\(units.keys.sorted())")
    for (unit, conditions) in units {
      #expect(conditions == (Self.unconditional[unit] == nil ? Self.conditions : []), "\(unit)")
    }
  }

  /// An empty `ExecStartPre=` removes all commands of the unit (systemd.service(5)).
  @Test(arguments: ["emergency.service", "rescue.service"])
  func dropInsRepeatTheCommandsThatTheyRemove(unit: String) throws {
    func commands(_ path: String) throws -> [String] {
      let key = "ExecStartPre="
      return try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").filter { $0.hasPrefix(key) }
        .map { String($0.dropFirst(key.count).replacing(/(\/usr)?\/bin\//, with: "")) }
    }
    let theirs = try commands("/usr/lib/systemd/system/\(unit)")
    let ours = try commands(Build.root.appending(path: "systemd/\(unit).d/loaderd.conf").path())
    #expect(theirs == ["-plymouth --wait quit"] && ours.first == "")
    // Last: where plymouth is loaderd, it would end the daemon before the failure is shown.
    #expect(ours.count == 5 && Array(ours.suffix(theirs.count)) == theirs, "\(ours)")
  }

  /// loaderctl does not find a socket that is made later, and the bridge's user may be made in the first boot.
  @Test func unitsThatCallComeAfterTheSocketAndTheAccount() throws {
    let graph = try UnitGraph()
    for unit in ["loaderd-shutdown.service", "loaderd-reboot.service", "loaderd-update.service"] {
      #expect(graph.related(unit, ["After"]).contains("loaderd.socket"), "\(unit)")
      #expect(!graph.related(unit, ["Wants"]).isDisjoint(with: ["loaderd.socket", "loaderd.service"]), "\(unit)")
    }
    for unit in ["loaderd-update.service", "loaderd-failure@a.service", "loader-bridge.service"] {
      #expect(graph.related(unit, ["After"]).isSuperset(of: ["loaderd.socket", "systemd-sysusers.service"]), "\(unit)")
    }
    let started = graph.closure(of: "system-update.target", ["Requires", "Wants"])
    #expect(started.contains("loaderd-update.service") && !started.contains("sockets.target"))
  }

  /// systemd without PAM has no systemd-user-sessions.service.
  @Test(arguments: [true, false]) func unitsThatEndTheBootScreenWaitForTheEndOfTheBoot(hasSessions: Bool) throws {
    let sessions = "systemd-user-sessions.service"
    let graph = try UnitGraph(without: hasSessions ? [] : [sessions])
    let beforeQuit = graph.closure(of: "loaderd-quit.service", ["After"])
    #expect(beforeQuit.isSuperset(of: ["basic.target", "getty@tty1.service"]), "\(beforeQuit.sorted())")
    let before = graph.closure(of: "loaderd-quit-wait.service", ["After"])
    #expect(before.contains("basic.target") && (before.contains(sessions) || !hasSessions), "\(before.sorted())")
    #expect(graph.related("loaderd-quit-wait.service", ["Conflicts"]).contains("shutdown.target"), "for a soft-reboot")
    #expect(graph.cycles.isEmpty, "\(graph.cycles)")
  }

  /// Without both, the end of a shutdown does not wait until the unit has stopped (systemd.service(5), "Default
  /// Dependencies").
  @Test func unitsThatAShutdownStopsAreStoppedBeforeItsEnd() throws {
    let graph = try UnitGraph()
    for unit in graph.ours where graph.related(unit, ["Conflicts"]).contains("shutdown.target") {
      #expect(graph.related(unit, ["Before"]).contains("shutdown.target"), "\(unit)")
    }
  }

  @Test func unitsHaveNoOrderingCycle() throws {
    let graph = try UnitGraph()
    #expect(graph.cycles.isEmpty, "\(graph.cycles)")
  }

  /// So that a boot does not pay for it.
  @Test func onlyAnUpdateAndTheLogStartTheBridge() throws {
    let graph = try UnitGraph(), bridge = "loader-bridge.service"
    let started = graph.closure(of: "graphical.target", ["Requires", "Wants", "Requisite", "BindsTo", "Upholds"])
    #expect(started.contains("loaderd.timer") && !started.contains(bridge))
    #expect(graph.related("loaderd.service", ["Wants"]).contains("loader-bridge.path"))
    #expect(graph.related("loader-bridge.path", ["Triggers"]).contains(bridge))
    for unit in graph.units.keys.sorted() {
      #expect(!graph.related(unit, ["OnFailure"]).contains(bridge), "systemd would refuse \(unit) with mode isolate")
    }
  }

  /// `systemd-analyze critical-chain` shows only units of this chain.
  @Test(arguments: [
    "multi-user.target", "graphical.target", "rescue.target", "emergency.target", "system-update.target",
  ])
  func noTargetWaitsForOurUnits(target: String) throws {
    let graph = try UnitGraph()
    let started = graph.closure(of: target, ["Requires", "Wants", "Requisite", "BindsTo", "Upholds"])
    let chain = graph.closure(of: target, ["After"], within: started)
    #expect(target.hasPrefix("emergency") || chain.contains("sysinit.target"))
    // Of ours only the socket, by sockets.target.
    #expect(chain.filter(UnitGraph.isOurs).subtracting(["loaderd.socket"]).isEmpty, "\(chain.sorted())")
  }
}

/// All units of this machine's Debian with ours, installed and enabled in a folder, and their dependencies.
private struct UnitGraph {
  /// For each unit the units by the kind of dependency, such as "After".
  private(set) var units: [String: [String: Set<String>]] = [:]
  /// The messages about ordering cycles.
  private(set) var cycles: [String] = []
  var ours: [String] { units.keys.filter(UnitGraph.isOurs) }

  /// The conditions about the kernel's arguments and containers, by the unit.
  static func shippedConditions() throws -> [String: [String]] {
    let folder = Build.root.appending(path: "systemd")
    var conditions: [String: [String]] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path()) where Self.isUnit(name) {
      let lines = try String(contentsOf: folder.appending(path: name), encoding: .utf8).split(separator: "\n")
      let keys = ["ConditionKernelCommandLine=", "ConditionVirtualization="]
      conditions[name] = lines.filter { line in keys.contains { line.hasPrefix($0) } }.map { String($0) }
    }
    return conditions
  }

  static func isOurs(_ unit: String) -> Bool { unit.hasPrefix("loader") }

  /// `missing` are units that this Debian has and the graph has not.
  init(without missing: [String] = []) throws {
    let root = Folder()
    let files = FileManager.default
    let installed = "usr/lib/systemd/system"
    try files.createDirectory(atPath: root["usr/lib/systemd"], withIntermediateDirectories: true)
    try files.createDirectory(atPath: root["etc/systemd/system"], withIntermediateDirectories: true)
    try files.createSymbolicLink(atPath: root["lib"], withDestinationPath: "usr/lib")
    try files.copyItem(atPath: "/\(installed)", toPath: root[installed])
    for unit in missing {
      try files.removeItem(atPath: root["\(installed)/\(unit)"])
      try? files.removeItem(atPath: root["\(installed)/multi-user.target.wants/\(unit)"])
    }
    let shipped = Build.root.appending(path: "systemd").path()
    for name in try files.contentsOfDirectory(atPath: shipped) where Self.isUnit(name) || name.hasSuffix(".d") {
      let target = root["\(installed)/\(name)"]
      try? files.removeItem(atPath: target)
      try files.copyItem(atPath: "\(shipped)/\(name)", toPath: target)
    }
    let enabled = try Program("/usr/bin/systemctl").run([
      "--root=\(root.path)", "enable", "loaderd.service", "getty@tty1.service",
    ])
    #expect(enabled.status == 0, "\(enabled.errors)")
    let names = try files.contentsOfDirectory(atPath: root[installed]).filter {
      Self.isUnit($0) && !$0.contains("@.")
    }
    let instances = [
      "getty@tty1.service", "systemd-fsck@dev-vda1.service", "loaderd-failure@a.service", "loader-run@a.service",
    ]
    // With this log level it prints all units that it has loaded by name. Programs of the units do not exist in the
    // folder, so the status is not 0.
    let analysis = try Program("/usr/bin/systemd-analyze").run(
      ["verify", "--man=no", "--root=\(root.path)"] + names.sorted() + instances,
      environment: ["SYSTEMD_LOG_LEVEL": "debug"])
    cycles = analysis.errors.split(separator: "\n").filter { $0.contains("ordering cycle") }.map { String($0) }
    var unit = ""
    for line in analysis.text.split(separator: "\n") {
      let words = line.split(whereSeparator: \.isWhitespace)
      if words.count == 3, words[0] == "->", words[1] == "Unit" {
        unit = String(words[2].dropLast())
        units[unit, default: [:]] = [:]
      } else if words.count > 2, words[0].hasSuffix(":"), words[2].hasPrefix("(origin") || words[2].hasPrefix("(dest") {
        units[unit, default: [:]][String(words[0].dropLast()), default: []].insert(String(words[1]))
      }
    }
  }

  private static func isUnit(_ name: String) -> Bool {
    ["service", "socket", "target", "timer", "path", "mount", "automount", "slice"].contains {
      name.hasSuffix(".\($0)")
    }
  }

  /// The units that a unit names in dependencies of these kinds.
  func related(_ unit: String, _ kinds: [String]) -> Set<String> {
    kinds.reduce([]) { $0.union(units[unit]?[$1] ?? []) }
  }

  /// All units that are reached from a unit by these dependencies, through units of `set` only, if it is given.
  func closure(of unit: String, _ kinds: [String], within set: Set<String>? = nil) -> Set<String> {
    var found: Set<String> = [], rest = [unit]
    while let next = rest.popLast() {
      let new = related(next, kinds).filter { set?.contains($0) ?? true }.subtracting(found)
      found.formUnion(new)
      rest += new
    }
    return found
  }
}
