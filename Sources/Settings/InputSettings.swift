import Input
import Support

/// Section `[Input]` of the configuration: the devices that are read, and the keys and gestures that have an effect.
package struct InputSettings {
  /// `auto`, `libinput`, `evdev` or `no`.
  package var devices: Bytes = "auto"
  /// Keys that open and close the console.
  package private(set) var console: [Bytes] = ["esc"]
  /// Keys that cancel.
  package private(set) var cancel: [Bytes] = []
  /// Whether three taps open and close the console.
  package private(set) var hasTaps = true
  /// Nanoseconds of a touch that cancels; nil is none.
  package private(set) var longPress: Int64? = 3_000_000_000
  /// The part of the picture in which touches count.
  package private(set) var area = Gestures.Area.all

  /// Sets a key; false if the value is not one of its values. Choices have been checked by their `Option`.
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

  /// The values of a key, for an error message.
  static func values(of key: InputKey) -> Bytes {
    switch key {
    case .longPress: "within 0.5 to 60 seconds, nor no"
    case .devices, .taps, .tapArea, .console, .cancel: "a list of keys by name or number, nor no"
    }
  }

  /// Whether devices are read at all.
  package var isEnabled: Bool { if case "no" = devices { false } else { true } }
  /// Whether a key or a gesture has an effect even if no client waits for it.
  package var hasBindings: Bool { !console.isEmpty || !cancel.isEmpty || hasTaps || longPress != nil }
}

extension Gestures.Area {
  /// The area of a name that has been checked.
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
