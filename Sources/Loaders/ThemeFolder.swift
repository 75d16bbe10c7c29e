public import Support

/// Where a theme lies, and where the files that it names lie: for the daemon and for `loaderctl check` alike.
public struct ThemeFolder {
  /// The folder of installed themes.
  public static var installed: Bytes { "/usr/share/loaderd/themes" }

  /// The theme's folder.
  public let path: Bytes

  /// A name with a slash, `.` or `..` is the path of a folder, which may end in `theme.conf`; any other is the name of an
  /// installed theme.
  public init(_ name: Bytes) {
    if name == "theme.conf" {
      path = "."
    } else if name.hasSuffix("/theme.conf") {
      path = Bytes(name.utf8.dropLast("/theme.conf".utf8.count))
    } else if name.utf8.contains(UInt8(ascii: "/")) || name == "." || name == ".." {
      path = name
    } else {
      path = "\(ThemeFolder.installed)/\(name)"
    }
  }

  /// The file that describes the theme.
  public var file: Bytes { "\(path)/theme.conf" }

  /// The path of a file that the theme names: as it is where it is absolute, else in the theme's folder.
  public func path(of file: Bytes) -> Bytes { file.hasPrefix("/") ? file : "\(path)/\(file)" }
}
