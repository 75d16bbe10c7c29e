import System
import Loaders
public import Support
public import Display
import Varlink

/// What loaderd is started with.
public struct Options {
  public var output = Selection()
  public var socket = Interface.socket
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
  /// Shows nothing: keeps what another run learned.
  public var isKeeper = false
  /// Shows nothing: reads keyboards and touch screens this way, for another loaderd.
  public var input: Bytes?

  /// Every option there is: what checks them, tells their use and completes them reads this.
  public static var all: [Option] {
    Option.all(
      """
      --output auto|drm|wayland|fbdev|headless =auto  which way to the display; auto takes the first that works
      --device PATH  the DRM card, or with --output fbdev the framebuffer; without it all of them
      --config FILE  the only file of settings to read; without it the usual ones
      --socket PATH =/run/loaderd/io.loaderd.Screen  where to listen
      --show LOADER  the loader to start with; without it that of the settings or of the theme
      --text TEXT  its text
      --mode boot|shutdown|reboot|update|firmware|reset =boot  what goes on
      --once  end after the first frame, and fail without a display
      --size WxH =1024x768  with --output headless: how large it is, in pixels
      --fps N 0.1...1000 =60  with --output headless: its frames a second
      --frames DIR  with --output headless: where its frames go, as PNG files
      --keep  write what was learned to the disk, for loaderd-keep.service
      --input auto|libinput|evdev  write what keyboards and touch screens do to standard output; for loaderd itself
      --help  tell how it is used
      --version  tell the version
      """)
  }

  public static var usage: Bytes {
    var help = Help()
    help.add(["loaderd"] + all.map { "[\($0.usage)]" }, hanging: 8)
    help.addLine()
    help.add(all)
    help.addLine()
    help.add(
      "Exit status: 0 told to end, 1 no display with --once, or another loaderd at the socket, 2 wrong usage, 75 a successor is wanted."
    )
    return help.text
  }

  public init() {}

  /// Throws for what cannot be used. Of an option that is given twice the last one counts.
  public init(_ arguments: inout Arguments) throws(UsageError) {
    while let argument = arguments.next() {
      guard case .option(let name, let attached) = argument else {
        if case .word(let word) = argument { throw UsageError("'\(word)': not an option; see loaderd --help") }
        continue
      }
      guard let option = Options.all[name] else {
        let known = Options.all.map { $0.dashed }, given = Option.dashed(name)
        throw UsageError(
          "\(given): unknown option; there are \(known.joined(by: ", "))\(given.suggestion(among: known))")
      }
      try set(name, try option.value(attached, &arguments))
    }
    try checkLoader()
  }

  /// The value has been checked.
  private mutating func set(_ name: Bytes, _ value: Bytes) throws(UsageError) {
    switch name {
    case "output": output.kind = value
    case "device": output.device = value
    case "config": configuration = value
    case "socket":
      socket = value
      isOwnSocket = true
    case "show": loader = value
    case "text": text = value
    case "mode": mode = value
    case "once": isOnce = true
    case "keep": isKeeper = true
    case "input": input = value
    case "size":
      let size = try Extent(value, option: name)
      (output.width, output.height) = (Int32(size.width.rounded(.up)), Int32(size.height.rounded(.up)))
    case "fps": output.rate = Decimal.double(value) ?? output.rate
    case "frames":
      let parent = Bytes(value.utf8[..<(value.utf8.lastIndex(of: UInt8(ascii: "/")) ?? 0)])
      if !parent.isEmpty, !File.exists(parent) { throw UsageError("--frames: \(parent): No such file or directory") }
      output.folder = value
    default: break  // help and version were looked for before
    }
  }

  /// The text that a first loader shows where none is given.
  static func text(for loader: Bytes) -> Bytes {
    Catalog.entry(named: loader)?.needsText == true ? "Loading…" : ""
  }

  private func checkLoader() throws(UsageError) {
    guard let loader else { return }
    guard let entry = Catalog.entry(named: loader) else {
      throw UsageError("--show: " + Reply.unknownLoaderSentence(loader, known: Catalog.names))
    }
    do throws(ParameterError) {
      _ = try entry.loader(text ?? Options.text(for: loader), [], Files { _ in [] })
    } catch {
      throw UsageError("--\(error.name): \(error.reason)")
    }
  }
}
