internal import CLinux
public import Support

/// A pattern for names, with `*`, `?` and `[…]` (fnmatch(3)).
public struct Glob {
  private let pattern: Bytes

  public init(_ pattern: Bytes) { self.pattern = pattern }

  public func matches(_ name: Bytes) -> Bool {
    pattern.withCString { pattern in name.withCString { fnmatch(pattern, $0, 0) == 0 } }
  }
}
