internal import CLinux
public import Support

/// The environment variables of this process.
public enum Environment {
  /// The value of a variable; nil if it is not set.
  public static subscript(name: StaticString) -> Bytes? {
    Bytes(name).withCString { getenv($0) }.map { Bytes(cString: $0) }
  }

  /// Sets a variable for this process and its children.
  public static func set(_ name: StaticString, _ value: Bytes) {
    _ = Bytes(name).withCString { name in value.withCString { setenv(name, $0, 1) } }
  }

  /// Removes a variable.
  public static func remove(_ name: StaticString) { _ = Bytes(name).withCString { unsetenv($0) } }

  /// The number of this process.
  public static var process: Int { Int(getpid()) }
}
