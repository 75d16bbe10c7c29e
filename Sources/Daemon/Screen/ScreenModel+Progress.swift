import Loaders
import Progress
import Scene
import ScreenAPI
import Support
import Varlink

/// The call `SetProgress`, and the durations that are learned from it.
extension ScreenModel {
  mutating func setProgress(_ call: Call, _ client: Int, _ now: Time) throws(Reply) {
    let index = try entryIndex(call, client)
    let label = try call.text("label")
    let update = try ProgressUpdate(call)
    try update.checkPhase(of: stack[index].progress)
    let milestone = try call.text("milestone")
    let estimates = try call.flag("estimate"), isAlive = try call.isAlive
    if let milestone { bootEstimator.recordMilestone(milestone, at: now) }
    if isAlive {
      stack[index].progress?.heartbeat(now)
    } else if call.reportsProgress || update.hasProgress {
      var progress =
        stack[index].progress ?? ProgressModel(mode: mode.name, isLease: stack[index].owner != nil, at: now)
      progress.apply(update, bootEstimator.history, now: now)
      stack[index].progress = progress
      if progress.isDone { bootEstimator.recordDurations(of: &stack[index].progress) }
    } else if estimates {
      bootEstimator.startEstimating()
    } else if milestone == nil {
      bootEstimator.recordDurations(of: &stack[index].progress)
      stack[index].progress = nil
      if index == 0 {
        bootEstimator.history.part = nil
        bootEstimator.stopEstimating()
      }
      removeLoaderProgress(of: index)
    }
    if let label { stack[index].status = label.isEmpty ? nil : label }
    updateScreen(at: now)
  }

  /// The progress of the persistent entry; nil if there is none.
  var progress: ProgressModel? { stack[0].progress }

  /// What a successor continues of the persistent entry's progress.
  var screenProgress: ScreenProgress {
    ScreenProgress(
      progress, shown: top.isPersistent ? screen.progress : nil, isPartDecided: partDecision != .earlierBoot)
  }

  /// Continues the progress of a predecessor, whose picture had it already.
  mutating func restore(_ progress: ScreenProgress, at nanoseconds: Int64) {
    let now = Time(nanoseconds: nanoseconds)
    if let model = progress.model { stack[0].progress = model }
    if progress.isPartDecided, partDecision == .earlierBoot { partDecision = .predecessor }
    lastSeen.part = nextPart
    if top.isPersistent, let shown = progress.shown {
      screen.setProgress(shown, at: now, fading: false)
      bootEstimator.awaitsHistory = progress.isEstimate
    }
    generation += 1
    updateScreen(at: now, fading: false)
  }

  /// Adds what was learned until now to the durations of earlier boots. With `estimates` the bar shows the estimated
  /// progress of this boot.
  mutating func setDurationHistory(_ history: DurationHistory, estimating estimates: Bool, at nanoseconds: Int64) {
    let ownPart = bootEstimator.history.part
    bootEstimator.history = history.adding(bootEstimator.history)
    if !history.isPartial { bootEstimator.awaitsHistory = false }
    bootEstimator.resume(history.unfinished)
    bootEstimator.history.part = ownPart
    if history.decidesPart, partDecision == .earlierBoot { partDecision = .predecessor }
    switch partDecision {
    case .earlierBoot:
      if let part = history.part, ownPart == nil, stack[0].progress == nil {
        stack[0].progress = ProgressModel(mode: mode.name, part: part, at: Time(nanoseconds: nanoseconds))
      }
    case .predecessor: bootEstimator.history.part = ownPart ?? history.part
    case .here: break
    }
    if !history.isPartial { partDecision = .here }
    lastSeen.part = nextPart
    if estimates || bootEstimator.isEstimating { bootEstimator.startEstimating() }
    generation += 1
    updateScreen(at: Time(nanoseconds: nanoseconds))
  }

  /// Records that the current mode is over: the boot is complete, or the display was given up.
  mutating func endMode(at now: Time) { bootEstimator.recordEnd(at: now) }

  /// The durations to store for the next boot, with those of unfinished work.
  mutating func currentDurationHistory() -> DurationHistory {
    for index in stack.indices { bootEstimator.recordDurations(of: &stack[index].progress) }
    var history = bootEstimator.history
    history.part = nextPart
    history.decidesPart = partDecision != .earlierBoot
    history.unfinished = bootEstimator.unfinished
    return history
  }

  /// The part with which the next boot continues; nil if there is none.
  var nextPart: ProgressModel.Part? {
    guard let progress = stack[0].progress, let part = progress.part else { return bootEstimator.history.part }
    if !progress.isDone { return part }
    return part.number < part.count ? ProgressModel.Part(number: part.number + 1, count: part.count) : nil
  }
}
