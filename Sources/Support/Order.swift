extension Array {
  /// The elements sorted by a strict weak order, stably (insertion sort). For up to some dozens of elements: `sorted`
  /// is faster for more, but takes 2 KB of machine code for each type.
  public func ordered(by isBefore: (Element, Element) -> Bool) -> [Element] {
    var result = self
    for index in result.indices {
      var position = index
      while position > 0, isBefore(result[position], result[position - 1]) {
        result.swapAt(position, position - 1)
        position -= 1
      }
    }
    return result
  }
}

extension [Bytes] {
  /// The texts in the lexicographic order of their bytes.
  public var ordered: [Bytes] { ordered { $0.utf8.lexicographicallyPrecedes($1.utf8) } }
}
