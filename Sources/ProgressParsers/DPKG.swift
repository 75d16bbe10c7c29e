import Support

/// Parser of dpkg's `--status-fd`, which has no percentages (dpkg(1)).
enum DPKG {
  /// Fields are separated by a colon and a space: the name of a package may be `libc6:amd64`.
  static func sample(_ line: Bytes) -> ProgressSample? {
    let isProcessing = line.hasPrefix("processing: ")
    guard isProcessing || line.hasPrefix("status: "), let rest = line.after(": "),
      let word = rest.before(": ")?.trimmed, let text = rest.after(": ")?.trimmed
    else { return nil }
    if isProcessing { return verb(word).map { ProgressSample(label: "\($0) \(text)") } }
    if text.hasPrefix("error : ") { return ProgressSample(failure: text.after(" : ")) }
    if text.hasPrefix("conffile-prompt : ") { return ProgressSample(label: "Configuration file \(word)") }
    return word.isPackage && !text.contains(":") ? ProgressSample() : nil
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
  /// Whether this may be the name of a package, perhaps with a colon and its architecture: lower-case letters, digits,
  /// `+`, `-` and `.` (Debian Policy, 5.6.1).
  fileprivate var isPackage: Bool {
    !isEmpty
      && utf8.allSatisfy {
        switch $0 {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"),
          UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: ":"):
          true
        default: false
        }
      }
  }
}
