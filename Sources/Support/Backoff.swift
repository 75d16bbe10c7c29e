/// The delay before the next attempt of something that has failed, in nanoseconds. It doubles from attempt to attempt
/// (exponential backoff).
public struct Backoff: Equatable {
  /// The delay before the next attempt.
  public private(set) var delay: Int64
  private let minimum, maximum: Int64

  /// The delays are `minimum` at first and `maximum` at last, in nanoseconds.
  public init(from minimum: Int64, to maximum: Int64) {
    (delay, self.minimum, self.maximum) = (minimum, minimum, maximum)
  }

  /// Whether the delay grows no more.
  public var isLongest: Bool { delay == maximum }

  /// An attempt has failed: the delay after the next one is twice as long, or `limit` if that is shorter.
  public mutating func lengthen(upTo limit: Int64 = .max) { delay = min(delay * 2, maximum, limit) }

  /// An attempt has succeeded.
  public mutating func reset() { delay = minimum }
}
