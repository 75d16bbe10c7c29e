import Support

/// What is shown for `ReportFailure`: section `[Failure]` of the configuration.
package struct FailurePolicy {
  /// The overlay that a failure shows.
  package enum Shows { case screen, console, nothing }

  package private(set) var shows: Shows
  /// Address of a help page, in which `%unit%` and `%code%` are replaced; empty shows none.
  private var address: Bytes

  package init(shows: Shows = .screen, address: Bytes = "") {
    self.shows = shows
    self.address = address
  }

  /// Sets a key to a value that its `Option` has checked.
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

  /// The help page's address for one failure; nil if none is configured.
  package func address(unit: Bytes, code: Bytes) -> Bytes? {
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

  /// Percent-encoded as part of a URI: all but unreserved characters (RFC 3986, sections 2.1 and 2.3).
  fileprivate var percentEncoded: Bytes {
    var result = Bytes()
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        result.utf8.append(byte)
      default:
        let digits = Bytes("0123456789ABCDEF").utf8
        result.utf8 += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return result
  }
}
