public import Notation
public import Scene

/// What goes on behind a screen, and how far it is. Pure: reports and times go in.
public struct Work: Equatable {
  public private(set) var jobs: [Job] = []
  public private(set) var part: Part?
  /// The last sign of life: a report or a heartbeat.
  public private(set) var alive: Time
  /// Whether the time that is left is shown.
  public private(set) var estimates = false
  private var countdown: Countdown?
  private var reached = 0.0
  /// The names of its durations begin with this.
  private let mode: Bytes

  /// Tasks at once.
  public static var limit: Int { 16 }

  /// One of several runs of the machine that the work takes.
  public struct Part: Equatable {
    /// From 1.
    public let number, count: Int

    public init(number: Int, count: Int) { (self.number, self.count) = (number, count) }
  }

  public init(mode: Bytes, at now: Time) { (self.mode, alive) = (mode, now) }

  /// Goes on where an earlier run of the machine has ended.
  public init(mode: Bytes, part: Part, at now: Time) {
    self.init(mode: mode, at: now)
    self.part = part
  }

  public mutating func beat(_ now: Time) { alive = max(alive, now) }

  public mutating func take(_ report: Report, _ experience: Experience, now: Time) {
    beat(now)
    if report.estimates { estimates = true }
    if let part = report.part {
      if let before = self.part, before.number != part.number { (jobs, reached, countdown) = ([], 0, nil) }
      self.part = Part(number: part.number, count: part.count)
    }
    let index: Int
    if let known = jobs.firstIndex(where: { $0.name == report.task }) {
      index = known
    } else {
      // What begins when all is done is other work.
      if isDone { (jobs, reached, countdown) = ([], 0, nil) }
      if jobs.count == Work.limit { jobs.removeFirst() }
      jobs.append(Job(report.task))
      index = jobs.count - 1
    }
    jobs[index].plan(report.phases)
    jobs[index].report(report.fraction, phase: report.phase, now: now)
    reached = isPlanned ? max(reached, sum(experience)) : sum(experience)
    if let left = left(experience, now) {
      if countdown == nil { countdown = Countdown(left, at: now) } else { countdown?.set(left, at: now) }
    }
    if isDone { countdown = nil }
  }

  /// Forgets a task; the last one takes all with it.
  public mutating func end(_ task: Bytes) { jobs.removeAll { $0.name == task } }

  public var isEmpty: Bool { jobs.isEmpty && part == nil }
  private var isPlanned: Bool { jobs.contains { $0.isPlanned } || jobs.count > 1 }
  public var isDone: Bool { !jobs.isEmpty && jobs.allSatisfy { $0.isDone } }

  /// 0…1, of all parts; nil where nobody knows.
  public var fraction: Double? {
    if let part { return min(1, (Double(part.number - 1) + reached) / Double(max(1, part.count))) }
    return jobs.allSatisfy { $0.isIndeterminate } ? nil : reached
  }

  /// Seconds as they are shown; nil while nobody can tell.
  public func left(at now: Time) -> Double? { countdown?.left(at: now) }

  /// Tells what the phases took that have ended, each once.
  public mutating func teach(_ experience: inout Experience) {
    for index in jobs.indices {
      for (name, seconds) in jobs[index].takeEnded() { experience.learn(seconds, of: self.name(jobs[index], name)) }
    }
  }

  private func name(_ job: Job, _ phase: Bytes) -> Bytes { "\(mode)/\(job.name)/\(phase)" }

  /// Every job counts by its time where those are known, else all alike.
  private func sum(_ experience: Experience) -> Double {
    let times = jobs.map { job -> Double? in
      var seconds = 0.0
      for phase in job.phases {
        guard let known = experience.duration(of: name(job, phase.name)) else { return nil }
        seconds += known
      }
      return seconds
    }
    let isKnown = !times.contains { $0 == nil }
    var done = 0.0, total = 0.0
    for (job, time) in zip(jobs, times) {
      let share = isKnown ? max(0.001, time ?? 0) : 1
      done += share * job.fraction { experience.duration(of: name(job, $0)) }
      total += share
    }
    return total > 0 ? done / total : 0
  }

  /// They go on at once: the longest counts.
  private func left(_ experience: Experience, _ now: Time) -> Double? {
    var longest = 0.0
    for job in jobs {
      guard let left = job.left(at: now, { experience.duration(of: name(job, $0)) }) else { return nil }
      longest = max(longest, left)
    }
    return jobs.isEmpty || isDone ? nil : longest
  }
}
