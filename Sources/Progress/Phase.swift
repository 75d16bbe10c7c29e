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

extension Phase {
  /// The phase of a state; nil if it is malformed. Numbers out of range are clamped.
  init?(state: JSON) {
    guard let name = state["name"]?.string, let weight = state["weight"]?.number,
      let fraction = state["fraction"]?.number
    else { return nil }
    self.init(name, weight: max(0.001, min(1e6, weight)))
    self.fraction = max(0, min(1, fraction))
    began = state["began"]?.number.map { Time(seconds: $0) }
    initialFraction = max(0, min(1, state["initial"]?.number ?? 0))
    ended = state["ended"]?.number.map { Time(seconds: $0) }
    isRecorded = state["recorded"]?.bool ?? false
  }

  /// The whole state.
  var state: JSON {
    [
      "name": .string(name), "weight": .number(weight), "fraction": .number(fraction),
      "initial": .number(initialFraction),
      "began": began.map { .number($0.seconds) } ?? .null, "ended": ended.map { .number($0.seconds) } ?? .null,
      "recorded": .bool(isRecorded),
    ]
  }
}
