public import Support

/// The progress of an operation: its tasks, their phases, and the remaining time. Pure: updates and times go in.
public struct ProgressModel: Equatable {
  /// The tasks, oldest first; at most `limit`.
  public private(set) var tasks: [ProgressTask] = []
  /// The part of an operation that spans several boots; nil if there is only one.
  public private(set) var part: Part?
  /// Time of the last update or heartbeat.
  public private(set) var lastActivity: Time
  /// Whether the remaining time is to be displayed.
  public private(set) var showsTimeLeft = false
  private var countdown: Countdown?
  /// The displayed progress of this part, 0…1.
  private var displayed = 0.0
  /// Prefix of the names in the `DurationHistory`.
  private let mode: Bytes
  /// Whether the work is that of a lease: durations without a name, which could be those of any work, are not learned
  /// then.
  private let isLease: Bool

  /// The maximum number of tasks.
  public static var limit: Int { 16 }

  /// One part of an operation that is continued after a reboot: "2 of 3".
  public struct Part: Equatable {
    /// 1…`count`.
    public let number: Int
    /// 1…99.
    public let count: Int

    /// A part; see `isValid(_:of:)` for the ranges.
    public init(number: Int, count: Int) {
      self.number = number
      self.count = count
    }
  }

  /// A model without tasks. `mode` is the mode whose durations are learned.
  public init(mode: Bytes, isLease: Bool = false, at now: Time) {
    self.mode = mode
    self.isLease = isLease
    lastActivity = now
  }

  /// A model that continues an operation after a reboot.
  public init(mode: Bytes, part: Part, at now: Time) {
    self.init(mode: mode, at: now)
    self.part = part
  }

  /// Notes that the operation is still running.
  public mutating func heartbeat(_ now: Time) { lastActivity = max(lastActivity, now) }

  /// Applies an update. `history` has the learned durations.
  public mutating func apply(_ update: ProgressUpdate, _ history: DurationHistory, now: Time) {
    heartbeat(now)
    if update.showsTimeLeft { showsTimeLeft = true }
    if let part = update.part {
      if let before = self.part, before.number != part.number { reset() }
      self.part = Part(number: part.number, count: part.count)
    }
    if isDone, startsAgain(with: update) {
      // A task that goes on with one of its phases keeps its plan.
      var task = tasks.first { $0.name == update.task && $0.phases.contains { $0.name == update.phase } }
      reset()
      task?.startAgain()
      if let task { tasks = [task] }
    }
    let index: Int
    if let known = tasks.firstIndex(where: { $0.name == update.task }) {
      index = known
    } else {
      // A task that starts after all others are done belongs to another operation.
      if isDone { reset() }
      if tasks.count == ProgressModel.limit { tasks.removeFirst() }
      tasks.append(ProgressTask(update.task))
      countdown = nil  // there is more work than was known
      index = tasks.count - 1
    }
    tasks[index].plan(update.phases)
    tasks[index].update(update.fraction, phase: update.phase, now: now)
    displayed = isPlanned ? max(displayed, sum(history)) : sum(history)
    if let seconds = secondsLeft(history, now) {
      if countdown == nil { countdown = Countdown(seconds, at: now) } else { countdown?.set(seconds, at: now) }
    }
    if isDone { countdown = nil }
  }

  /// Whether an update after the end belongs to another operation. Phases that were not announced may follow at any
  /// time.
  private func startsAgain(with update: ProgressUpdate) -> Bool {
    if update.fraction ?? 0 >= 1 { return false }
    if update.fraction == nil, update.phase == nil, update.phases.isEmpty { return false }
    guard let task = tasks.first(where: { $0.name == update.task }), let phase = update.phase else { return true }
    return !task.isPlanned || task.isAnnounced
      || task.phases.contains { $0.name == phase && $0 != task.phases[task.current] }
  }

  private mutating func reset() {
    tasks = []
    displayed = 0
    countdown = nil
  }

  /// Whether the displayed progress may not decrease.
  private var isPlanned: Bool { tasks.contains { $0.isPlanned } || tasks.count > 1 }
  /// Whether there are tasks and all of them are done.
  public var isDone: Bool { !tasks.isEmpty && tasks.allSatisfy { $0.isDone } }

