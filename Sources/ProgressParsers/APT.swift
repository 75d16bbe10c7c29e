import Support

/// Parser of apt's `APT::Status-Fd`: `KIND:SUBJECT:PERCENT:TEXT`. The subject may contain colons.
enum APT {
  static func reading(_ line: Bytes) -> ProgressSample? {
    let parts = line.split(at: UInt8(ascii: ":"))
    switch parts[0] {
    case "dlstatus": return reading(parts) { ProgressSample($0, label: $1, phase: "download") }
    case "pmstatus": return reading(parts) { ProgressSample($0, label: $1, phase: "install") }
    case "pmerror": return reading(parts) { ProgressSample($0, phase: "install", failure: $1) }
    case "pmconffile":
      return reading(parts) { fraction, _ in
        ProgressSample(fraction, label: "Configuration file \(parts[1])", phase: "install")
      }
    case "media-change" where parts.count > 3:
      return ProgressSample(label: parts[3...].map { $0 }.joined(by: ":"), phase: "download")
    default: return nil
    }
  }

  private static func reading(_ parts: [Bytes], _ make: (Double, Bytes) -> ProgressSample) -> ProgressSample? {
    for place in parts.indices.dropFirst(2) {
      guard let percent = Decimal.double(parts[place]) else { continue }
      return make(percent / 100, parts[(place + 1)...].map { $0 }.joined(by: ":"))
    }
    return nil
  }
}
