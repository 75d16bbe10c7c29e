import Notation

/// Bytes that were copied.
enum Amount {
  /// A share of the total where that is known; the amount in words where it is not.
  static func reading(_ bytes: Double, of total: Double?) -> Reading {
    guard let total, total > 0 else { return Reading(label: words(bytes)) }
    return Reading(bytes / total)
  }

  /// Decimal units, as on a disk's label: "1.2 GB".
  static func words(_ bytes: Double) -> Bytes {
    var rest = bytes
    for unit: Bytes in ["bytes", "kB", "MB", "GB", "TB"] {
      if rest < 999.5 { return unit == "bytes" ? "\(rest) bytes" : "\(rounded(rest)) \(unit)" }
      rest /= 1000
    }
    return "\(rounded(rest)) PB"
  }

  /// A decimal below 10, none above.
  private static func rounded(_ number: Double) -> Double {
    number < 9.95 ? (number * 10).rounded() / 10 : number.rounded()
  }
}
