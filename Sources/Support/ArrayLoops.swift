/// Loops over arrays, in place of the standard library's for all sequences. The compiler makes a copy for each type of
/// elements, and these copies are smaller.
extension Array {
  /// The results of `transform` for each element, in order.
  public func map<Result>(_ transform: (Element) -> Result) -> [Result] {
    var results: [Result] = []
    results.reserveCapacity(count)
    for element in self { results.append(transform(element)) }
    return results
  }

  /// The elements for which `isIncluded` is true, in order.
  public func filter(_ isIncluded: (Element) -> Bool) -> [Element] {
    var results: [Element] = []
    for element in self where isIncluded(element) { results.append(element) }
    return results
  }

  /// Removes the elements for which `isRemoved` is true.
  public mutating func removeAll(where isRemoved: (Element) -> Bool) { self = filter { !isRemoved($0) } }
}
