public import Support

/// An entry of the list of loaders: the description of a loader, and the function that makes one.
public struct CatalogEntry {
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

  init<L: Loader>(_ type: L.Type) {
    name = L.name
    summary = L.summary
    parameters = Parameter.common + L.parameters
    needsText = L.needsText
    make = { text, given in AnyLoader(L(text, given), given) }
  }

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
}
