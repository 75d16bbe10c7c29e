public import Support

/// The list of all loaders.
public enum Catalog {
  /// Every loader, in the order of `loaderctl loaders`. To add one, add its file and an entry here.
  public static var all: [CatalogEntry] {
    let standard = [
      CatalogEntry(Shimmer.self), CatalogEntry(Bar.self), CatalogEntry(Ring.self), CatalogEntry(Spinner.self),
      CatalogEntry(Dots.self), CatalogEntry(Worm.self), CatalogEntry(Orb.self), CatalogEntry(Skeleton.self),
      CatalogEntry(Live.self), CatalogEntry(Parallax.self), CatalogEntry(Logo.self), CatalogEntry(Frames.self),
      CatalogEntry(StillText.self), CatalogEntry(Console.self), CatalogEntry(Failure.self),
    ]
    #if hasFeature(Embedded)
      return standard
    #else
      return standard + added
    #endif
  }

  #if !hasFeature(Embedded)
    nonisolated(unsafe) private static var added: [CatalogEntry] = []

    /// Adds a loader of another package (docs/library.md), before anything else is called: the list is not locked. The
    /// program that ships has the standard list, which takes no memory.
    public static func add(_ type: (some Loader).Type) { added.append(CatalogEntry(type)) }
  #endif

  /// The names of all loaders, in the same order.
  public static var names: [Bytes] { all.map { Bytes($0.name) } }

  /// The entry of the loader with a name; nil if there is none.
  public static func entry(named name: Bytes) -> CatalogEntry? { all.first { $0.name ~= name } }

  /// The maximum length of a text, in bytes.
  public static var textLimit: Int { 4096 }

  /// The text without control characters, bidi overrides and excess combining marks.
  ///
  /// Throws if the text is longer than `textLimit` or not UTF-8.
  public static func clean(_ text: Bytes) throws(ParameterError) -> Bytes {
    if text.count > textLimit { throw ParameterError("text", "\(text.count) bytes; at most \(textLimit)") }
    if !text.isValidUTF8 { throw ParameterError("text", "not UTF-8") }
    return text.sanitized
  }
}
