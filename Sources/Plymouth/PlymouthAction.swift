import Compatibility
import Support

/// What a command line of the plymouth client asks for. Pure: arguments go in, requests come out.
enum PlymouthAction: Equatable {
  /// Print a text to standard output.
  case print(Bytes)
  /// Send requests; each has to be acknowledged.
  case send([PlymouthRequest])
  /// Ask the user.
  case ask(PlymouthQuestion)
  /// Wait until the daemon has ended.
  case wait

  /// Seconds in which the daemon has to answer, and to end after `quit`, for which a shell may wait; 0 is no limit.
  var timeout: Int {
    guard case .send(let requests) = self else { return 0 }
    return requests[0].command == .ping || requests[0].command == .quit ? 30 : 0
  }

  /// The action of a command line. Throws if it asks for nothing, or lacks a value.
  init(_ arguments: PlymouthArguments) throws(UsageError) {
    if let word = arguments.unknown {
      throw UsageError("plymouth: \(quoted: word): no such command or option; see plymouth --help")
    }
    if arguments.isEmpty { throw UsageError(PlymouthVerb.help) }
    if arguments.has("help") {
      self = .print(PlymouthVerb.help)
    } else if arguments.has("version") {
      self = .print("plymouth (loaderd \(version))\n")
    } else if arguments.has("get-splash-plugin-path") {
      self = .print("/usr/lib/plymouth/\n")
    } else if arguments.has("ask-for-password") {
      self = .ask(PlymouthQuestion(.password))
    } else if let request = PlymouthAction.request(arguments) {
      self = .send([request])
    } else if !arguments.verb.isEmpty {
      self = try PlymouthAction.action(of: arguments.verb, arguments)
    } else if arguments.has("wait") {
      self = .wait
    } else {
      throw UsageError("plymouth: nothing to do; see plymouth --help")
    }
  }

  /// The request of the program's options. The client sends only the first in this order.
  private static func request(_ arguments: PlymouthArguments) -> PlymouthRequest? {
    let options: [(StaticString, PlymouthRequest.Command)] = [
      ("show-splash", .showSplash), ("hide-splash", .hideSplash), ("quit", .quit), ("ping", .ping),
      ("has-active-vt", .hasActiveTerminal), ("update", .update), ("ignore-keystroke", .keystrokeRemove),
      ("sysinit", .systemInitialized), ("newroot", .newRoot), ("details", .error),
    ]
    for (name, command) in options {
      guard let value = arguments.value(name) else { continue }
      switch command {
      case .update, .keystrokeRemove, .newRoot: return PlymouthRequest(command, value)
      case .quit where !value.isEmpty: return quit(retains: false)
      default: if !value.isEmpty { return PlymouthRequest(command) }
      }
    }
    return nil
  }

  private static func action(of verb: Bytes, _ arguments: PlymouthArguments) throws(UsageError) -> PlymouthAction {
    switch verb {
    case "ask-for-password": return .ask(PlymouthQuestion(.password, arguments))
    case "ask-question": return .ask(PlymouthQuestion(.question, arguments))
    case "watch-keystroke": return .ask(PlymouthQuestion(.key, arguments))
    case "update-root-fs":
      var requests: [PlymouthRequest] = []
      if let root = arguments.verbValue("new-root-dir") { requests.append(PlymouthRequest(.newRoot, root)) }
      if arguments.verbHas("read-write") { requests.append(PlymouthRequest(.systemInitialized)) }
      if requests.isEmpty { throw UsageError("plymouth: update-root-fs: needs --new-root-dir= or --read-write") }
      return .send(requests)
    default: return .send([try request(of: verb, arguments)])
    }
  }

  private static func request(
    of verb: Bytes, _ arguments: PlymouthArguments
  ) throws(UsageError) -> PlymouthRequest {
    func text(_ option: StaticString) throws(UsageError) -> Bytes {
      guard let value = arguments.verbValue(option) else { throw UsageError("plymouth: \(verb): needs --\(option)=") }
      return value
    }
    switch verb {
    case "change-mode":
      let modes: [StaticString] = [
        "boot-up", "shutdown", "reboot", "updates", "system-upgrade", "firmware-upgrade", "system-reset",
      ]
      for mode in modes where arguments.verbHas(mode) { return PlymouthRequest(.changeMode, Bytes(mode)) }
      throw UsageError("plymouth: change-mode: needs a mode; see plymouth --help")
    case "system-update":
      let percent = arguments.verbValue("progress") ?? "0"
      guard let number = Decimal.integer(percent), number <= 100 else {
        throw UsageError("plymouth: \(percent): not a number from 0 to 100")
      }
      return PlymouthRequest(.systemUpdate, percent)
    case "update": return PlymouthRequest(.update, try text("status"))
    case "display-message": return PlymouthRequest(.showMessage, try text("text"))
    case "hide-message": return PlymouthRequest(.hideMessage, try text("text"))
    case "ignore-keystroke": return PlymouthRequest(.keystrokeRemove, arguments.verbValue("keys"))
    case "show-splash": return PlymouthRequest(.showSplash)
    case "hide-splash": return PlymouthRequest(.hideSplash)
    case "pause-progress": return PlymouthRequest(.progressPause)
    case "unpause-progress": return PlymouthRequest(.progressUnpause)
    case "report-error": return PlymouthRequest(.error)
    case "deactivate": return PlymouthRequest(.deactivate)
    case "reactivate": return PlymouthRequest(.reactivate)
    case "reload": return PlymouthRequest(.reload)
    default: return quit(retains: arguments.verbHas("retain-splash"))
    }
  }

  /// The client always sends an argument: byte 1 keeps the picture.
  private static func quit(retains: Bool) -> PlymouthRequest { PlymouthRequest(.quit, Bytes(retains ? [1] : [])) }
}
