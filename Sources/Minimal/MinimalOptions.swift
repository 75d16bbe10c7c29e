public import Display
import ScreenAPI
public import Support

/// The command line options of loaderd-minimal. Those that loaderd has too mean the same.
public struct MinimalOptions {
  /// The displays to draw on.
  public var output = OutputSelection()
  /// Path of the baked file.
  public var file: Bytes = "/usr/lib/loaderd/boot.baked"
  /// Path of the socket.
  public var socket = ScreenInterface.socket
  /// The mode at the start.
  public var mode = ScreenMode.boot
  /// Whether to exit after the first frame.
  public var isOnce = false
  /// Whether only to end the one that runs.
  public var isQuitting = false
  /// Whether it starts in an initramfs: it follows the machine to its real root file system.
  public var isInitramfs = false

  /// All options. Parser, help and manual page use this table.
  public static var all: [Option] {
    Option.all(
      """
      --file FILE =/usr/lib/loaderd/boot.baked  the file of loaderctl bake
      --output auto|drm|fbdev|headless =auto  the backend; auto takes the first that works
      --device PATH  the DRM device, or with --output fbdev the framebuffer; by default all of them
      --socket PATH =/run/loaderd/io.loaderd.Screen  the socket to listen at
      --mode boot|shutdown|reboot|update|firmware|reset =boot  what the screen is for
      --once  exit after the first frame
      --initramfs  survive the change from the initramfs to the real root file system
      --size WxH =1024x768  with --output headless: the size in pixels
      --fps N 0.1...1000 =60  with --output headless: frames per second
      --frames DIR  with --output headless: the folder for the frames, as PNG files
      --quit  end the loaderd-minimal or loaderd that runs at the socket
      --help  show help
      --version  print the version
      """)
  }

  /// The text of `--help`.
  public static var usage: Bytes { Help(of: "loaderd-minimal", options: all).text }

  /// Parses arguments. Throws for an unknown option or a bad value.
  public init(_ arguments: inout Arguments) throws(UsageError) {
    try MinimalOptions.all.parse(&arguments, of: "loaderd-minimal") { (name, value) throws(UsageError) in
      try set(name, value)
    }
  }

  private mutating func set(_ name: Bytes, _ value: Bytes) throws(UsageError) {
    switch name {
    case "file": file = value
    case "output": output.kind = value
    case "device": output.device = value
    case "socket": socket = value
    case "mode": mode = ScreenMode(value) ?? mode
    case "quit": isQuitting = true
    case "once": isOnce = true
    case "initramfs": isInitramfs = true
    case "size": (output.width, output.height) = try Extent(value, option: name).pixels
    case "fps": output.rate = Decimal.double(value) ?? output.rate
    case "frames": output.folder = value
    default: break  // --help and --version are handled before
    }
  }
}
