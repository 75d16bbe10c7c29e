public import Notation

extension Catalog {
  /// As `ListLoaders` tells it.
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
