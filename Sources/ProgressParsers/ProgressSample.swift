public import Support

/// A progress report parsed from the output of a program.
public struct ProgressSample: Equatable, Sendable {
  /// 0…1; nil if it is unknown.
  public var fraction: Double?
  /// The current step: UTF-8, at most 256 bytes; nil if it has not changed.
  public var label: Bytes?
  /// The phase to which `fraction` refers, one of `phases`; nil if there is only one.
  public var phase: Bytes?
  /// Why the program failed: UTF-8, at most 256 bytes; nil if it has not failed.
  public var failure: Bytes?

  /// A sample. The fraction is clamped to 0…1, and the texts are truncated.
  public init(_ fraction: Double? = nil, label: Bytes? = nil, phase: Bytes? = nil, failure: Bytes? = nil) {
    self.fraction = fraction.map { min(1, max(0, $0)) }
    self.label = label.map(ProgressSample.truncated)
    self.phase = phase
    self.failure = failure.map(ProgressSample.truncated)
  }

  /// All phases that a sample can name, in their order.
  public static var phases: [Bytes] { ["download", "install"] }

  /// The maximum length of a label in bytes.
  static var limit: Int { 256 }

  /// The first bytes of the text that fit into `limit`, up to the end of a character.
  private static func truncated(_ text: Bytes) -> Bytes {
    var short = Bytes()
    for scalar in text.trimmed.scalars {
      if short.count > limit - 4 { break }
      short.append(scalar: scalar)
    }
    return short
  }
}
