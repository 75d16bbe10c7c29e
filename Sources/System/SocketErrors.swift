internal import CLinux

extension SystemError {
  /// The other end has closed the connection.
  public static func connectionReset(_ call: StaticString) -> SystemError { SystemError(call, ECONNRESET) }
  /// The other end has not replied within the timeout of a blocking socket (socket(7), SO_RCVTIMEO).
  public static func timedOut(_ call: StaticString) -> SystemError { SystemError(call, EAGAIN) }
  /// The other end has sent bytes that do not follow the protocol.
  public static func protocolError(_ call: StaticString) -> SystemError { SystemError(call, EPROTO) }

  /// Whether the timeout of a blocking socket has passed, or the listening queue is full.
  public var isTimeout: Bool { code == EAGAIN }
}
