public import Notation

/// What a program tells of its progress.
public struct Reading: Equatable, Sendable {
  /// From 0 to 1; nil when it is not known.
  public var fraction: Double?
  /// What is being done: UTF-8, at most 256 bytes; nil when nothing new was said.
  public var label: Bytes?
  /// The part of the work that the fraction is of, where there are several.
  public var phase: Bytes?
  /// Why it did not work, as `label`.
  public var failure: Bytes?

  public init(_ fraction: Double? = nil, label: Bytes? = nil, phase: Bytes? = nil, failure: Bytes? = nil) {
    self.fraction = fraction.map { min(1, max(0, $0)) }
    (self.label, self.phase, self.failure) = (label.map(Reading.words), phase, failure.map(Reading.words))
  }

  /// Every phase that a reading may name, in their order.
  public static var phases: [Bytes] { ["download", "install"] }

  /// The longest label, in bytes.
  static var limit: Int { 256 }

  /// Ends with a whole scalar value.
  private static func words(_ text: Bytes) -> Bytes {
    var words = Bytes()
    for scalar in text.trimmed.scalars {
      if words.count > limit - 4 { break }
      words.append(scalar: scalar)
    }
    return words
  }
}
