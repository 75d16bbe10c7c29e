import Support
import System

/// Section `[Access]` of the configuration: the users and groups that may call, in addition to the permissions of the
/// socket's file, and the calls that are logged.
package struct Access {
  /// User IDs that may call; nil if the key is not set. If `groups` is nil too, all who can open the socket may call.
  private var users: [UInt32]?
  /// Group IDs whose members may call; nil if the key is not set. If `users` is nil, only members of these groups may
  /// call.
  private var groups: [UInt32]?
  private var logs = Logs.ends

  /// The calls that are logged.
  private enum Logs {
    case nothing, all
    /// `Quit`, `Yield`, `SetMode` and `ReportFailure` (`Method.isLoggedByDefault`).
    case ends
  }

  /// Sets a key. False for a list with words that are not numbers; these are left out, so that a typing error never
  /// grants access. The value of `log` has been checked by its `Option`.
  mutating func set(_ key: AccessKey, _ value: Bytes) -> Bool {
    switch key {
    case .log:
      logs = value == "all" ? .all : value == "nothing" ? .nothing : .ends
      return true
    case .users:
      let (numbers, isComplete) = Access.numbers(value)
      users = numbers
      return isComplete
    case .groups:
      let (numbers, isComplete) = Access.numbers(value)
      groups = numbers
      return isComplete
    }
  }

  /// The numbers in a list with spaces or commas between them, and whether all words are numbers.
  private static func numbers(_ value: Bytes) -> (numbers: [UInt32], isComplete: Bool) {
    var numbers: [UInt32] = []
    var isComplete = true
    let words = value.split(at: UInt8(ascii: " ")).flatMap { $0.split(at: UInt8(ascii: ",")) }
    for word in words where !word.isEmpty {
      // `Decimal.integer` reads 9 digits, and a number of a user has up to 10.
      let isNumber = word.utf8.allSatisfy { Decimal.isDigit($0) }
      if isNumber, let number = Decimal.double(word).flatMap({ UInt32(exactly: $0) }) {
        numbers.append(number)
      } else {
        isComplete = false
      }
    }
    return (numbers, isComplete)
  }

  /// Whether a process may call. Root and our own user always may.
  package func admits(_ peer: Peer) -> Bool {
    if users == nil && groups == nil || peer.isTrusted { return true }
    return users?.contains(peer.user) == true || groups?.contains { peer.isMember(of: $0) } == true
  }

  /// Whether a call is logged. `isLoggedByDefault`: the value `ends` logs it.
  package func logsCall(isLoggedByDefault: Bool) -> Bool {
    switch logs {
    case .nothing: false
    case .ends: isLoggedByDefault
    case .all: true
    }
  }
}
