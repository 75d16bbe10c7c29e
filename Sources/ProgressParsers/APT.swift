import Support

/// Parser of apt's `APT::Status-Fd`: `KIND:SUBJECT:PERCENT:TEXT`. The subject may contain colons.
enum APT {
  static func sample(_ line: Bytes) -> ProgressSample? {
    guard line.hasPrefix("dlstatus:") || line.hasPrefix("pm") || line.hasPrefix("media-change:") else { return nil }
    let parts = line.split(at: UInt8(ascii: ":"))
    switch parts[0] {
    case "dlstatus": return sample(parts) { ProgressSample($0, label: $1, phase: "download") }
    case "pmstatus": return sample(parts) { ProgressSample($0, label: $1, phase: "install") }
    case "pmerror": return sample(parts) { ProgressSample($0, phase: "install", failure: $1) }
    case "pmconffile":
      return sample(parts) { fraction, _ in
        ProgressSample(fraction, label: "Configuration file \(parts[1])", phase: "install")
      }
    case "media-change" where parts.count > 3:
      return ProgressSample(label: parts[3...].map { $0 }.joined(by: ":"), phase: "download")
    default: return nil
    }
  }

  /// The sample of a line: the first number after the subject is the percentage.
  private static func sample(_ parts: [Bytes], _ make: (Double, Bytes) -> ProgressSample) -> ProgressSample? {
    for index in parts.indices.dropFirst(2) {
      guard let percent = Decimal.double(parts[index]) else { continue }
      return make(percent / 100, parts[(index + 1)...].map { $0 }.joined(by: ":"))
    }
    return nil
  }
}
