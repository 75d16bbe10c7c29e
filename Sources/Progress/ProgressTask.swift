public import Support

/// One of several tasks that run at the same time, with its phases one after the other.
///
/// The progress of a task with named phases never decreases until the task starts again.
public struct ProgressTask: Equatable {
  /// Unique within the `ProgressModel`; "" is the default task.
  public let name: Bytes
  /// In their order. A task without named phases has one, with an empty name.
  public private(set) var phases: [Phase]
  /// Index of the current phase.
  public private(set) var current = 0
  /// Whether the phases have names. The progress of a task without named phases may decrease.
  public private(set) var isPlanned = false
  /// Whether a phase was entered that was not announced. Others may follow then.
  private var isOpen = false
  /// Whether all phases were announced. Another name is none of them then.
  public var isAnnounced: Bool { isPlanned && !isOpen }
  /// Whether the progress is unknown.
  public private(set) var isIndeterminate = true

  /// The maximum number of phases.
  public static var phaseLimit: Int { 32 }

  init(_ name: Bytes) {
    self.name = name
    phases = [Phase("")]
  }

  /// Sets the announced phases, in their order. Phases that exist already keep their progress.
  mutating func plan(_ plan: [Phase]) {
    let plan = Array(plan.prefix(ProgressTask.phaseLimit))
    if plan.isEmpty { return }
    isOpen = false
    if plan.map({ $0.name }) == phases.map({ $0.name }) { return }
    let name = isPlanned ? phases[current].name : nil
    phases = plan.map { phase in
      guard var known = phases.first(where: { isPlanned && $0.name == phase.name }) else { return phase }
      known.weight = phase.weight
      return known
    }
    current = phases.firstIndex { $0.name == name } ?? 0
    for index in 0..<current { phases[index].fraction = 1 }
    isPlanned = true
  }

  /// Sets the progress (0…1; nil if unknown) of a phase, or of the current one for nil. A phase that was not announced
  /// is appended.
  mutating func update(_ fraction: Double?, phase name: Bytes?, now: Time) {
    if let name, !enter(name, now) { return }
    isIndeterminate = fraction == nil && !isPlanned
    if phases[current].began == nil {
      // Work that is continued begins anywhere; a phase after another one begins at 0.
      let isFirst = phases.allSatisfy { $0.began == nil }
      phases[current].begin(at: now, from: isFirst ? fraction ?? 0 : 0)
    }
    guard let fraction else { return }
    phases[current].fraction = isPlanned ? max(phases[current].fraction, fraction) : fraction
    if fraction >= 1 {
      if phases[current].ended == nil { phases[current].ended = now }
    } else if !isPlanned, phases[current].ended != nil {
      phases[current] = Phase(phases[current].name)  // the task starts again
      phases[current].fraction = fraction
      phases[current].begin(at: now, from: fraction)
    }
  }

  /// Returns to the beginning of the first phase.
  mutating func startAgain() {
    for index in phases.indices { phases[index] = Phase(phases[index].name, weight: phases[index].weight) }
    current = 0
  }

  /// Makes a phase the current one. Returns false for a phase that has ended.
  private mutating func enter(_ name: Bytes, _ now: Time) -> Bool {
    if !isPlanned {
      phases = []
      current = 0
      isPlanned = true
      isOpen = true
    }
    let index: Int
    if let known = phases.firstIndex(where: { $0.name == name }) {
      index = known
    } else {
      if phases.count == ProgressTask.phaseLimit {
        phases.removeFirst()
        current = max(0, current - 1)
      }
      phases.append(Phase(name))
      isOpen = true
      index = phases.count - 1
    }
    if index < current {
      // Only a task whose phases have all ended may start again; any other one never goes back.
      guard isDone else { return false }
      startAgain()
    }
    for skipped in current..<index {
      phases[skipped].fraction = 1
      if phases[skipped].ended == nil { phases[skipped].ended = now }
    }
    current = index
    return true
  }

  /// The phases that have ended since the last call, with their durations in seconds.
  mutating func takeEndedPhases() -> [(name: Bytes, seconds: Double)] {
    var ended: [(name: Bytes, seconds: Double)] = []
    for index in phases.indices where !phases[index].isRecorded {
      guard let duration = phases[index].duration else { continue }
      ended.append((phases[index].name, duration))
      phases[index].isRecorded = true
    }
    return ended
  }

