import Support

/// What a failure that is reported shows.
public struct FailurePolicy {
  enum Shows { case screen, console, nothing }

  var shows = Shows.screen
  /// Where help is, with `%unit%` and `%code%` in it; empty shows none.
  var address = Bytes()

  /// The value has been checked.
  mutating func set(_ key: FailureKey, _ value: Bytes) {
    switch key {
    case .address: address = value
    case .show:
      switch value {
      case "console": shows = .console
      case "nothing": shows = .nothing
      default: shows = .screen
      }
    }
  }

  /// The address for one failure.
  func address(unit: Bytes, code: Bytes) -> Bytes? {
    if address.isEmpty { return nil }
    return address.replacing("%unit%", with: unit.percentEncoded).replacing("%code%", with: code.percentEncoded)
  }
}

extension Bytes {
  fileprivate func replacing(_ pattern: Bytes, with text: Bytes) -> Bytes {
    var result = Bytes(), rest = utf8[...]
    while !rest.isEmpty {
      if rest.starts(with: pattern.utf8) {
        result += text
        rest = rest.dropFirst(pattern.count)
      } else {
        result.utf8.append(rest.removeFirst())
      }
    }
    return result
  }

  /// As part of an address (RFC 3986, 2.1).
  fileprivate var percentEncoded: Bytes {
    var result = Bytes()
    for byte in utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: result.utf8.append(byte)
      default:
        let digits = Bytes("0123456789ABCDEF").utf8
        result.utf8 += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return result
  }
}
