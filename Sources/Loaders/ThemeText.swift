public import Support

/// The text of a theme: `theme.conf`, and behind it a translation, whose settings win.
public struct ThemeText {
  /// The settings of both files. Lines of the translation are counted on from `INI.limit`.
  public private(set) var ini: INI
  /// The path of the translation; empty without one.
  public private(set) var translation: Bytes = ""
  private let file: Bytes

  /// Reads the text of a theme in a language, such as `de_AT`; empty is that of `theme.conf`. The first file of
  /// `ThemeFolder.translations` that exists is the translation.
  ///
  /// `read` returns nil for a file that does not exist. Throws what it throws for `theme.conf`, and if that does not
  /// exist.
  public init(
    _ folder: ThemeFolder, language: Bytes, read: (Bytes) throws(ParameterError) -> [UInt8]?
  ) throws(ParameterError) {
    file = folder.file
    guard let content = try read(file) else { throw ParameterError("theme", "No such file or directory") }
    ini = INI(Bytes(content))
    for path in folder.translations(of: language) where translation.isEmpty {
      do throws(ParameterError) {
        guard let content = try read(path) else { continue }
        ini.append(INI(Bytes(content)), after: INI.limit)
      } catch {
        ini.append(INI(unreadable: error.reason), after: INI.limit)
      }
      translation = path
    }
  }

  /// The keys of section `Words` that the translation lacks, or has with more or fewer `%` than the default text; none
  /// without a translation.
  public var untranslated: [Bytes] {
    if translation.isEmpty { return [] }
    let translated = ini.entries.filter { $0.section == "Words" && $0.line > INI.limit }
    return Strings.keys.filter { key in
      !translated.contains { $0.key == key && $0.value.numbers == Strings()[key]?.numbers }
    }
  }

  /// The file and the line of a line of `ini`.
  public func place(of line: Int) -> (file: Bytes, line: Int) {
    line > INI.limit ? (translation, line - INI.limit) : (file, line)
  }
}

extension Bytes {
  /// How many numbers take the place of a `%`, and one more.
  fileprivate var numbers: Int { split(at: UInt8(ascii: "%")).count }
}
