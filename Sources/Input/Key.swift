public import Support

/// Names of keys by their position on a US keyboard, whatever is printed on them.
public enum Key {
  /// The names of the key codes from 1 on (linux/input-event-codes.h).
  private static let row: [Bytes] = Bytes(
    """
    esc 1 2 3 4 5 6 7 8 9 0 minus equal backspace tab q w e r t y u i o p leftbrace rightbrace enter leftctrl a s d f g \
    h j k l semicolon apostrophe grave leftshift backslash z x c v b n m comma dot slash rightshift kpasterisk leftalt \
    space capslock f1 f2 f3 f4 f5 f6 f7 f8 f9 f10 numlock scrolllock kp7 kp8 kp9 kpminus kp4 kp5 kp6 kpplus kp1 kp2 kp3 \
    kp0 kpdot 84 85 102nd f11 f12 89 90 91 92 93 94 95 kpenter rightctrl kpslash sysrq rightalt 101 home up pageup left \
    right end down pagedown insert delete 112 mute volumedown volumeup power
    """
  ).split(at: UInt8(ascii: " "))

  /// The name of a key code; the code in decimal for a key without a name.
  public static func name(of code: Int) -> Bytes {
    row.indices.contains(code &- 1) ? row[code - 1] : "\(code)"
  }

  /// The name of a key given as a name or as a code of 10…767 (smaller numbers are the digit keys); nil for anything
  /// else.
  public static func name(_ text: Bytes) -> Bytes? {
    if row.contains(text) { return text }
    return Decimal.integer(text).flatMap { (10..<768).contains($0) ? name(of: $0) : nil }
  }

  /// Parses a comma-separated list of keys; nil if one of them is unknown.
  public static func names(_ list: Bytes) -> [Bytes]? {
    var names: [Bytes] = []
    for text in list.split(at: UInt8(ascii: ",")) {
      guard let name = name(text.trimmed) else { return nil }
      names.append(name)
    }
    return names
  }

  /// The character of a key without modifiers: a letter, a digit, a space or a line feed; nil for other keys.
  public static func character(of name: Bytes) -> UInt8? {
    name == "space" ? UInt8(ascii: " ") : name == "enter" ? UInt8(ascii: "\n") : name.count == 1 ? name.utf8[0] : nil
  }

  /// Whether the key is a modifier or a lock key.
  public static func isModifier(_ name: Bytes) -> Bool {
    name.hasSuffix("shift") || name.hasSuffix("ctrl") || name.hasSuffix("alt") || name.hasSuffix("lock")
  }
}
