internal import CLinux
public import Support

/// A failed system call.
public struct SystemError: Error, Equatable {
  /// The name of the call.
  public let call: StaticString
  /// The value of errno(3); compare with the constants of `Errno`.
  public let code: Int32

  /// The error `code` of a call.
  public init(_ call: StaticString, _ code: Int32) {
    self.call = call
    self.code = code
  }

  /// The current value of errno, for a C function that has just failed.
  public init(last call: StaticString) { self.init(call, linux_errno()) }

  /// Errors are equal if their codes are, whatever call has failed.
  public static func == (left: SystemError, right: SystemError) -> Bool { left.code == right.code }

  /// Whether a file does not exist, or no process listens at the address of a socket.
  public var isAbsence: Bool { code == ENOENT || code == ECONNREFUSED }
  /// Whether a device was removed.
  public var isLossOfDevice: Bool { code == ENODEV || code == ENXIO || code == ENOENT }
  /// Whether another process uses the file or device at the moment.
  public var isBusy: Bool { code == EAGAIN || code == EBUSY }
  /// Whether the permission is missing.
  public var isDenial: Bool { code == EACCES || code == EPERM }
  /// Whether the other end has closed the connection or the pipe.
  public var isDisconnection: Bool { code == EPIPE || code == ECONNRESET }

  /// The call and the reason: "open: No such file or directory".
  public var text: Bytes { "\(call): \(reason)" }
  /// The text of strerror(3).
  public var reason: Bytes { Bytes(cString: strerror(code)) }
}

/// Runs a system call, again if a signal has interrupted it (`EINTR`). Throws errno if it returns a negative value.
@discardableResult
func system<Value: SignedInteger>(_ name: StaticString, _ call: () -> Value) throws(SystemError) -> Value {
  while true {
    let value = call()
    if value >= 0 { return value }
    let code = linux_errno()
    if code != EINTR { throw SystemError(name, code) }
  }
}

/// Runs a system call that reads at most `count` bytes, as `system` does. Returns nil for `EAGAIN`.
func systemBytes(
  _ name: StaticString, upTo count: Int, _ call: (UnsafeMutablePointer<UInt8>?) -> Int
) throws(SystemError) -> [UInt8]? {
  var failure: SystemError?
  let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
    do throws(SystemError) {
      initialized = try system(name) { call(buffer.baseAddress) }
    } catch {
      failure = error
    }
  }
  guard let failure else { return bytes }
  if failure.code == EAGAIN { return nil }
  throw failure
}
