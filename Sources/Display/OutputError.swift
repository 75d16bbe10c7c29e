public import Support
public import System

/// Why an output cannot be used, as one line that says what to do.
public struct OutputError: Error {
  /// The line for the log.
  public let text: Bytes
  /// The system call that failed, if any.
  public let cause: SystemError?

  /// Creates an error.
  public init(_ text: Bytes, _ cause: SystemError? = nil) { (self.text, self.cause) = (text, cause) }

  /// The error of a system call that has no path.
  public init(_ cause: SystemError) { self.init(cause.text, cause) }
}
