/// Loops over arrays, in place of the standard library's for all sequences. The compiler makes a copy for each type of
/// elements, and these copies are smaller.
extension [UInt8] {
  /// Zeros. `init(repeating:count:)` of Embedded Swift writes byte by byte.
  public init(zeros count: Int) {
    self.init(unsafeUninitializedCapacity: count) { bytes, initialized in
      let words = UnsafeMutableRawBufferPointer(bytes).initializeMemory(as: UInt64.self, repeating: 0).count
      for index in words * 8..<count { bytes[index] = 0 }
      initialized = count
    }
  }
}

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
