import Support

/// Progress of programs that print the number of copied bytes.
enum Amount {
  /// The share of the total; without a total, the amount as the label.
  static func sample(_ bytes: Double, of total: Double?) -> ProgressSample {
    guard let total, total > 0 else { return ProgressSample(label: text(bytes)) }
    return ProgressSample(bytes / total)
  }

  /// The amount in decimal units: "1.2 GB".
  static func text(_ bytes: Double) -> Bytes {
    var rest = bytes
    for unit: Bytes in ["bytes", "kB", "MB", "GB", "TB"] {
      if rest < 999.5 { return unit == "bytes" ? "\(rest) bytes" : "\(rounded(rest)) \(unit)" }
      rest /= 1000
    }
    return "\(rounded(rest)) PB"
  }

  /// Rounded to one decimal below 10, else to an integer.
  private static func rounded(_ number: Double) -> Double {
    number < 9.95 ? (number * 10).rounded() / 10 : number.rounded()
  }
}
