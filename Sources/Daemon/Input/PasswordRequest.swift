import Support

/// A file of /run/systemd/ask-password (https://systemd.io/PASSWORD_AGENTS): a password that somebody has to enter.
struct PasswordRequest {
  /// The process that asks; nil if the file has none.
  private(set) var process: Int?
  /// CLOCK_MONOTONIC in microseconds, after which nobody waits; nil or 0 for no limit.
  private var notAfter: Double?
  /// Whether there is a socket for the answer.
  private var hasSocket = false

  init(_ file: Bytes) {
    for entry in INI(file).entries where entry.section == "Ask" {
      switch entry.key {
      case "PID": process = Decimal.integer(entry.value)
      case "NotAfter": notAfter = Decimal.double(entry.value)
      case "Socket": hasSocket = !entry.value.isEmpty
      default: break
      }
    }
  }

  /// Whether somebody waits for the answer at `now` (CLOCK_MONOTONIC, ns).
  func isPending(now: Int64) -> Bool {
    hasSocket && (notAfter.map { $0 <= 0 || $0 * 1000 > Double(now) } ?? true)
  }
}
