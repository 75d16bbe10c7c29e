import Loaders
import Progress
import Support

/// The progress that a successor continues.
struct ScreenProgress: Equatable {
  /// The progress of the persistent entry; nil if there is none.
  var model: ProgressModel?
  /// What the screen shows of it, or of the estimate; nil if it shows none.
  var shown: ProgressAnimation?
  /// Whether this boot has decided which part of an operation is the next one (`PartDecision`).
  var isPartDecided = false

  init(_ model: ProgressModel? = nil, shown: ProgressAnimation? = nil, isPartDecided: Bool = false) {
    (self.model, self.shown, self.isPartDecided) = (model, shown, isPartDecided)
  }

  /// Whether an estimate is shown, which only the history can continue.
  var isEstimate: Bool { shown?.duration != nil }
}

/// Who has decided which part of an operation that spans several boots is the next one.
enum PartDecision {
  /// An earlier boot: the history has the part, which is shown when it is read.
  case earlierBoot
  /// A process before this one, in this boot: the history has the part, and the call journal what is shown of it.
  case predecessor
  /// This process, which has shown the part of the history or got a call about one.
  case here
}

extension ProgressAnimation {
  /// The animation of a state; nil if it is malformed.
  init?(state: JSON) {
    guard let from = state["from"]?.number, let to = state["to"]?.number, let since = state["since"]?.number,
      (0...1).contains(from), (0...1).contains(to)
    else { return nil }
    let duration = state["duration"]?.number.map { Time(seconds: max(0.001, $0)) }
    self.init(from: from, to: to, since: Time(seconds: since), expecting: duration)
  }

  /// The whole state, for a process that continues this one.
  var state: JSON {
    [
      "from": .number(from), "to": .number(to), "since": .number(since.seconds),
      "duration": duration.map { .number($0.seconds) } ?? .null,
    ]
  }
}
