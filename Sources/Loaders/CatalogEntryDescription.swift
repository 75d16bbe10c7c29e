public import Support

extension CatalogEntry {
  /// The entry of this loader in the reply to `ListLoaders`.
  public var description: JSON {
    [
      "name": .string(Bytes(name)), "summary": .string(Bytes(summary)),
      "parameters": .array(
        parameters.map { parameter in
          [
            "name": .string(Bytes(parameter.name)), "type": .string(parameter.kind.description),
            "standard": parameter.standard.map { .string(Bytes($0)) } ?? .null,
            "summary": .string(Bytes(parameter.summary)),
          ]
        }),
    ]
  }
}
