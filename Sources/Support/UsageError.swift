/// Invalid command-line arguments.
public struct UsageError: Error {
  /// What is wrong, in one line.
  public let text: Bytes

  /// An error with its text.
  public init(_ text: Bytes) { self.text = text }
}
