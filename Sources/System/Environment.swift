internal import CLinux
public import Support

/// The environment variables of this process.
public enum Environment {
  /// The value of a variable; nil if it is not set.
  public static subscript(name: StaticString) -> Bytes? {
    getenv(cString(name)).map { Bytes(cString: $0) }
  }

  /// Sets a variable for this process and its children.
  public static func set(_ name: StaticString, _ value: Bytes) {
    _ = value.withCString { setenv(cString(name), $0, 1) }
  }

  /// Removes a variable.
  public static func remove(_ name: StaticString) { unsetenv(cString(name)) }

  /// A constant text ends with a NUL.
  private static func cString(_ name: StaticString) -> UnsafePointer<CChar> {
    UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
  }

  /// The number of this process.
  public static var process: Int { Int(getpid()) }
}
