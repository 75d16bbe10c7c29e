public import Support

/// The object that stands for a unit on the bus (org.freedesktop.systemd1(5)).
public enum UnitPath {
  /// The name in the last part of an object's path, where bytes that D-Bus does not take are `_` and two digits.
  public static func unit(_ path: Bytes) -> Bytes {
    let escaped = path.split(at: 0x2F).last?.utf8 ?? []
    var name: [UInt8] = [], index = 0
    while index < escaped.count {
      if escaped[index] == 0x5F, index + 2 < escaped.count, let high = hexadecimalDigit(escaped[index + 1]),
        let low = hexadecimalDigit(escaped[index + 2])
      {
        name.append(UInt8(high << 4 | low))
        index += 3
      } else {
        name.append(escaped[index])
        index += 1
      }
    }
    return Bytes(name)
  }

  /// The interface with what is special to a unit's type: `org.freedesktop.systemd1.Service`.
  public static func interface(of unit: Bytes) -> Bytes {
    var type = unit.split(at: 0x2E).last?.utf8 ?? []
    if let first = type.first, (0x61...0x7A).contains(first) { type[0] = first - 0x20 }
    return "org.freedesktop.systemd1.\(Bytes(type))"
  }
}
