import Compatibility
import Support
import System

/// A blocking connection to plymouthd, or to loaderd at its address.
final class PlymouthConnection {
  /// What the daemon has replied. Anything unknown is `refused`.
  enum Reply: Equatable {
    case acknowledged, refused, noAnswer
    case answer([UInt8])
    case answers([[UInt8]])
  }

  /// Bytes that an answer may have.
  private static var answerLimit: Int { 1 << 20 }

  private let descriptor: FileDescriptor

  /// Connects. `timeout` is the time for each reply in seconds; 0 is no limit. Throws the errno of connect(2), and
  /// EACCES for a daemon of another user than root and our own: any user may take the name while no daemon runs.
  init(timeout: Int) throws(SystemError) {
    let names = PlymouthAddress.names
    do throws(SystemError) {
      descriptor = try Socket.connected(to: names[0], timeout: timeout)
    } catch {
      guard let older = try? Socket.connected(to: names[1], timeout: timeout) else { throw error }
      descriptor = older
    }
    if (try? Peer(of: descriptor))?.isTrusted != true { throw SystemError("connect", Errno.permissionDenied) }
  }

  /// Sends a request and waits for its reply; nil if the daemon has closed the connection, or has not replied in time.
  func ask(_ request: PlymouthRequest) -> Reply? {
    do throws(SystemError) {
      try descriptor.write(request.bytes)
    } catch {
      // A daemon that refuses the connection has replied and closed it before this request.
      if !error.isDisconnection { return nil }
    }
    guard let kind = read(1)?.first else { return nil }
    switch kind {
    case 0x06: return .acknowledged
    case 0x05: return .noAnswer
    case 0x02: return readAnswer().map { .answer($0) }
    case 0x09: return readAnswer().map { .answers($0.split(separator: 0).map { Array($0) }) }
    default: return .refused
    }
  }

  /// Waits until the daemon closes the connection.
  func awaitEnd() { while read(1) != nil {} }

  /// The length of 32 bits, little-endian, and that many bytes.
  private func readAnswer() -> [UInt8]? {
    guard let length = read(4) else { return nil }
    let count = Int(clamping: length.reversed().reduce(0) { $0 << 8 | UInt32($1) })
    return count > PlymouthConnection.answerLimit ? nil : read(count)
  }

  private func read(_ count: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.count < count {
      guard let part = (try? descriptor.read(upTo: count - bytes.count)) ?? nil, !part.isEmpty else { return nil }
      bytes += part
    }
    return bytes
  }
}
