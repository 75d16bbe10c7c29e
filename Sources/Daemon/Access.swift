import Linux
public import Notation
import Protocol

/// Who may call us, beside the rights of the socket's file; and whose calls the journal tells of.
public struct Access {
  /// Numbers; nil lets everybody in who can open the socket.
  private var users: [UInt32]?
  private var groups: [UInt32]?
  private var logs = Logs.ends

  private enum Logs {
    case nothing, all
    /// What takes the picture away, and what nobody expects.
    case ends
  }

  /// The keys of `[Access]`.
  public static var keys: [Option] {
    Option.all(
      """
      users NUMBERS  the only users that may call, beside root and ours; all that can open the socket without this
      groups NUMBERS  and whoever is in one of these groups
      log nothing|ends|all =ends  whose calls are told to the journal: Quit, Yield, SetMode and ReportFailure, or all
      """)
  }

  /// False for what is not a list of numbers, of which only the numbers count then: a slip lets nobody in. Any other value
  /// has been checked.
  mutating func set(_ key: Bytes, _ value: Bytes) -> Bool {
    if key == "log" {
      logs = value == "all" ? .all : value == "nothing" ? .nothing : .ends
      return true
    }
    var numbers: [UInt32] = [], isWhole = true
    for word in value.split(at: 0x20).flatMap({ $0.split(at: 0x2C) }) where !word.isEmpty {
      if let number = Decimal.integer(word).flatMap({ UInt32(exactly: $0) }) {
        numbers.append(number)
      } else {
        isWhole = false
      }
    }
    if key == "users" { users = numbers } else { groups = numbers }
    return isWhole
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
