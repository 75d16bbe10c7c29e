/// The value of a hexadecimal digit in ASCII, upper or lower case; nil for any other byte.
public func hexadecimalDigit(_ byte: UInt8) -> UInt32? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
  case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
  case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
  default: nil
  }
}

extension Bytes {
  /// The text with the bytes that are written in it as `marker` and two hexadecimal digits.
  public func decodingHexadecimal(after marker: Bytes) -> Bytes {
    let size = marker.count
    var decoded: [UInt8] = [], index = 0
    while index < count {
      if index + size + 1 < count, utf8[index..<index + size].elementsEqual(marker.utf8),
        let high = hexadecimalDigit(utf8[index + size]), let low = hexadecimalDigit(utf8[index + size + 1])
      {
        decoded.append(UInt8(high << 4 | low))
        index += size + 2
      } else {
        decoded.append(utf8[index])
        index += 1
      }
    }
    return Bytes(decoded)
  }
}
