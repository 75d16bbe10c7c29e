public import Notation

/// A loader that can be shown, by name.
public struct Catalog {
  public let name: StaticString
  public let summary: StaticString
  public let parameters: [Parameter]
  /// Whether it shows nothing without a text.
  public let needsText: Bool
  private let make: (Bytes, Values) -> AnyLoader

  private init<L: Loader>(_ type: L.Type) {
    (name, summary, parameters) = (L.name, L.summary, Parameter.common + L.parameters)
    needsText = L.needsText
    make = { text, given in AnyLoader(L(text, given), given) }
  }

  /// Every loader there is. Adding one means adding its file and one line here.
  public static var all: [Catalog] {
    [
      Catalog(Shimmer.self), Catalog(Bar.self), Catalog(Ring.self), Catalog(Spinner.self), Catalog(Dots.self),
      Catalog(Worm.self), Catalog(Orb.self), Catalog(Skeleton.self), Catalog(Live.self), Catalog(Parallax.self),
      Catalog(Logo.self),
      Catalog(StillText.self),
      Catalog(Console.self),
      Catalog(Failure.self),
    ]
  }

  public static func entry(named name: Bytes) -> Catalog? { all.first { Bytes($0.name) == name } }

  /// The most text a loader takes, in bytes.
  public static var textLimit: Int { 4096 }

  /// The loader with its parameters; `files` reads the files that they name.
  ///
  /// Throws for text that is missing, too long or not UTF-8, and for parameters that do not fit.
  public func loader(
    _ text: Bytes, _ given: [(name: Bytes, text: Bytes)], _ files: Files
  ) throws(ParameterError) -> AnyLoader {
    let text = try Catalog.clean(text)
    if needsText && text.isEmpty { throw ParameterError("text", "empty; \(name) shows a text") }
    return make(text, try Values(given, for: parameters, files))
  }

  /// The text without what could disguise it. Throws for text that is too long or not UTF-8.
  public static func clean(_ text: Bytes) throws(ParameterError) -> Bytes {
    if text.count > textLimit { throw ParameterError("text", "\(text.count) bytes; at most \(textLimit)") }
    if !text.isValidUTF8 { throw ParameterError("text", "not UTF-8") }
    return text.displayable
  }
}
