public import Display
import Loaders
import Raster
import ScreenAPI
public import Support
import System
import Varlink

/// The command line options of loaderd.
public struct Options {
  /// What a process of this program does.
  public enum ProcessKind: Equatable {
    /// It shows the screen.
    case daemon
    /// It writes the duration history to the disk.
    case keepHistory
    /// It relays the progress of file system checks.
    case relayChecks
    /// It is the input helper. The backend is `auto`, `libinput` or `evdev`.
    case readInput(backend: Bytes)
  }

  /// The displays to draw on.
  public var output = OutputSelection()
  /// Path of the socket.
  public var socket = ScreenInterface.socket
  /// Whether `--socket` was given. Then this is not the machine's loaderd, and it uses only what is configured.
  public var isOwnSocket = false
  /// The loader of the first frame; nil is that of the configuration or of the theme.
  public var loader: Bytes?
  /// The text of the loader of the command line or of the configuration; nil is the theme's text, or "Loading…" for a
  /// loader that needs one.
  public var text: Bytes?
  /// The mode at the start.
  public var mode = ScreenMode.boot
  /// The only configuration file to read; nil reads the standard ones.
  public var configuration: Bytes?
  /// Whether to exit after the first frame.
  public var isOnce = false
  /// Whether to take over from the loaderd that runs at the socket.
  public var isReplacing = false
  /// Whether it starts in an initramfs: it follows the machine to its real root file system.
  public var isInitramfs = false
  /// The only folders in which files may be changed; nil for all.
  public var writableFolders: [Bytes]?
  /// What the process does.
  public private(set) var processKind = ProcessKind.daemon

  /// All options. Parser, help, manual page and completions use this table.
  public static var all: [Option] {
    Option.all(
      """
      --output auto|drm|wayland|fbdev|headless =auto  the backend; auto takes the first that works
      --device PATH  the DRM device, or with --output fbdev the framebuffer; by default all of them
      --config FILE  the only configuration file to read; by default the standard ones
      --socket PATH =/run/loaderd/io.loaderd.Screen  the socket to listen at
      --show LOADER  the loader to start with; by default that of the configuration or of the theme
      --text TEXT  the text of the loader that --show or the configuration names
      --mode boot|shutdown|reboot|update|firmware|reset =boot  what the screen is for
      --once  exit after the first frame, and fail without a display
      --replace  take over the display, the picture and the sockets of the loaderd that runs, if there is one
      --initramfs  survive the change from the initramfs to the real root file system
      --size WxH =1024x768  with --output headless: the size in pixels
      --millimetres WxH  with --output headless: the display's size, from which its scale follows
      --format xrgb8888|rgb565|r8|r2|r1 =xrgb8888  with --output headless: the pixel format of the display
      --fps N 0.1...1000 =60  with --output headless: frames per second
      --frames DIR  with --output headless: the folder for the frames, as PNG files
      --writable DIR[:DIR…]  change files only in these folders and below them, by Landlock
      --keep  write the duration history to the disk and exit, for loaderd-keep.service
      --fsck  relay the progress of file system checks, for loaderd-fsck.service
      --input auto|libinput|evdev  write events of keyboards and touch screens to standard output; for loaderd itself
      --help  show help
      --version  print the version
      """)
  }

  /// The text of `--help`.
  public static var usage: Bytes {
    var help = Help(of: "loaderd", options: all)
    help.addLine()
    help.add(
      "Exit status: 0 ended on request, 1 no display with --once, or another loaderd at the socket, 2 wrong usage, 75 loaderd has to be started again (RestartForceExitStatus=)."
    )
    return help.text
  }

  /// The defaults.
  public init() {}

  /// Parses arguments. The last one counts if an option is given twice. Throws for an unknown option or a bad value.
  public init(_ arguments: inout Arguments) throws(UsageError) {
    try Options.all.parse(&arguments, of: "loaderd") { (name, value) throws(UsageError) in try set(name, value) }
    try checkLoader()
  }

  /// Sets an option to a value that has been checked.
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
    case "mode": mode = ScreenMode(value) ?? mode
    case "once": isOnce = true
    case "replace": isReplacing = true
    case "initramfs": isInitramfs = true
    case "writable": writableFolders = value.split(at: UInt8(ascii: ":"))
    case "keep": try set(.keepHistory, name)
    case "fsck": try set(.relayChecks, name)
    case "input": try set(.readInput(backend: value), name)
    case "size": (output.width, output.height) = try Extent(value, option: name).pixels
    case "millimetres": output.millimetres = try DisplayScale.millimetres(value)
    case "format": output.format = PixelFormat(name: value.utf8) ?? output.format
    case "fps": output.rate = Decimal.double(value) ?? output.rate
    case "frames":
      let parent = value.parentFolder
      if !parent.isEmpty, !File.exists(parent) { throw UsageError("--frames: \(parent): No such file or directory") }
      output.folder = value
    default: break  // --help and --version are handled before
    }
  }

  private mutating func set(_ processKind: ProcessKind, _ option: Bytes) throws(UsageError) {
    switch (self.processKind, processKind) {
    case (.daemon, _), (.keepHistory, .keepHistory), (.relayChecks, .relayChecks), (.readInput, .readInput):
      self.processKind = processKind
    default: throw UsageError("--\(option): only one of --keep, --fsck and --input")
    }
  }

  private func checkLoader() throws(UsageError) {
    guard let loader else { return }
    guard let entry = Catalog.entry(named: loader) else {
      throw UsageError("--show: " + Reply.unknownLoaderSentence(loader, known: Catalog.names))
    }
    do throws(ParameterError) {
      try entry.check(text ?? entry.standardText)
    } catch {
      throw UsageError("--\(error.name): \(error.reason)")
    }
  }
}
