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
    guard let name = state["name"]?.string, let numbers = state["numbers"]?.array, numbers.count == 6 else {
      return nil
    }
    func number(_ index: Int, _ range: ClosedRange<Double>) -> Double {
      max(range.lowerBound, min(range.upperBound, numbers[index].number ?? 0))
    }
    func time(_ index: Int) -> Time? { numbers[index].number.map { Time(seconds: $0) } }
    self.init(name, weight: number(0, 0.001...1e6))
    (fraction, initialFraction, isRecorded) = (number(1, 0...1), number(2, 0...1), number(3, 0...1) == 1)
    (began, ended) = (time(4), time(5))
  }

  /// The whole state.
  var state: JSON {
    func time(_ time: Time?) -> JSON { time.map { .number($0.seconds) } ?? .null }
    let numbers: [JSON] = [
      .number(weight), .number(fraction), .number(initialFraction), .integer(isRecorded ? 1 : 0), time(began),
      time(ended),
    ]
    return ["name": .string(name), "numbers": .array(numbers)]
  }
}
