public import Support

/// An entry of the list of loaders: the description of a loader, and the function that makes one.
public struct CatalogEntry {
  /// `Loader.name`.
  public let name: StaticString
  /// `Loader.summary`.
  public let summary: StaticString
  /// `Parameter.common`, then the loader's own parameters. The order is the order of evaluation.
  public var parameters: [Parameter] { Parameter.common + ownParameters() }
  /// True if the loader requires a text.
  public let needsText: Bool
  /// True if the loader draws its text.
  public let drawsText: Bool
  /// `Loader.parameters`, which are made when they are needed: the list has many loaders, and mostly one is shown.
  private let ownParameters: () -> [Parameter]
  /// Makes the loader from a text and checked parameters.
  private let make: (Bytes, ParameterValues) -> AnyLoader

  init<L: Loader>(_ type: L.Type) {
    name = L.name
    summary = L.summary
    ownParameters = { L.parameters }
    needsText = L.needsText
    drawsText = L.drawsText
    make = { text, given in AnyLoader(L(text, given), given) }
  }

  /// The text of a loader that is shown without one: "Loading…" if it needs one.
  public var standardText: Bytes { needsText ? "Loading…" : "" }

  /// Throws for a text that the loader does not take: too long, not UTF-8, or missing.
  public func check(_ text: Bytes) throws(ParameterError) {
    try refuseMissing(try Catalog.clean(text))
  }

  private func refuseMissing(_ text: Bytes) throws(ParameterError) {
    if needsText && text.isEmpty { throw ParameterError("text", "empty; give \(name) a text to show") }
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
    try refuseMissing(text)
    return make(text, values)
  }
}
