import Support
public import Text

extension Theme {
  /// The characters of the theme's texts that no font has.
  public func missingCharacters(_ typesetter: Typesetter) -> [UInt32] {
    var missing: [UInt32] = []
    func examine(_ text: Bytes?, _ style: TextStyle) {
      for scalar in typesetter.missingCharacters(of: text ?? "", style) where !missing.contains(scalar) {
        missing.append(scalar)
      }
    }
    let own = style.textStyle(size: 1, weight: 400)
    for text in [title, subtitle, status] + Strings.keys.map({ strings[$0] }) { examine(text, own) }
    let entry = loader.flatMap { Catalog.entry(named: $0) }
    let values = entry.flatMap { try? ParameterValues(parameters(of: loader ?? ""), for: $0.parameters, reader) }
    if let values { examine(text, values.textStyle(size: 1, weight: 400)) }
    return missing
  }
}
