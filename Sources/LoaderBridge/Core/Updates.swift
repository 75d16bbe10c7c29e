public import Support
public import Varlink

/// The screen while something is being updated: another mode, its progress, and what was there before at the end.
public struct Updates {
  /// Nanoseconds for which an update that is done stays, unless the system goes down meanwhile.
  static var pause: Int64 { 5_000_000_000 }

  public var rauc = RaucProgress()
  public var jobs = UpdateJobs()

  public private(set) var isShown = false
  /// When what was there before comes back.
  private var end: Int64?
  /// What it was; nil while nobody has said.
  private var mode: Bytes?
  /// Its answer has not come.
  private var isAsking = false
  /// The status line is ours.
  private var hasLabel = false
  private var queue: [Call] = []

  public init() {}

  private var isActive: Bool { rauc.isActive || jobs.isActive }

  /// The next call to make; nil when loaderd knows all.
  public mutating func call(now: Int64) -> Call? {
    if isAsking { return nil }
    if queue.isEmpty { proceed(now) }
    if queue.isEmpty { return nil }
    let call = queue.removeFirst()
    if call.method == Call.state.method { isAsking = true }
    if call["label"] != nil { hasLabel = true }
    return call
  }

  private mutating func proceed(_ now: Int64) {
    if isActive && !isShown {
      (isShown, end) = (true, nil)
      queue = [.state, .mode("update")]
      return
    }
    if isActive { end = nil }
    if let call = rauc.call(now: now) ?? jobs.call() {
      queue = [call]
    } else if let failure = rauc.takeFailure() ?? jobs.takeFailure() {
      // A failure is the last word: nothing may cover it.
      queue = (isActive ? [] : finish()) + [failure]
    } else if isShown && !isActive {
      end = end ?? now + Updates.pause
      if let end, end <= now { queue = finish() }
    }
  }

  private mutating func finish() -> [Call] {
    if !isShown { return [] }
    defer { (isShown, end, mode, hasLabel) = (false, nil, nil, false) }
    let label = hasLabel ? [JSON.Member("label", "")] : []
    return [.progress(nil, label)] + (mode.map { [.mode($0)] } ?? [])
  }

  /// What loaderd says of its mode before an update; nil when it says nothing.
  public mutating func take(mode: Bytes?) {
    isAsking = false
    self.mode = self.mode ?? mode
  }

  public var deadline: Int64? { [rauc.deadline, end].compactMap { $0 }.min() }
  /// Whether to look from time to time if the service still works.
  public var wantsHeartbeat: Bool { rauc.isActive }

  /// Everything is told again, to another loaderd, which may be the successor of one that knew.
  public mutating func forget() {
    rauc.forget()
    jobs.forget()
    isAsking = false
    queue.removeAll { !$0.method.hasSuffix("ReportFailure") }
    if isShown && isActive { queue = (mode == nil ? [.state] : []) + [.mode("update")] + queue }
  }
}
