extension Array {
  /// Sorted; what is equal keeps its order. For lists of dozens: `sorted` is faster for many, but takes 2 KB of machine
  /// code for every type.
  public func ordered(by isBefore: (Element, Element) -> Bool) -> [Element] {
    var result = self
    for index in result.indices {
      var place = index
      while place > 0, isBefore(result[place], result[place - 1]) {
        result.swapAt(place, place - 1)
        place -= 1
      }
    }
    return result
  }
}

extension [Bytes] {
  /// Sorted by their bytes.
  public var ordered: [Bytes] { ordered { $0.utf8.lexicographicallyPrecedes($1.utf8) } }
}
