import Input
import Support

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

  /// False for what is none of the values of a key.
  mutating func set(_ key: InputKey, _ value: Bytes) -> Bool {
    switch key {
    case .devices: devices = value
    case .taps: hasTaps = value == "yes"
    case .tapArea: area = Gestures.Area(value)
    case .longPress:
      let seconds = Seconds.parse(value).flatMap { (0.5...60).contains($0) ? $0 : nil }
      if seconds == nil, value != "no" { return false }
      longPress = seconds.map { Int64($0 * 1e9) }
    case .console:
      guard let keys = InputSettings.keys(value) else { return false }
      console = keys
    case .cancel:
      guard let keys = InputSettings.keys(value) else { return false }
      cancel = keys
    }
    return true
  }

  private static func keys(_ value: Bytes) -> [Bytes]? { value == "no" ? [] : Key.names(value) }

  /// What a key of `[Input]` wants to be given.
  static func values(of key: InputKey) -> Bytes {
    switch key {
    case .longPress: "within 0.5 to 60 seconds, nor no"
    case .devices, .taps, .tapArea, .console, .cancel: "a list of keys by name or number, nor no"
    }
  }

  /// Whether devices are to be read at all, and whether anything follows from a key or a finger that nobody waits for.
  var areRead: Bool { devices != "no" }
  var hasBindings: Bool { !console.isEmpty || !cancel.isEmpty || hasTaps || longPress != nil }
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
