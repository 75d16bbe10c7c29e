internal import CLinux
public import Support

/// A pattern for names, with `*`, `?` and `[…]` (fnmatch(3)).
public struct Glob {
  private let pattern: Bytes

  /// A pattern; any text is valid.
  public init(_ pattern: Bytes) { self.pattern = pattern }

  /// Whether the whole name matches.
  public func matches(_ name: Bytes) -> Bool {
    pattern.withCString { pattern in name.withCString { fnmatch(pattern, $0, 0) == 0 } }
  }
}
