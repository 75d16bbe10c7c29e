import Display
import Support

/// The state of a machine, as far as it matters for loaderd, and the findings of `loaderctl doctor` about it.
///
/// Pure: `DoctorProbes.swift` reads the state, tests set it.
struct DoctorChecks {
  /// Whether loaderd answers at the socket.
  enum DaemonState {
    case answers, absent
    /// The socket exists, and no loaderd runs.
    case idle
    /// With the error.
    case refuses(Bytes)
  }

  /// The kernel's release, such as "6.1.0-30-amd64".
  var kernel: Bytes = ""
  /// The arguments of the kernel's command line.
  var arguments: [Bytes] = []
  /// Lines about settings of the configuration files and of the kernel's command line.
  var settings: (problems: [Bytes], notes: [Bytes]) = ([], [])
  /// DRM devices; nil while loaderd listens, because opening one would preempt it.
  var cards: [DisplayReport]?
  /// The Wayland compositor that the environment names.
  var compositor: DisplayReport?
  /// Framebuffer devices, such as "/dev/fb0".
  var framebuffers: [Bytes] = []
  /// The connectors of all DRM devices.
  var connectors: [(name: Bytes, isConnected: Bool)] = []
  var daemon = DaemonState.absent
  var socket: Bytes = ""
  /// The boot screen from the initramfs to the shutdown.
  var boot = BootChecks()
  /// Names of other splash programs that run.
  var otherSplashes: [Bytes] = []
  /// Keyboards and touch screens that can be opened.
  var devices: [(name: Bytes, isTouchScreen: Bool)] = []
  /// Whether input devices could not be opened for lack of permission.
  var isInputDenied = false
  /// False for a static program, which cannot open libraries.
  var canOpenLibraries = true
  var hasUdev = false
  /// Why libinput cannot be used; nil when it can.
  var libinputProblem: Bytes?
  /// Whether HarfBuzz and FriBidi are installed.
  var canShape = true
  /// The folder of the learned durations; nil if they are not stored.
  var historyFolder: Bytes? = "/var/lib/loaderd"
  /// Whether files can be written in that folder.
  var canStoreHistory = true

  /// One line of the output.
  struct Finding {
    enum Level { case ok, note, problem }
    let level: Level
    let text: Bytes
  }

  /// All findings, in the order of the output.
  var findings: [Finding] {
    var all: [Finding] = []
    func add(_ level: Finding.Level, _ text: Bytes) { all.append(Finding(level: level, text: text)) }

    checkKernel(add)
    checkDisplays(add)
    checkDaemon(add)
    boot.check(add)
    for name in otherSplashes {
      add(.problem, "\(name) runs, and draws to the same display: remove it, or mask its unit")
    }
    checkArguments(add)
    checkInput(add)
    checkLibraries(add)
    checkHistory(add)
    return all
  }

  private func checkKernel(_ add: (Finding.Level, Bytes) -> Void) {
    let release = kernel.split(at: UInt8(ascii: ".")).map {
      Decimal.integer(Bytes($0.utf8.prefix { Decimal.isDigit($0) })) ?? 0
    }
    let isOld = release.count < 2 || release[0] < 5 || release[0] == 5 && release[1] < 14
    // simpledrm, which drives the firmware's framebuffer, is in Linux 5.14 and later.
    let hasNoEarlyDisplay = isOld && framebuffers.isEmpty
    let problem: Bytes =
      hasNoEarlyDisplay ? ": before 5.14 nothing can be shown until the display's own driver is loaded" : ""
    add(hasNoEarlyDisplay ? .note : .ok, "kernel \(kernel)\(problem)")
  }

  private func checkDisplays(_ add: (Finding.Level, Bytes) -> Void) {
    if let cards {
      if cards.isEmpty, framebuffers.isEmpty {
        add(.problem, "no card in /dev/dri: load the display's driver, or build it into the kernel")
      } else if cards.isEmpty {
        add(.note, "no card in /dev/dri: \(framebuffers.joined(by: ", ")) is used until the display's driver is loaded")
      }
      for card in cards {
        add(card.reason == nil ? .ok : .problem, card.reason ?? "\(card.path) can be opened, and supports dumb buffers")
      }
      if cards.contains(where: { $0.reason?.hasSuffix("Permission denied") == true }) {
        add(.note, "DRM devices are for root and the group video: run doctor as one of them")
      }
    }
    if let compositor {
      add(
        compositor.reason == nil ? .ok : .note,
        "Wayland: " + (compositor.reason ?? "a compositor listens at \(compositor.path)"))
    }
    for connector in connectors where connector.isConnected { add(.ok, "a display is connected to \(connector.name)") }
    if !connectors.contains(where: { $0.isConnected }) {
      add(.note, "no display is connected; loaderd waits for one")
    }
  }

