import System
import Support
import Varlink

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

  /// False for what is not a list of numbers, of which only the numbers count then: a slip lets nobody in. Any other value
  /// has been checked.
  mutating func set(_ key: AccessKey, _ value: Bytes) -> Bool {
    switch key {
    case .log:
      logs = value == "all" ? .all : value == "nothing" ? .nothing : .ends
      return true
    case .users:
      let (numbers, isWhole) = Access.numbers(value)
      users = numbers
      return isWhole
    case .groups:
      let (numbers, isWhole) = Access.numbers(value)
      groups = numbers
      return isWhole
    }
  }

  private static func numbers(_ value: Bytes) -> (numbers: [UInt32], isWhole: Bool) {
    var numbers: [UInt32] = []
    var isWhole = true
    let words = value.split(at: UInt8(ascii: " ")).flatMap { $0.split(at: UInt8(ascii: ",")) }
    for word in words where !word.isEmpty {
      if let number = Decimal.integer(word).flatMap({ UInt32(exactly: $0) }) {
        numbers.append(number)
      } else {
        isWhole = false
      }
    }
    return (numbers, isWhole)
  }

  func admits(_ peer: Peer) -> Bool {
    if users == nil && groups == nil || peer.isOurs { return true }
    return users?.contains(peer.user) == true || groups?.contains { peer.isMember(of: $0) } == true
  }

  func logs(_ call: Call) -> Bool {
    switch logs {
    case .nothing: false
    case .ends: Method.of(call)?.isLogged ?? false
    case .all: true
    }
  }
}
