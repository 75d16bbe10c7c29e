internal import CLinux
public import Support

/// The process's environment variables.
public enum Environment {
  public static subscript(name: StaticString) -> Bytes? {
    Bytes(name).withCString { getenv($0) }.map { Bytes(cString: $0) }
  }

  /// What programs that are started later are told.
  public static func set(_ name: StaticString, _ value: Bytes) {
    _ = Bytes(name).withCString { name in value.withCString { setenv(name, $0, 1) } }
  }

  public static func remove(_ name: StaticString) { _ = Bytes(name).withCString { unsetenv($0) } }
}
