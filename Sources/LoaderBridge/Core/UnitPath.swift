public import Support

/// Object paths of units on the bus, `/org/freedesktop/systemd1/unit/NAME` (org.freedesktop.systemd1(5)).
public enum UnitPath {
  /// The unit's name, unescaped: bytes that an object path cannot have are `_` and two hexadecimal digits in it
  /// (sd_bus_path_encode(3)).
  public static func unit(_ path: Bytes) -> Bytes { path.lastPathComponent.decodingHexadecimal(after: "_") }

  /// The interface with the properties of the unit's type, such as `org.freedesktop.systemd1.Service`.
  public static func interface(of unit: Bytes) -> Bytes {
    var type = unit.split(at: UInt8(ascii: ".")).last?.utf8 ?? []
    if let first = type.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) { type[0] = first - 0x20 }
    return "org.freedesktop.systemd1.\(Bytes(type))"
  }
}
