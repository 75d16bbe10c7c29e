import Input
public import Notation

/// What is heard of keyboards and touch screens, and what it means: section `Input` of the configuration.
public struct InputSettings {
  /// `auto`, `libinput`, `evdev` or `no`.
  var devices: Bytes = "auto"
  /// Keys that show the console, and take it away again.
  private(set) var console: [Bytes] = ["esc"]
  private(set) var cancel: [Bytes] = []
  private(set) var hasTaps = true
  /// In nanoseconds.
  private(set) var longPress: Int64? = 3_000_000_000
  private(set) var area = Gestures.Area.all

  /// The keys of `[Input]`.
  public static var keys: [Option] {
    Option.all(
      """
      devices auto|libinput|evdev|no =auto  how keyboards and touch screens are read; auto is libinput where udevd runs
      console KEY,… =esc  keys that show the console, and take it away again; or no
      taps yes|no =yes  whether three taps on a touch screen do the same
      cancel KEY,… =no  keys that cancel what can be cancelled, and else end the picture of a boot or a shutdown
      long-press SECONDS =3  how long a finger rests to do the same, 0.5 to 60; or no
      tap-area all|top-left|top-right|bottom-left|bottom-right =all  where in the picture fingers count
      """)
  }

  /// False for what is none of the values of a key, which is one of ours.
  mutating func set(_ key: Bytes, _ value: Bytes) -> Bool {
    switch key {
    case "devices": devices = value
    case "taps": hasTaps = value == "yes"
    case "tap-area": area = Gestures.Area(value)
    case "long-press":
      let seconds = Decimal.double(value).flatMap { (0.5...60).contains($0) ? $0 : nil }
      if seconds == nil, value != "no" { return false }
      longPress = seconds.map { Int64($0 * 1e9) }
    default:
      guard let keys = value == "no" ? [] : Key.names(value) else { return false }
      if key == "console" { console = keys } else { cancel = keys }
    }
    return true
  }

  /// What a key of `[Input]` wants to be given.
  static func values(of key: Bytes) -> Bytes {
    key == "long-press" ? "within 0.5 to 60, nor no" : "a list of keys by name or number, nor no"
  }

  /// Whether devices are to be read at all, and whether anything follows from a key or a finger that nobody waits for.
  var areRead: Bool { devices != "no" }
  var meansAnything: Bool { !console.isEmpty || !cancel.isEmpty || hasTaps || longPress != nil }
}

extension Gestures.Area {
  /// The value has been checked.
  fileprivate init(_ name: Bytes) {
    switch name {
    case "top-left": self = .topLeft
    case "top-right": self = .topRight
    case "bottom-left": self = .bottomLeft
    case "bottom-right": self = .bottomRight
    default: self = .all
    }
  }
}
