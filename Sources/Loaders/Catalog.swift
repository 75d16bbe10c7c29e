public import Support

/// An entry of the list of loaders: the description of a loader, and the function that makes one.
public struct Catalog {
  /// `Loader.name`.
  public let name: StaticString
  /// `Loader.summary`.
  public let summary: StaticString
  /// `Parameter.common`, then the loader's own parameters. The order is the order of evaluation.
  public let parameters: [Parameter]
  /// True if the loader requires a text.
  public let needsText: Bool
  /// Makes the loader from a text and checked parameters.
  private let make: (Bytes, ParameterValues) -> AnyLoader

  private init<L: Loader>(_ type: L.Type) {
    name = L.name
    summary = L.summary
    parameters = Parameter.common + L.parameters
    needsText = L.needsText
    make = { text, given in AnyLoader(L(text, given), given) }
  }

  /// Every loader, in the order of `loaderctl loaders`. To add a loader, add its file and an entry here.
  public static var all: [Catalog] {
    [
      Catalog(Shimmer.self), Catalog(Bar.self), Catalog(Ring.self), Catalog(Spinner.self), Catalog(Dots.self),
      Catalog(Worm.self), Catalog(Orb.self), Catalog(Skeleton.self), Catalog(Live.self), Catalog(Parallax.self),
      Catalog(Logo.self), Catalog(StillText.self), Catalog(Console.self), Catalog(Failure.self),
    ]
  }

  /// The names of all loaders, in the same order.
  public static var names: [Bytes] { all.map { Bytes($0.name) } }

  /// The entry of the loader with a name; nil if there is none.
  public static func entry(named name: Bytes) -> Catalog? { all.first { Bytes($0.name) == name } }

  /// The maximum length of a text, in bytes.
  public static var textLimit: Int { 4096 }

  /// Makes the loader. `files` reads the files that parameters name.
  ///
  /// Throws if the text is missing, too long or not UTF-8, or if a parameter is invalid.
  public func loader(
    _ text: Bytes, _ given: [(name: Bytes, text: Bytes)], _ files: Files
  ) throws(ParameterError) -> AnyLoader {
    let text = try Catalog.clean(text)
    // The parameters are checked first: a mistyped name may be the reason why the text is missing.
    let values = try ParameterValues(given, for: parameters, files)
    if needsText && text.isEmpty { throw ParameterError("text", "empty; \(name) shows a text") }
    return make(text, values)
  }

  /// The text without control characters, bidi overrides and excess combining marks.
  ///
  /// Throws if the text is longer than `textLimit` or not UTF-8.
  public static func clean(_ text: Bytes) throws(ParameterError) -> Bytes {
    if text.count > textLimit { throw ParameterError("text", "\(text.count) bytes; at most \(textLimit)") }
    if !text.isValidUTF8 { throw ParameterError("text", "not UTF-8") }
    return text.sanitized
  }
}
