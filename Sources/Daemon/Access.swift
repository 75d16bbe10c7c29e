import Linux
import Notation
import Protocol

/// Who may call us, beside the rights of the socket's file; and whose calls the journal tells of.
struct Access {
  /// Numbers; nil lets everybody in who can open the socket.
  private var users: [UInt32]?
  private var groups: [UInt32]?
  private var logs = Logs.ends

  private enum Logs: Bytes {
    case nothing = "nothing"
    /// What takes the picture away, and what nobody expects.
    case ends = "ends"
    case all = "all"
  }

  static var keys: [Bytes] { ["users", "groups", "log"] }

  /// Returns what is wrong with a value.
  mutating func take(_ key: Bytes, _ value: Bytes) -> Bytes? {
    switch key {
    case "users", "groups":
      var numbers: [UInt32] = []
      for word in value.split(at: 0x20).flatMap({ $0.split(at: 0x2C) }) where !word.isEmpty {
        guard let number = Decimal.integer(word).flatMap({ UInt32(exactly: $0) }) else {
          return "\(key): '\(word)' is not a number; names are not looked up"
        }
        numbers.append(number)
      }
      if key == "users" { users = numbers } else { groups = numbers }
    case "log":
      guard let choice = Logs(rawValue: value) else { return "log: '\(value)' is not one of nothing, ends, all" }
      logs = choice
    default: return "'\(key)': unknown; there are \(Access.keys.joined(by: ", "))"
    }
    return nil
  }

  func admits(_ peer: Peer) -> Bool {
    if users == nil && groups == nil || peer.isOurs { return true }
    return users?.contains(peer.user) == true || groups?.contains { peer.isMember(of: $0) } == true
  }

  func logs(_ call: Call) -> Bool {
    switch logs {
    case .nothing: false
    case .ends: ["Quit", "Yield", "SetMode", "ReportFailure"].contains(call.method.split(at: 0x2E).last ?? "")
    case .all: true
    }
  }
}
