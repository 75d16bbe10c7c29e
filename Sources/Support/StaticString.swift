extension StaticString {
  /// Whether two constant texts have the same bytes.
  public static func == (left: StaticString, right: StaticString) -> Bool {
    hasSameBytes(
      UnsafeBufferPointer(start: left.utf8Start, count: left.utf8CodeUnitCount),
      UnsafeBufferPointer(start: right.utf8Start, count: right.utf8CodeUnitCount))
  }
}

/// Whether two texts have the same bytes. Most names differ in their lengths, and those of one literal have one
/// address.
@inline(never)
func hasSameBytes(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Bool {
  if left.count != right.count { return false }
  if left.baseAddress == right.baseAddress { return true }
  var index = 0
  while index < left.count {
    if left[index] != right[index] { return false }
    index += 1
  }
  return true
}
