public import Support

/// The abstract sockets of plymouthd (unix(7)), with `@` in place of their first NUL.
public enum PlymouthAddress {
  /// The name, and the older one, which is padded with NUL bytes to the length of sun_path (ply-boot-client.c).
  public static var names: [Bytes] {
    let old: Bytes = "@/ply-boot-protocol"
    return ["@/org/freedesktop/plymouthd", old + Bytes([UInt8](repeating: 0, count: 108 - old.count))]
  }
}
