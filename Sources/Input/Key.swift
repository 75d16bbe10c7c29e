public import Notation

/// Keys by their names on a US keyboard: where one is, not what is printed on it.
public enum Key {
  /// From the kernel's number 1 on (linux/input-event-codes.h).
  private static var row: [Bytes] {
    Bytes(
      """
      esc 1 2 3 4 5 6 7 8 9 0 minus equal backspace tab q w e r t y u i o p leftbrace rightbrace enter leftctrl a s d f g \
      h j k l semicolon apostrophe grave leftshift backslash z x c v b n m comma dot slash rightshift kpasterisk leftalt \
      space capslock f1 f2 f3 f4 f5 f6 f7 f8 f9 f10 numlock scrolllock kp7 kp8 kp9 kpminus kp4 kp5 kp6 kpplus kp1 kp2 kp3 \
      kp0 kpdot 84 85 102nd f11 f12 89 90 91 92 93 94 95 kpenter rightctrl kpslash sysrq rightalt 101 home up pageup left \
      right end down pagedown insert delete 112 mute volumedown volumeup power
      """
    ).split(at: 0x20)
  }

  /// The kernel's number, where a key has no name.
  public static func name(of code: Int) -> Bytes {
    let row = row
    return row.indices.contains(code - 1) ? row[code - 1] : "\(code)"
  }

  /// The name that a key goes by, which may be told by its number from 10 on; nil for what is none.
  public static func name(_ text: Bytes) -> Bytes? {
    if row.contains(text) { return text }
    return Decimal.integer(text).flatMap { (10..<768).contains($0) ? name(of: $0) : nil }
  }

  /// The keys of a comma-separated list; nil when one of them is none.
  public static func names(_ list: Bytes) -> [Bytes]? {
    var names: [Bytes] = []
    for text in list.split(at: 0x2C) {
      guard let name = name(text.trimmed) else { return nil }
      names.append(name)
    }
    return names
  }

  /// What a key types with nothing else held: a letter, a digit, a space or a line's end; nil for others.
  public static func character(of name: Bytes) -> UInt8? {
    name == "space" ? 0x20 : name == "enter" ? 0x0A : name.count == 1 ? name.utf8[0] : nil
  }

  /// Whether it is one that is held while another is pressed.
  public static func isModifier(_ name: Bytes) -> Bool {
    name.hasSuffix("shift") || name.hasSuffix("ctrl") || name.hasSuffix("alt") || name.hasSuffix("lock")
  }
}
