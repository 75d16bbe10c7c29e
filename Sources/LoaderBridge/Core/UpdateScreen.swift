import ScreenAPI
public import Support
public import Varlink

/// The calls that show a running update: mode `update`, its progress, and at the end the mode from before.
public struct UpdateScreen {
  /// Nanoseconds for which a finished update stays on the screen; many systems reboot in this time.
  static var holdTime: Int64 { 5_000_000_000 }

  /// RAUC's installations.
  public var rauc = RaucProgress()
  /// systemd-sysupdated's jobs.
  public var jobs = SysupdateJobs()

  /// Whether an update was reported to loaderd.
  public private(set) var isShown = false
  /// When the mode from before is restored, in nanoseconds.
  private var endTime: Int64?
  /// The mode from before the update; nil until loaderd has reported it.
  public private(set) var previousMode: Bytes?
  /// Whether the reply to `GetState` is outstanding.
  private var awaitsState = false
  /// Whether we have set the status line.
  private var hasLabel = false
  private var queue: [Call] = []

  /// Starts with no update.
  public init() {}

  /// Goes on with the screen of a process that ended in the middle of an update; `mode` is the mode from before the
  /// update. If no update is found any more, the screen ends.
  public init(after mode: Bytes) {
    previousMode = mode
    isShown = true
    hasLabel = true
  }

  /// Whether an update runs.
  public var isActive: Bool { rauc.isActive || jobs.isActive }

  /// The next call to send; nil when loaderd knows everything, or a reply is outstanding.
  public mutating func nextCall(now: Int64) -> Call? {
    if awaitsState { return nil }
    if queue.isEmpty { fillQueue(now) }
    if queue.isEmpty { return nil }
    let call = queue.removeFirst()
    if call.method == Call.state.method { awaitsState = true }
    if call["label"] != nil { hasLabel = true }
    return call
  }

  private mutating func fillQueue(_ now: Int64) {
    if isActive && !isShown {
      isShown = true
      endTime = nil
      queue = [.state, .mode("update")]
      return
    }
    if isActive { endTime = nil }
    if let call = rauc.nextCall(now: now) ?? jobs.nextCall() {
      queue = [call]
    } else if !isActive, let failure = rauc.nextFailure() ?? jobs.nextFailure() {
      // A change of the mode ends a failure, so it comes after the last one.
      queue = restore() + [failure]
    } else if isShown && !isActive {
      endTime = endTime ?? now + UpdateScreen.holdTime
      if let endTime, endTime <= now { queue = restore() }
    }
  }

  /// The calls that remove the update from the screen.
  private mutating func restore() -> [Call] {
    if !isShown { return [] }
    let label = hasLabel ? [JSON.Member("label", "")] : []
    let calls = [.progress(nil, label)] + (previousMode.map { [Call.mode($0)] } ?? [])
    isShown = false
    endTime = nil
    previousMode = nil
    hasLabel = false
    return calls
  }

  /// Handles the reply to `GetState`: the mode before the update, nil when loaderd has none.
  public mutating func handleState(mode: Bytes?) {
    awaitsState = false
    previousMode = previousMode ?? mode
  }

  /// When ``nextCall(now:)`` may return a call without another event, in nanoseconds; nil for never.
  public var deadline: Int64? { awaitsState ? nil : [rauc.deadline, endTime].compactMap { $0 }.min() }
  /// Whether RAUC should be queried from time to time, to see that it still works.
  public var wantsHeartbeat: Bool { rauc.isActive }

  /// Sends everything again, because loaderd was restarted. Reports of failures stay queued, and so does the end of the
  /// screen if `unanswered`, the calls without a reply, or the queue have it: loaderd's journal has mode `update` until
  /// then.
  public mutating func markUnsent(_ unanswered: [Call] = []) {
    rauc.markUnsent()
    jobs.markUnsent()
    awaitsState = false
    let ending = isShown ? [] : (unanswered + queue).filter { $0.endsUpdate }
    queue = ending + queue.filter { $0.method.hasSuffix("ReportFailure") }
    if isShown && isActive { queue = (previousMode == nil ? [.state] : []) + [.mode("update")] + queue }
  }
}

extension Call {
  /// Whether it is one of those with which an update leaves the screen.
  fileprivate var endsUpdate: Bool {
    method.hasSuffix(".SetMode") || method.hasSuffix(".SetProgress") && !reportsProgress && self["task"] == nil
  }
}
