public import Notation
public import Scene

/// One of the things that go on at once, phase after phase. It never goes back while it lasts, once it has phases.
public struct Job: Equatable {
  public let name: Bytes
  public private(set) var phases: [Phase]
  public private(set) var current = 0
  /// Whether its phases are known by name; one that has none may be set to anything at any time.
  public private(set) var isPlanned = false
  /// Whether it has phases that nobody announced, so that others may follow.
  private var isOpen = false
  /// Whether nobody knows how far it is.
  public private(set) var isIndeterminate = true

  public static var phaseLimit: Int { 32 }

  init(_ name: Bytes) { (self.name, phases) = (name, [Phase("")]) }

  /// The phases to come, in their order. Those that it has already keep how far they are.
  mutating func plan(_ plan: [Phase]) {
    let plan = Array(plan.prefix(Job.phaseLimit))
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
    for place in 0..<current { phases[place].fraction = 1 }
    isPlanned = true
  }

  /// How far it is, in a phase or in the one that it was in. A phase that nobody announced comes after the others.
  mutating func report(_ fraction: Double?, phase name: Bytes?, now: Time) {
    if let name, !enter(name, now) { return }
    isIndeterminate = fraction == nil && !isPlanned
    if phases[current].began == nil { phases[current].began = now }
    guard let fraction else { return }
    phases[current].fraction = isPlanned ? max(phases[current].fraction, fraction) : fraction
    if fraction >= 1 {
      if phases[current].ended == nil { phases[current].ended = now }
    } else if !isPlanned, phases[current].ended != nil {
      phases[current] = Phase(phases[current].name)  // the same again
      phases[current].fraction = fraction
      phases[current].began = now
    }
  }

  /// False for a phase that is over.
  private mutating func enter(_ name: Bytes, _ now: Time) -> Bool {
    if !isPlanned { (phases, current, isPlanned, isOpen) = ([], 0, true, true) }
    let index: Int
    if let known = phases.firstIndex(where: { $0.name == name }) {
      index = known
    } else {
      if phases.count == Job.phaseLimit { phases.removeFirst() }
      phases.append(Phase(name))
      isOpen = true
      index = phases.count - 1
      current = min(current, index)
    }
    if index < current {
      // What is over may begin anew; what is not never goes back.
      guard isDone else { return false }
      for place in phases.indices { phases[place] = Phase(phases[place].name, weight: phases[place].weight) }
      current = 0
    }
    for place in current..<index {
      phases[place].fraction = 1
      if phases[place].ended == nil { phases[place].ended = now }
    }
    current = index
    return true
  }

  /// The phases that have ended since it was asked last, and the seconds that each took.
  mutating func takeEnded() -> [(name: Bytes, seconds: Double)] {
    var ended: [(name: Bytes, seconds: Double)] = []
    for index in phases.indices where !phases[index].isLearned {
      guard let taken = phases[index].taken else { continue }
      ended.append((phases[index].name, taken))
      phases[index].isLearned = true
    }
    return ended
  }

  public var isDone: Bool { phases.allSatisfy { $0.fraction >= 1 } }

  /// How long a phase takes: what it took before, else its share of what is known; seconds, or nil.
  func expected(_ index: Int, _ learned: (Bytes) -> Double?) -> Double? {
    if let known = learned(phases[index].name) { return known }
    return pace(learned).map { $0 * phases[index].weight }
  }

  /// Seconds that a weight of 1 takes, as far as that is known.
  private func pace(_ learned: (Bytes) -> Double?) -> Double? {
    var seconds = 0.0, weight = 0.0
    for phase in phases {
      guard let known = learned(phase.name) ?? phase.taken else { continue }
      seconds += known
      weight += phase.weight
    }
    return weight > 0 ? seconds / weight : nil
  }

  /// 0…1. Each phase counts by its time where those are known, else by its weight. It is not full while others may follow.
  func fraction(_ learned: (Bytes) -> Double?) -> Double {
    let known = phases.indices.compactMap { expected($0, learned) }
    let shares = known.count == phases.count && learns(learned) ? known : phases.map { $0.weight }
    let total = shares.reduce(0, +)
    var done = 0.0
    for (phase, share) in zip(phases, shares) { done += phase.fraction * share }
    return total > 0 ? min(isOpen ? 0.95 : 1, done / total) : 0
  }

  /// Whether every phase was seen before; a plan that is known in part keeps to the weights that it was given.
  private func learns(_ learned: (Bytes) -> Double?) -> Bool { phases.allSatisfy { learned($0.name) != nil } }

  /// Seconds until it is done; nil while nobody can tell.
  func left(at now: Time, _ learned: (Bytes) -> Double?) -> Double? {
    if isIndeterminate { return nil }
    if isDone { return 0 }
    var left = 0.0
    let phase = phases[current]
    let elapsed = phase.began.map { (now - $0).seconds } ?? 0
    let before = expected(current, learned)
    // A rate is worth as much as there is to take it from.
    let isMeasured = phase.fraction >= 0.02 && elapsed >= 2
    let rate = isMeasured ? elapsed * (1 - phase.fraction) / phase.fraction : nil
    switch (before, rate) {
    case (let before?, let rate?): left += before * (1 - phase.fraction) * (1 - phase.fraction) + rate * phase.fraction
    case (let before?, nil): left += max(before * (1 - phase.fraction), 0)
    case (nil, let rate?): left += rate
    case (nil, nil): return nil
    }
    // What the phases to come take, where this one is all that is known.
    let pace = isMeasured ? elapsed / phase.fraction / phase.weight : nil
    for index in phases.indices where index > current {
      guard let seconds = expected(index, learned) ?? pace.map({ $0 * phases[index].weight }) else { return nil }
      left += seconds * (1 - phases[index].fraction)
    }
    return left
  }
}

extension Phase {
  /// Seconds that it took; nil while it lasts.
  public var taken: Double? {
    guard let began, let ended else { return nil }
    return (ended - began).seconds
  }
}
