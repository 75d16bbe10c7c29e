import Notation

/// What apt writes to its `APT::Status-Fd`: `KIND:SUBJECT:PERCENT:TEXT`, where the subject may have colons itself.
enum APT {
  static func reading(_ line: Bytes) -> Reading? {
    let parts = line.split(at: 0x3A)
    switch parts[0] {
    case "dlstatus": return reading(parts) { Reading($0, label: $1, phase: "download") }
    case "pmstatus": return reading(parts) { Reading($0, label: $1, phase: "install") }
    case "pmerror": return reading(parts) { Reading($0, phase: "install", failure: $1) }
    case "pmconffile":
      return reading(parts) { fraction, _ in
        Reading(fraction, label: "Configuration file \(parts[1])", phase: "install")
      }
    case "media-change" where parts.count > 3:
      return Reading(label: parts[3...].map { $0 }.joined(by: ":"), phase: "download")
    default: return nil
    }
  }

  private static func reading(_ parts: [Bytes], _ make: (Double, Bytes) -> Reading) -> Reading? {
    for place in parts.indices.dropFirst(2) {
      guard let percent = Decimal.double(parts[place]) else { continue }
      return make(percent / 100, parts[(place + 1)...].map { $0 }.joined(by: ":"))
    }
    return nil
  }
}

/// What dpkg writes to its `--status-fd`, which has no percentages (dpkg(1)).
enum DPKG {
  static func reading(_ line: Bytes) -> Reading? {
    let parts = line.split(at: 0x3A).map { $0.trimmed }
    if parts.count > 3, parts[0] == "status", parts[2] == "error" {
      return Reading(failure: parts[3...].map { $0 }.joined(by: ": "))
    }
    if parts.count > 3, parts[0] == "status", parts[2] == "conffile-prompt" {
      return Reading(label: "Configuration file \(parts[1])")
    }
    guard parts.count == 3, parts[0] == "processing", let verb = verb(parts[1]) else {
      return parts.count == 3 && parts[0] == "status" && parts[1].isPackage ? Reading() : nil
    }
    return Reading(label: "\(verb) \(parts[2])")
  }

  private static func verb(_ word: Bytes) -> Bytes? {
    switch word {
    case "install", "upgrade": "Unpacking"
    case "configure": "Configuring"
    case "trigproc": "Processing triggers for"
    case "remove": "Removing"
    case "purge": "Purging"
    case "disappear": "Removing"
    default: nil
    }
  }
}

extension Bytes {
  /// Whether it could be a package's name (Debian Policy, 5.6.1).
  fileprivate var isPackage: Bool {
    !isEmpty && utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x2B...0x39).contains($0) && $0 != 0x2C && $0 != 0x2F }
  }
}
