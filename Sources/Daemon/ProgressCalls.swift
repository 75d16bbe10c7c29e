import Loaders
import Support
import Varlink
import Scene
import Progress

/// The call that tells the progress, and what is learned from it.
extension ScreenModel {
  mutating func setProgress(_ call: Call, _ client: Int, _ now: Time) throws(Reply) {
    let index = try entryIndex(call, client)
    let label = try call.text("label")
    let report = try ProgressUpdate(call)
    try report.checkPhase(of: stack[index].work)
    let milestone = try call.text("milestone")
    let estimates = try call.flag("estimate"), isAlive = try call.flag("alive")
    if let milestone { bootEstimator.recordMilestone(milestone, at: now) }
    if isAlive {
      stack[index].work?.heartbeat(now)
    } else if call["value"] != nil || report.isAbout {
      var work = stack[index].work ?? ProgressModel(mode: mode, at: now)
      work.apply(report, bootEstimator.history, now: now)
      stack[index].work = work
      if work.isDone { bootEstimator.recordDurations(of: &stack[index].work) }
    } else if estimates {
      bootEstimator.startEstimating()
    } else if milestone == nil {
      bootEstimator.recordDurations(of: &stack[index].work)
      stack[index].work = nil
      bootEstimator.stopEstimating()
    }
    if let label { stack[index].status = label.isEmpty ? nil : label }
    updateScreen(at: now)
  }

  /// Takes what earlier runs took; `estimates` shows where this one is.
  mutating func setDurationHistory(_ history: DurationHistory, estimating estimates: Bool, at nanoseconds: Int64) {
    bootEstimator.history = history
    if let part = history.part, stack[0].work == nil {
      stack[0].work = ProgressModel(mode: mode, part: part, at: Time(nanoseconds: nanoseconds))
    }
    bootEstimator.history.part = nil
    if estimates { bootEstimator.startEstimating() }
    generation += 1
    updateScreen(at: Time(nanoseconds: nanoseconds))
  }

  /// The end of what this mode is for.
  mutating func endMode(at now: Time) { bootEstimator.recordEnd(at: now) }

  /// What the next run of the machine may know.
  mutating func finalDurationHistory() -> DurationHistory {
    for index in stack.indices { bootEstimator.recordDurations(of: &stack[index].work) }
    var left = bootEstimator.history
    if let part = stack[0].work?.part {
      let isDone = stack[0].work?.isDone ?? false
      left.part =
        !isDone ? part : part.number < part.count ? ProgressModel.Part(number: part.number + 1, count: part.count) : nil
    }
    return left
  }
}
