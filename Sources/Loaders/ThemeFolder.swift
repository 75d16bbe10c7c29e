public import Support

/// The paths of a theme's folder and of the files that it names.
public struct ThemeFolder {
  /// The folder of installed themes.
  public static var installed: Bytes { "/usr/share/loaderd/themes" }

  /// The theme's folder.
  public let path: Bytes

  /// The folder of a theme. A name with a slash, `.` and `..` are paths, which may end in `theme.conf`; any other name
  /// is that of an installed theme.
  public init(_ name: Bytes) {
    if name == "theme.conf" {
      path = "."
    } else if name.hasSuffix("/theme.conf") {
      path = Bytes(name.utf8.dropLast(Bytes("/theme.conf").count))
    } else if name.utf8.contains(UInt8(ascii: "/")) || name == "." || name == ".." {
      path = name
    } else {
      path = "\(ThemeFolder.installed)/\(name)"
    }
  }

  /// The name of a theme in the configuration. A relative path begins at the root, which is the daemon's working
  /// directory.
  public static func configured(_ name: Bytes) -> Bytes {
    name.utf8.contains(UInt8(ascii: "/")) && !name.hasPrefix("/") ? "/" + name : name
  }

  /// The path of the theme's `theme.conf`.
  public var file: Bytes { "\(path)/theme.conf" }

  /// The folder of the translations, which are named like `de.conf` or `de_AT.conf`.
  public var words: Bytes { "\(path)/words" }

  /// The paths of the translations for a locale as in locale(7), the most exact one first: `de_AT.UTF-8` may have one
  /// for `de_AT` or `de`.
  public func translations(of locale: Bytes) -> [Bytes] {
    let name = locale.split(at: UInt8(ascii: "."))[0].split(at: UInt8(ascii: "@"))[0]
    if name.isEmpty || name.utf8.contains(UInt8(ascii: "/")) { return [] }
    let language = name.split(at: UInt8(ascii: "_"))[0]
    return (language == name ? [name] : [name, language]).map { "\(words)/\($0).conf" }
  }

  /// The path of a file that the theme names: unchanged if it is absolute, otherwise in the theme's folder.
  public func path(of file: Bytes) -> Bytes { file.hasPrefix("/") ? file : "\(path)/\(file)" }
}
