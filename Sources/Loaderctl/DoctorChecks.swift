import Support
import Display

/// What is known of a machine, and what follows for loading screens. It looks at nothing itself.
struct DoctorChecks {
  enum Answer {
    case answers, absent
    case refuses(Bytes)
  }

  /// "6.1.0-30-amd64".
  var kernel: Bytes = ""
  /// Of its command line.
  var arguments: [Bytes] = []
  /// Nil where they are the daemon's, who is not to be disturbed.
  var cards: [CardReport]?
  /// The one of the environment.
  var compositor: CardReport?
  /// "/dev/fb0" and so on.
  var framebuffers: [Bytes] = []
  /// Each connector of every card, and whether a display hangs on it.
  var connectors: [(name: Bytes, isConnected: Bool)] = []
  var daemon = Answer.absent
  var socket: Bytes = ""
  var hasSystemd = false
  var units: [(name: Bytes, isThere: Bool, isEnabled: Bool)] = []
  /// Other splash programs that run.
  var rivals: [Bytes] = []
  /// Keyboards and touch screens.
  var devices: [(name: Bytes, isTouchScreen: Bool)] = []
  var areDenied = false
  var hasUdev = false
  /// Why libinput cannot be used.
  var obstacle: Bytes?
  var canShape = true
  var canKeepState = true

  struct Finding {
    enum Level { case ok, note, problem }
    let level: Level
    let text: Bytes
  }

  var findings: [Finding] {
    var all: [Finding] = []
    func say(_ level: Finding.Level, _ text: Bytes) { all.append(Finding(level: level, text: text)) }

    let release = kernel.split(at: 0x2E).map {
      Decimal.integer(Bytes($0.utf8.prefix { (0x30...0x39).contains($0) })) ?? 0
    }
    let isOld = release.count < 2 || release[0] < 5 || release[0] == 5 && release[1] < 14
    let isBlind = isOld && framebuffers.isEmpty
    let lack: Bytes = isBlind ? ": before 5.14 nothing can be shown until the display's own driver is loaded" : ""
    say(isBlind ? .note : .ok, "kernel \(kernel)\(lack)")

    if let cards {
      if cards.isEmpty, framebuffers.isEmpty {
        say(.problem, "no card in /dev/dri: load the display's driver, or build it into the kernel")
      } else if cards.isEmpty {
        say(.note, "no card in /dev/dri: \(framebuffers.joined(by: ", ")) is used until the display's driver is loaded")
      }
      for card in cards {
        say(card.reason == nil ? .ok : .problem, card.reason ?? "\(card.path) can be opened, and scans out memory")
      }
      if cards.contains(where: { $0.reason?.hasSuffix("Permission denied") == true }) {
        say(.note, "cards are for root and the group video: run doctor as one of them")
      }
    }
    if let compositor {
      say(
        compositor.reason == nil ? .ok : .note,
        "Wayland: " + (compositor.reason ?? "a compositor listens at \(compositor.path)"))
    }
    for connector in connectors where connector.isConnected { say(.ok, "a display is connected to \(connector.name)") }
    if !connectors.contains(where: { $0.isConnected }) {
      say(.note, "no display is connected; loaderd waits for one")
    }

    switch daemon {
    case .answers: say(.ok, "loaderd answers at \(socket)")
    case .absent: say(.note, "no loaderd answers at \(socket): start it, or its socket unit")
    case .refuses(let reason): say(.problem, reason)
    }
    for unit in hasSystemd ? units : [] {
      switch (unit.isThere, unit.isEnabled) {
      case (true, true): say(.ok, "\(unit.name) is enabled")
      case (true, false): say(.note, "\(unit.name) is not enabled: systemctl enable \(unit.name)")
      default: say(.note, "\(unit.name) is not installed")
      }
    }
    for rival in rivals { say(.problem, "\(rival) runs, and draws to the same display: remove it, or mask its unit") }
    judgeArguments(say)

    for device in devices {
      let kind: Bytes = device.isTouchScreen ? "touch screen" : "keys"
      say(.ok, "\(kind) to listen to: \(device.name)")
    }
    if areDenied { say(.note, "devices in /dev/input are for root and the group input: run doctor as one of them") }
    if devices.isEmpty, !areDenied { say(.note, "no keyboard and no touch screen; loaderd listens to those that come") }
    if let obstacle { say(.note, "\(obstacle): /dev/input is read without it; install libinput10") }
    if hasUdev, obstacle == nil { say(.ok, "udevd runs, and libinput is installed") }

    if canShape { say(.ok, "HarfBuzz and FriBidi are installed") }
    if !canShape { say(.note, "HarfBuzz or FriBidi is not installed: Arabic, Hindi and their like will look wrong") }
    if canKeepState { say(.ok, "/var/lib/loaderd can be written") }
    if !canKeepState { say(.note, "/var/lib/loaderd cannot be written: how long things take is not remembered") }
    return all
  }

  private func judgeArguments(_ say: (Finding.Level, Bytes) -> Void) {
    let wanted: [(argument: Bytes, reason: Bytes)] = [
      ("quiet", "without it the kernel writes its messages to the display until loaderd has it"),
      ("vt.global_cursor_default=0", "without it a cursor may blink before the first picture"),
    ]
    for (argument, reason) in wanted {
      let isThere = arguments.contains(argument)
      let lack: Bytes = isThere ? "" : " is missing: \(reason)"
      say(isThere ? .ok : .note, "kernel argument \(argument)\(lack)")
    }
    for argument in arguments {
      let (name, value) = argument.cut(at: "=")
      switch name {
      case "nomodeset": say(.problem, "kernel argument nomodeset keeps drivers from the display: remove it")
      case "nosplash": say(.note, "kernel argument nosplash: loaderd.service does not start")
      case "loaderd.enable" where value == "0":
        say(.note, "kernel argument \(argument): loaderd.service does not start")
      case "loglevel" where Decimal.integer(value) ?? 0 > 4:
        say(.note, "kernel argument \(argument): warnings and notices are written to the display; 3 is quieter")
      case "console" where value.hasPrefix("tty") && Decimal.integer(Bytes(value.utf8.dropFirst(3).prefix(1))) != nil:
        say(.note, "kernel argument \(argument): messages go to the display; a serial line keeps them off it")
      case _ where name.hasPrefix("loaderd."): say(.ok, "kernel argument \(argument)")
      default: break
      }
    }
  }
}
