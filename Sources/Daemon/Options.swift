import Loaders
public import Notation
public import Outputs

/// What loaderd is started with.
public struct Options {
  public var output = Selection()
  public var socket: Bytes = "/run/loaderd/io.loaderd.Screen"
  /// Whether the socket was named: then this is not the machine's loaderd, and touches only what it is told.
  public var isOwnSocket = false
  /// The loader of the first frame; nil shows nothing.
  public var loader: Bytes?
  /// Nil where none was given; a loader that needs one shows "Loading…".
  public var text: Bytes?
  public var mode: Bytes = "boot"
  /// The only file of settings to read; nil reads the usual ones.
  public var configuration: Bytes?
  /// Ends after the first frame.
  public var isOnce = false

  public static var usage: Bytes {
    """
    loaderd [--output auto|drm|headless] [--device PATH] [--config FILE] [--socket PATH]
            [--show LOADER [--text TEXT]] [--mode boot|shutdown|reboot|update|firmware|reset] [--once]
            [--size WxH --fps N --frames DIR]   (with --output headless)
    loaderd --help | --version

    """
  }

  public init() {}

  /// Throws for what cannot be used.
  public init(_ arguments: inout Arguments) throws(UsageError) {
    while let argument = arguments.next() {
      guard case .option(let name, let attached) = argument else {
        if case .word(let word) = argument { throw UsageError("'\(word)': not an option; see loaderd --help") }
        continue
      }
      if name == "once" {
        isOnce = true
        continue
      }
      let value = try arguments.value(of: name, attached)
      switch name {
      case "output":
        let known: [Bytes] = ["auto"] + Selection.kinds
        guard known.contains(value) else {
          throw UsageError("--output: '\(value)' is not one of \(known.joined(by: ", "))")
        }
        output.kind = value
      case "config": configuration = value
      case "device": output.device = value
      case "socket": (socket, isOwnSocket) = (value, true)
      case "show": loader = value
      case "text": text = value
      case "mode":
        guard Theme.modes.contains(value) else {
          throw UsageError("--mode: '\(value)' is not one of \(Theme.modes.joined(by: ", "))")
        }
        mode = value
      case "size":
        let size = try Extent(value, option: "size")
        (output.width, output.height) = (Int32(size.width.rounded(.up)), Int32(size.height.rounded(.up)))
      case "fps":
        guard let rate = Decimal.double(value), (0.1...1000).contains(rate) else {
          throw UsageError("--fps: '\(value)' is not within 0.1 to 1000")
        }
        output.rate = rate
      case "frames": output.folder = value
      default: throw UsageError("--\(name): unknown option; see loaderd --help")
      }
    }
    try checkLoader()
  }

  /// The text that a first loader shows where none is given.
  static func text(for loader: Bytes) -> Bytes {
    Catalog.entry(named: loader)?.needsText == true ? "Loading…" : ""
  }

  private func checkLoader() throws(UsageError) {
    guard let loader else { return }
    guard let entry = Catalog.entry(named: loader) else {
      throw UsageError(
        "--show: no loader '\(loader)'; there are \(Catalog.all.map { Bytes($0.name) }.joined(by: ", "))")
    }
    do throws(ParameterError) {
      _ = try entry.loader(text ?? Options.text(for: loader), [], Files { _ in [] })
    } catch {
      throw UsageError("--\(error.name): \(error.reason)")
    }
  }
}