  /// Whether all phases have ended.
  public var isDone: Bool { phases.allSatisfy { $0.fraction >= 1 } }

  /// Estimated duration of a phase in seconds: the learned one, else from its weight and the known durations of other
  /// phases. Nil if none is known.
  func expectedDuration(_ index: Int, _ learned: (Bytes) -> Double?) -> Double? {
    if let known = learned(phases[index].name) { return known }
    return secondsPerWeight(learned).map { $0 * phases[index].weight }
  }

  /// Mean duration of a phase with weight 1, in seconds; nil if no duration is known.
  private func secondsPerWeight(_ learned: (Bytes) -> Double?) -> Double? {
    var seconds = 0.0, weight = 0.0
    for phase in phases {
      guard let known = learned(phase.name) ?? phase.duration else { continue }
      seconds += known
      weight += phase.weight
    }
    return weight > 0 ? seconds / weight : nil
  }

  /// The progress of the whole task, 0…1.
  ///
  /// Phases count by their learned durations if all of these are known, else by their weights. The result is at most
  /// 0.95 while phases that were not announced may follow.
  func fraction(_ learned: (Bytes) -> Double?) -> Double {
    let known = phases.indices.compactMap { expectedDuration($0, learned) }
    let shares = known.count == phases.count && areLearned(learned) ? known : phases.map { $0.weight }
    let total = shares.reduce(0, +)
    var done = 0.0
    for (phase, share) in zip(phases, shares) { done += phase.fraction * share }
    return total > 0 ? min(isOpen ? 0.95 : 1, done / total) : 0
  }

  /// Whether a duration was learned for every phase.
  private func areLearned(_ learned: (Bytes) -> Double?) -> Bool { phases.allSatisfy { learned($0.name) != nil } }

  /// Estimated seconds until the task is done; nil if there is no estimate.
  func secondsLeft(at now: Time, _ learned: (Bytes) -> Double?) -> Double? {
    if isIndeterminate { return nil }
    if isDone { return 0 }
    var left = 0.0
    let phase = phases[current]
    let elapsed = phase.began.map { (now - $0).seconds } ?? 0
    let before = expectedDuration(current, learned)
    // The measured rate of this phase gets more weight as the phase goes on.
    let seen = phase.fraction - phase.initialFraction
    let isMeasured = seen >= 0.02 && elapsed >= 2
    let rate = isMeasured ? elapsed * (1 - phase.fraction) / seen : nil
    switch (before, rate) {
    case (let before?, let rate?): left += before * (1 - phase.fraction) * (1 - phase.fraction) + rate * phase.fraction
    case (let before?, nil): left += max(before * (1 - phase.fraction), 0)
    case (nil, let rate?): left += rate
    case (nil, nil): return nil
    }
    // For later phases without an estimate, the rate of the current phase counts.
    let secondsPerWeight = isMeasured ? elapsed / seen / phase.weight : nil
    for index in phases.indices where index > current {
      guard let seconds = expectedDuration(index, learned) ?? secondsPerWeight.map({ $0 * phases[index].weight }) else {
        return nil
      }
      left += seconds * (1 - phases[index].fraction)
    }
    return left
  }
}

extension ProgressTask {
  /// The task of a state; nil if it is malformed.
  init?(state: JSON) {
    guard let name = state["name"]?.string, let values = state["phases"]?.array, let current = state["current"]?.number
    else { return nil }
    let phases = values.prefix(ProgressTask.phaseLimit).compactMap { Phase(state: $0) }
    guard let current = Int(exactly: current), phases.indices.contains(current) else { return nil }
    self.init(name)
    (self.phases, self.current) = (phases, current)
    func isSet(_ flag: StaticString) -> Bool { state[flag] == .bool(true) }
    (isPlanned, isOpen, isIndeterminate) = (isSet("planned"), isSet("open"), isSet("indeterminate"))
  }

  /// The whole state.
  var state: JSON {
    [
      "name": .string(name), "phases": .array(phases.map { $0.state }), "current": .integer(current),
      "planned": .bool(isPlanned), "open": .bool(isOpen), "indeterminate": .bool(isIndeterminate),
    ]
  }
}
