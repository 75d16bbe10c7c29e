import Display
import Input
import Loaders
import ScreenAPI
import Settings
import Support
import System
import Text

extension DoctorChecks {
  /// Reads the state of this machine.
  init(of invocation: Invocation) {
    socket = invocation.socket
    let isIdle = invocation.isIdle
    if isIdle {
      daemon = .idle
    } else {
      do throws(CommandError) {
        _ = try invocation.call("GetState")
        daemon = .answers
      } catch {
        if case .noDaemon = error {} else { daemon = .refuses(error.sentence) }
      }
    }
    kernel = DoctorChecks.read("/proc/sys/kernel/osrelease").trimmed
    arguments = DoctorChecks.read("/proc/cmdline").kernelArguments
    switch daemon {
    case .absent, .idle: cards = DisplayReport.devices
    case .answers, .refuses: break
    }
    compositor = DisplayReport.compositor
    framebuffers = File.numbered("fb", in: "/dev")
    for name in DoctorChecks.names("/sys/class/drm").ordered {
      let status = DoctorChecks.read("/sys/class/drm/\(name)/status")
      if !status.isEmpty { connectors.append((name.cut(at: "-").1, status == "connected")) }
    }
    let configuration = InstalledConfiguration(in: ""), historyFile = configuration.historyFile
    settings = (configuration.problems, configuration.notes)
    if let theme = configuration.themes.last {
      let file = ThemeFolder(ThemeFolder.configured(theme)).file
      if !File.exists(file) {
        settings.problems.append("theme: \(file): No such file or directory; the built-in look is shown")
      }
    }
    boot = BootChecks(of: invocation, isIdle: isIdle, historyFile, hasSystemd: File.exists("/run/systemd/system"))
    let known: [Bytes] = ["plymouthd", "psplash", "psplash-systemd", "fbsplash"]
    for process in ProcessList.all {
      let name = ProcessList.name(of: process)
      if known.contains(name) && !otherSplashes.contains(name) { otherSplashes.append(name) }
    }
    for path in EvdevDevices.paths {
      do throws(SystemError) {
        let device = try EvdevDevice(path)
        if device.isUsable { devices.append((device.name, device.isTouchScreen)) }
      } catch {
        if error.isDenial { isInputDenied = true }
      }
    }
    canOpenLibraries = SharedLibraries.canBeOpened
    hasUdev = InputReader.hasUdev
    libinputProblem = hasUdev ? LibinputDevices.unavailableReason : nil
    canShape = Typesetter.canShape
    historyFolder = historyFile?.parentFolder
    canStoreHistory = historyFolder.map { File.isWritable($0) } ?? true
  }

  /// The first line of a file; empty when it cannot be read.
  private static func read(_ path: Bytes) -> Bytes {
    Bytes((try? File.read(path, limit: 65536)) ?? []).split(at: UInt8(ascii: "\n"))[0]
  }

  private static func names(_ folder: Bytes) -> [Bytes] { (try? File.names(in: folder)) ?? [] }
}

extension Invocation {
  /// Whether the socket exists and no loaderd runs: then the service manager may listen, and start one for a
  /// connection.
  fileprivate var isIdle: Bool {
    func isDaemon(_ process: Bytes) -> Bool { ProcessList.name(of: process).hasPrefix("loaderd") }
    if !File.exists(socket) { return false }
    // There is no record before the daemon's first events are written, and it is not for all to read.
    guard let record = try? storedTimeline() else { return !ProcessList.all.contains(where: isDaemon) }
    return !record.entries.contains { isDaemon("\($0.process)") }
  }
}

extension DoctorChecks.Finding.Level {
  var name: Bytes {
    switch self {
    case .ok: "ok"
    case .note: "note"
    case .problem: "problem"
    }
  }
}
