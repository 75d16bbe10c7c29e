/// Loops over arrays, in place of the standard library's for all sequences. Each is compiled again for each type of
/// elements, where these take about half the code.
extension Array {
  /// The results of `transform` for each element, in order.
  public func map<Result, Failure: Error>(_ transform: (Element) throws(Failure) -> Result) throws(Failure) -> [Result] {
    var results: [Result] = []
    results.reserveCapacity(count)
    for element in self { results.append(try transform(element)) }
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
