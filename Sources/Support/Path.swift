/// Paths of files (path_resolution(7)), as bytes.
extension Bytes {
  /// The path without its last component and the slash before it; empty without a slash, and for a file of the root.
  public var parentFolder: Bytes { Bytes(utf8[..<(utf8.lastIndex(of: UInt8(ascii: "/")) ?? 0)]) }

  /// The path without slashes at its end; empty for the root.
  public var withoutTrailingSlashes: Bytes {
    var path = self
    while path.hasSuffix("/") { path.utf8.removeLast() }
    return path
  }

  /// The part after the last slash; the whole path without one.
  public var lastPathComponent: Bytes { dropFirst(utf8.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0) }
}
