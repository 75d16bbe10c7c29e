import Input
import Linux
import Notation
import Outputs
import Text

/// Gathers what an examination needs from this machine.
extension Examination {
  init(of invocation: Invocation) {
    socket = invocation.socket
    do throws(Failure) {
      _ = try invocation.ask("GetState")
      daemon = .answers
    } catch {
      if case .refused(let reason) = error { daemon = .refuses(reason) }
    }
    kernel = Examination.read("/proc/sys/kernel/osrelease").trimmed
    arguments = Examination.read("/proc/cmdline").split(at: 0x20).filter { !$0.isEmpty }
    if case .absent = daemon { cards = CardReport.all }
    compositor = CardReport.compositor
    framebuffers = File.numbered("fb", in: "/dev")
    for name in Examination.names("/sys/class/drm").ordered {
      let status = Examination.read("/sys/class/drm/\(name)/status")
      if !status.isEmpty { connectors.append((name.cut(at: "-").1, status == "connected")) }
    }
    hasSystemd = File.exists("/run/systemd/system")
    for (name, target) in [("loaderd.service", "sysinit"), ("loaderd.socket", "sockets")] as [(Bytes, Bytes)] {
      // In the order in which systemd looks.
      let folders: [Bytes] = ["/etc/systemd/system", "/run/systemd/system", "/usr/lib/systemd/system"]
      units.append(
        (
          name, folders.contains { File.exists("\($0)/\(name)") },
          folders.contains { Examination.names("\($0)/\(target).target.wants").contains(name) }
        ))
    }
    let known: [Bytes] = ["plymouthd", "psplash", "psplash-systemd", "fbsplash"]
    for process in Examination.names("/proc") where Decimal.integer(process) != nil {
      let name = Examination.read("/proc/\(process)/comm")
      if known.contains(name) && !rivals.contains(name) { rivals.append(name) }
    }
    for path in EvdevDevices.paths {
      do throws(SystemError) {
        let device = try EvdevDevice(path)
        if device.isOfUse { devices.append((device.name, device.isTouchScreen)) }
      } catch {
        if error.isDenial { areDenied = true }
      }
    }
    hasUdev = Reader.hasUdev
    obstacle = hasUdev ? LibinputDevices.obstacle : nil
    canShape = Typesetter.canShape
    canKeepState = File.isWritable("/var/lib/loaderd")
  }

  /// A line without its end; empty where there is none.
  private static func read(_ path: Bytes) -> Bytes {
    Bytes((try? File.read(path, limit: 65536)) ?? []).split(at: 0x0A)[0]  // what is not there says nothing
  }

  private static func names(_ folder: Bytes) -> [Bytes] { (try? File.names(in: folder)) ?? [] }
}

extension Invocation {
  /// Tells the findings; the exit status is 1 when one is a problem.
  mutating func doctor() {
    let findings = Examination(of: self).findings
    if findings.contains(where: { $0.level == .problem }) { status = Control.Status.refused }
    if isJSON {
      let list = findings.map { ["level": .string($0.level.name), "text": .string($0.text)] as JSON }
      return Standard.output((["findings": .array(list)] as JSON).text + "\n")
    }
    for finding in findings {
      let name = finding.level.name
      Standard.output(name + Bytes([UInt8](repeating: 0x20, count: 9 - name.count)) + finding.text + "\n")
    }
  }
}

extension Examination.Finding.Level {
  var name: Bytes {
    switch self {
    case .ok: "ok"
    case .note: "note"
    case .problem: "problem"
    }
  }
}
