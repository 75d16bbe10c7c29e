import Support

/// Parser of dpkg's `--status-fd`, which has no percentages (dpkg(1)).
enum DPKG {
  static func sample(_ line: Bytes) -> ProgressSample? {
    let parts = line.split(at: UInt8(ascii: ":")).map { $0.trimmed }
    if parts.count > 3, parts[0] == "status", parts[2] == "error" {
      return ProgressSample(failure: parts[3...].map { $0 }.joined(by: ": "))
    }
    if parts.count > 3, parts[0] == "status", parts[2] == "conffile-prompt" {
      return ProgressSample(label: "Configuration file \(parts[1])")
    }
    guard parts.count == 3, parts[0] == "processing", let verb = verb(parts[1]) else {
      return parts.count == 3 && parts[0] == "status" && parts[1].isPackage ? ProgressSample() : nil
    }
    return ProgressSample(label: "\(verb) \(parts[2])")
  }

  /// The verb to display for a stage of dpkg; nil for an unknown stage.
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
  /// Whether this may be the name of a package: lower-case letters, digits, `+`, `-` and `.` (Debian Policy, 5.6.1).
  fileprivate var isPackage: Bool {
    !isEmpty
      && utf8.allSatisfy {
        switch $0 {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"),
          UInt8(ascii: "-"), UInt8(ascii: "."):
          true
        default: false
        }
      }
  }
}