  private func checkDaemon(_ add: (Finding.Level, Bytes) -> Void) {
    switch daemon {
    case .answers: add(.ok, "loaderd answers at \(socket)")
    case .idle: add(.ok, "no loaderd runs; `loaderctl show` starts it while loaderd.socket is active")
    case .absent: add(.note, "no loaderd answers at \(socket): start it, or its socket unit")
    case .refuses(let reason): add(.problem, reason)
    }
  }

  private func checkInput(_ add: (Finding.Level, Bytes) -> Void) {
    for device in devices {
      let kind: Bytes = device.isTouchScreen ? "touch screen" : "keyboard"
      add(.ok, "\(kind): \(device.name)")
    }
    if isInputDenied { add(.note, "devices in /dev/input are for root and the group input: run doctor as one of them") }
    if devices.isEmpty, !isInputDenied {
      add(.note, "no keyboard and no touch screen; loaderd uses those that are plugged in later")
    }
  }

  private func checkHistory(_ add: (Finding.Level, Bytes) -> Void) {
    guard let historyFolder else { return }
    if canStoreHistory { return add(.ok, "\(historyFolder) can be written") }
    let remedy: Bytes = historyFolder == "/var/lib/loaderd" ? "systemd-tmpfiles --create" : "mkdir -p \(historyFolder)"
    add(.note, "\(historyFolder) cannot be written, learned durations are not stored: \(remedy)")
  }

  private func checkLibraries(_ add: (Finding.Level, Bytes) -> Void) {
    if !canOpenLibraries {
      let loss: Bytes = "Wayland compositors, libinput, and shaping of Arabic, Hindi and other scripts"
      return add(.note, "this program is static and opens no libraries; the one for glibc adds \(loss)")
    }
    if let libinputProblem, devices.contains(where: { $0.isTouchScreen }) {
      add(.note, "\(libinputProblem): udevd's calibration of touch screens has no effect; install libinput10")
    }
    if hasUdev, libinputProblem == nil { add(.ok, "udevd runs, and libinput is installed") }
    if canShape { add(.ok, "HarfBuzz and FriBidi are installed") }
    if !canShape {
      add(.note, "HarfBuzz or FriBidi is not installed: Arabic, Hindi and other shaped scripts will look wrong")
    }
  }

  private func checkArguments(_ add: (Finding.Level, Bytes) -> Void) {
    let recommended: [(argument: Bytes, reason: Bytes)] = [
      ("quiet", "without it the kernel writes its messages to the display until loaderd has it"),
      ("vt.global_cursor_default=0", "without it a cursor may blink before the first picture"),
    ]
    for (argument, reason) in recommended {
      let isSet = arguments.contains(argument)
      let problem: Bytes = isSet ? "" : " is missing: \(reason)"
      add(isSet ? .ok : .note, "kernel argument \(argument)\(problem)")
    }
    for argument in arguments {
      let (name, value) = argument.cut(at: "=")
      switch name {
      case "nomodeset": add(.problem, "kernel argument nomodeset disables DRM drivers: remove it")
      case "nosplash",
        "splash" where value == "0", "loaderd.enable" where value == "0":
        add(.note, "kernel argument \(argument): loaderd.service and loaderd.socket do not start")
      case "loglevel" where Decimal.integer(value) ?? 0 > 4:
        add(.note, "kernel argument \(argument): kernel warnings are written to the display; set loglevel=3")
      case "console" where value.hasPrefix("tty") && Decimal.integer(Bytes(value.utf8.dropFirst(3).prefix(1))) != nil:
        add(.note, "kernel argument \(argument): kernel messages go to the display; a serial console avoids that")
      case _ where name.hasPrefix("loaderd."):
        // The problem names the setting.
        if !settings.problems.contains(where: { $0.hasPrefix("kernel command line: ") }) {
          add(.ok, "kernel argument \(argument)")
        }
      default: break
      }
    }
    for line in settings.problems { add(.problem, line) }
    for line in settings.notes { add(.note, line) }
  }
}
