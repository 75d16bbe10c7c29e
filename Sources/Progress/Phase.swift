public import Support

/// A phase of a task, with its progress.
public struct Phase: Equatable {
  /// Unique within the task.
  public let name: Bytes
  /// The share of the task, relative to the weights of the other phases; greater than 0.
  public var weight: Double
  /// 0…1.
  public internal(set) var fraction = 0.0
  /// When the phase started; nil before.
  public internal(set) var began: Time?
  /// The progress at the start: 0 unless work is continued.
  public internal(set) var initialFraction = 0.0
  /// When the phase ended; nil before.
  public internal(set) var ended: Time?
  /// Whether the duration was added to the `DurationHistory`.
  var isRecorded = false

  /// A phase that has not started.
  public init(_ name: Bytes, weight: Double = 1) {
    self.name = name
    self.weight = weight
  }
}

extension Phase {
  /// Starts the phase, with the progress that it has then.
  mutating func begin(at now: Time, from fraction: Double) {
    began = now
    initialFraction = fraction
  }

  /// Duration of the whole phase in seconds; nil until it has ended, and if less than half of it was seen.
  public var duration: Double? {
    guard let began, let ended, initialFraction <= 0.5 else { return nil }
    return (ended - began).seconds / (1 - initialFraction)
  }
}
