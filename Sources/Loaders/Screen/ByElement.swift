import Support

extension Layout {
  /// A value for each element of a screen.
  struct ByElement<Value> {
    private var values: [Value]

    /// The same value for all.
    init(_ value: Value) { values = [Value](repeating: value, count: Element.allCases.count) }

    /// A value for each.
    init(_ value: (Element) -> Value) { values = Element.allCases.map(value) }

    subscript(element: Element) -> Value {
      get { values[element.rawValue] }
      set { values[element.rawValue] = newValue }
    }
  }
}

extension Layout.ByElement: Equatable where Value: Equatable {}
