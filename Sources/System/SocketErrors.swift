internal import CLinux

extension SystemError {
  /// The other end has closed before it answered.
  public static func connectionReset(_ call: StaticString) -> SystemError { SystemError(call, ECONNRESET) }
  /// The other end has not answered in time.
  public static func timedOut(_ call: StaticString) -> SystemError { SystemError(call, EAGAIN) }

  /// The other end did not answer, or has no room now.
  public var isTimeout: Bool { code == EAGAIN }
}
