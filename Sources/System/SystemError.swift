internal import CLinux
public import Support

/// A failed system call: which one, and why.
public struct SystemError: Error, Equatable {
  public let call: StaticString
  /// An `errno` value.
  public let code: Int32

  public init(_ call: StaticString, _ code: Int32) { (self.call, self.code) = (call, code) }
  /// For a C function that has just failed and left its reason in `errno`.
  public init(last call: StaticString) { self.init(call, linux_errno()) }

  public static func == (left: SystemError, right: SystemError) -> Bool { left.code == right.code }

  /// Nobody listens at a socket's address.
  public var isAbsence: Bool { code == ENOENT || code == ECONNREFUSED }
  /// A device is not there any more.
  public var isLossOfDevice: Bool { code == ENODEV || code == ENXIO || code == ENOENT }
  /// Somebody else has it now, and may let go.
  public var isBusy: Bool { code == EAGAIN || code == EBUSY }
  public var isDenial: Bool { code == EACCES || code == EPERM }
  /// The other end has closed the connection or the pipe.
  public var isDisconnection: Bool { code == EPIPE || code == ECONNRESET }

  /// "open: No such file or directory".
  public var text: Bytes { "\(call): \(reason)" }
  public var reason: Bytes { Bytes(cString: strerror(code)) }
}

/// Runs `call` until a signal stops interrupting it; throws when it returns a negative value.
@discardableResult
func system<Value: SignedInteger>(_ name: StaticString, _ call: () -> Value) throws(SystemError) -> Value {
  while true {
    let value = call()
    if value >= 0 { return value }
    let code = linux_errno()
    if code != EINTR { throw SystemError(name, code) }
  }
}
