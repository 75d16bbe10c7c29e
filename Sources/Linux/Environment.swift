internal import CLinux
public import Notation

/// The process's environment variables.
public enum Environment {
  public static subscript(name: StaticString) -> Bytes? {
    Bytes(name).withCString { getenv($0) }.map { Bytes(cString: $0) }
  }

  static func remove(_ name: StaticString) { _ = Bytes(name).withCString { unsetenv($0) } }
}