  /// The progress over all parts, 0…1; nil if it is unknown.
  public var fraction: Double? {
    if let part { return min(1, (Double(part.number - 1) + displayed) / Double(max(1, part.count))) }
    return tasks.allSatisfy { $0.isIndeterminate } ? nil : displayed
  }

  /// The remaining time to display, in seconds; nil if there is no estimate.
  public func secondsLeft(at now: Time) -> Double? { countdown?.secondsLeft(at: now) }

  /// Adds the durations of the phases that have ended since the last call to a history.
  public mutating func recordDurations(in history: inout DurationHistory) {
    for index in tasks.indices {
      for (name, seconds) in tasks[index].takeEndedPhases() {
        if let name = self.name(tasks[index], name) { history.learn(seconds, of: name) }
      }
    }
  }

  /// The name of a phase in the history; nil if its duration is not learned.
  private func name(_ task: ProgressTask, _ phase: Bytes) -> Bytes? {
    isLease && task.name.isEmpty && phase.isEmpty ? nil : "\(mode)/\(task.name)/\(phase)"
  }

  /// The learned duration of a phase in seconds; nil if there is none.
  private func duration(_ history: DurationHistory, _ task: ProgressTask, _ phase: Bytes) -> Double? {
    name(task, phase).flatMap { history.duration(of: $0) }
  }

  /// The progress of all tasks, 0…1. Tasks count by their learned durations if all of these are known, else equally.
  private func sum(_ history: DurationHistory) -> Double {
    let times = tasks.map { task -> Double? in
      var seconds = 0.0
      for phase in task.phases {
        guard let known = duration(history, task, phase.name) else { return nil }
        seconds += known
      }
      return seconds
    }
    let isKnown = !times.contains { $0 == nil }
    var done = 0.0, total = 0.0
    for (task, time) in zip(tasks, times) {
      let share = isKnown ? max(0.001, time ?? 0) : 1
      done += share * task.fraction { duration(history, task, $0) }
      total += share
    }
    return total > 0 ? done / total : 0
  }

  /// Estimated seconds until all tasks are done: the maximum, because they run at the same time. Nil without an
  /// estimate.
  private func secondsLeft(_ history: DurationHistory, _ now: Time) -> Double? {
    var longest = 0.0
    for task in tasks {
      guard let seconds = task.secondsLeft(at: now, { duration(history, task, $0) }) else { return nil }
      longest = max(longest, seconds)
    }
    return tasks.isEmpty || isDone ? nil : longest
  }
}

extension ProgressModel {
  /// The model of a state; nil if it is malformed. Numbers out of range are clamped.
  public init?(state: JSON) {
    guard let mode = state["mode"]?.string, let activity = state["activity"]?.number, let tasks = state["tasks"]?.array
    else { return nil }
    self.init(mode: mode, at: Time(seconds: activity))
    self.tasks = tasks.prefix(ProgressModel.limit).compactMap { ProgressTask(state: $0) }
    displayed = max(0, min(1, state["displayed"]?.number ?? 0))
    showsTimeLeft = state["left"]?.bool ?? false
    countdown = state["countdown"].flatMap { Countdown(state: $0) }
    part = state["part"].flatMap { Part($0) }
  }

  /// The whole state, for a process that continues this one. Times are in seconds of the clock of the updates.
  public var state: JSON {
    [
      "mode": .string(mode), "activity": .number(lastActivity.seconds), "tasks": .array(tasks.map { $0.state }),
      "displayed": .number(displayed), "left": .bool(showsTimeLeft), "countdown": countdown?.state ?? .null,
      "part": part?.json ?? .null,
    ]
  }
}

extension ProgressModel.Part {
  /// The part of a JSON object; nil if it is malformed.
  init?(_ json: JSON) {
    guard let number = json["number"]?.number.flatMap({ Int(exactly: $0) }),
      let count = json["count"]?.number.flatMap({ Int(exactly: $0) }), ProgressModel.Part.isValid(number, of: count)
    else { return nil }
    self.init(number: number, count: count)
  }

  var json: JSON { ["number": .integer(number), "count": .integer(count)] }

  /// Whether `number` is within 1…`count` and `count` within 1…99.
  public static func isValid(_ number: Int, of count: Int) -> Bool {
    count >= 1 && count <= 99 && (1...count).contains(number)
  }
}
