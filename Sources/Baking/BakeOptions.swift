import Loaders
public import Support

/// The command line options of loader-bake, which `loaderctl bake` starts.
public struct BakeOptions {
  /// The theme; nil is that of the configuration.
  public var theme: Bytes?
  /// The path of the file; `-` is standard output.
  public var path: Bytes = ""
  /// The sizes of the displays in pixels.
  public var sizes: [(width: Int32, height: Int32)] = []
  /// The modes.
  public var modes: [Bytes] = []
  /// Frames per second.
  public var rate = 60
  /// Pixels per point; nil is the configuration's, else what suits the size.
  public var scale: Double?
  /// Degrees clockwise; nil is the configuration's.
  public var rotation: Int?
  /// The folder of the root file system, without a slash at its end.
  public var root: Bytes = ""
  /// Whether only to compare the file with the theme.
  public var isCheck = false
  /// The last option that says how to draw.
  private var drawingOption: Bytes?

  /// What can be baked: the modes of themes, and the screen of a failure.
  public static var allModes: [Bytes] { ScreenMode.names + ["failure"] }

  /// All options. Parser, help and manual page use this table.
  public static var all: [Option] {
    Option.all(
      """
      -o FILE  the file to write; - is standard output
      --size WxH …  the size of a display in pixels; without it, those of the connected displays, or 1024x768
      --mode boot|shutdown|reboot|update|firmware|reset|failure …  a mode; without it, all
      --fps N 1...240 =60  frames a second of what moves
      --scale N 0.25...8  pixels per point; without it, that of the configuration, or what suits the size
      --rotate 0|90|180|270  degrees clockwise; without it, those of the configuration
      --root DIR  the root file system that has the configuration and the theme
      --check FILE  only look whether FILE is made from what the theme is now; the exit status is 1 if it is not
      --help  print this help
      --version  print the version
      """)
  }

  /// The text of `--help`.
  public static var usage: Bytes { Help(of: "loader-bake", ["[THEME]"], options: all).text }

  /// Parses arguments. Throws for an unknown option or a bad value.
  public init(_ arguments: inout Arguments) throws(UsageError) {
    try BakeOptions.all.parse(&arguments) { (name, value) throws(UsageError) in
      try set(name, value)
    } operand: { (word) throws(UsageError) in
      if theme != nil { throw UsageError("\(quoted: word): too many arguments") }
      theme = word
    }
    if path.isEmpty { throw UsageError("-o: say which file to write; - is standard output") }
    if isCheck, let drawingOption { throw UsageError("--\(drawingOption) has no effect with --check") }
    if modes.isEmpty { modes = BakeOptions.allModes }
  }

  private mutating func set(_ name: Bytes, _ value: Bytes) throws(UsageError) {
    if !["o", "check", "root"].contains(name) { drawingOption = name }
    switch name {
    case "o", "check":
      if !path.isEmpty, isCheck != (name == "check") { throw UsageError("-o and --check: give one of them") }
      path = value
      isCheck = name == "check"
    case "size":
      let pixels = try Extent(value, option: name).pixels
      if !sizes.contains(where: { $0 == pixels }) { sizes.append(pixels) }
    case "mode": if !modes.contains(value) { modes.append(value) }
    case "fps": rate = Decimal.double(value).map { Int($0) } ?? rate
    case "scale": scale = Decimal.double(value)
    case "rotate": rotation = Decimal.integer(value)
    case "root": root = value.withoutTrailingSlashes
    default: break  // --help and --version are handled before
    }
  }
}
