import Loaders
import Progress
import Scene
import Support

/// Records the milestones of this boot, and estimates its progress from the durations of earlier boots.
struct BootEstimator {
  /// The durations of earlier boots.
  var history = DurationHistory()
  private var run: BootMilestones
  private var prediction: BootPrediction?
  /// Whether the progress is to be estimated. The history may be read later.
  private(set) var isEstimating = false
  /// When the mode began.
  private var began: Time
  /// Whether the boot was over when this process was started: nothing is estimated or learned.
  var isOver = false
  /// Whether a predecessor's estimate goes on until the history is there.
  var awaitsHistory = false

  /// The newest milestone, also if the run has too many or is older than a day.
  private(set) var milestone: Bytes?

  init(_ mode: ScreenMode, since began: Time) {
    run = BootMilestones(mode.name)
    self.began = began
  }

  /// Records that the boot has reached a milestone.
  mutating func recordMilestone(_ milestone: Bytes, at now: Time) {
    guard milestone.count <= BootMilestones.Milestone.maximumLength else { return }
    self.milestone = milestone
    let time = (now - began).seconds
    run.recordMilestone(milestone, at: time)
    _ = prediction?.milestoneReached(milestone, at: time)
  }

  /// The run until now, for a successor; nil if the mode has ended, or has no milestones.
  var unfinished: BootMilestones? {
    if isOver || run.length > 0 || run.milestones.isEmpty { return nil }
    var unfinished = run
    unfinished.start = began.seconds
    return unfinished
  }

  /// Goes on with the run of a predecessor, if it is one of the mode.
  mutating func resume(_ earlier: BootMilestones?) {
    guard var earlier, earlier.mode == run.mode, run.length == 0 else { return }
    let start = earlier.start.flatMap { (0...began.seconds).contains($0) ? $0 : nil } ?? began.seconds
    let delay = began.seconds - start
    began = Time(seconds: start)
    earlier.start = nil
    for milestone in run.milestones { earlier.recordMilestone(milestone.name, at: milestone.time + delay) }
    milestone = milestone ?? earlier.milestones.last?.name
    run = earlier
  }

  /// Estimates the progress from now on, if there was an earlier boot.
  mutating func startEstimating() {
    if isOver { return }
    isEstimating = true
    guard prediction == nil, let known = history.meanRun(of: run.mode) else { return }
    prediction = BootPrediction(known)
    for milestone in run.milestones { _ = prediction?.milestoneReached(milestone.name, at: milestone.time) }
  }

  mutating func stopEstimating() {
    prediction = nil
    isEstimating = false
    awaitsHistory = false
  }

  /// The estimated progress, which continues from what the bar shows; nil if nothing is estimated.
  func progress(after before: ProgressAnimation?, at now: Time) -> ProgressAnimation? {
    guard let prediction else { return awaitsHistory ? before : nil }
    let time = (now - began).seconds
    let from = before?.value(at: Moment(now)) ?? prediction.initialValue(at: time)
    let next = prediction.next(from: from, at: time)
    return ProgressAnimation(from: from, to: next.value, since: now, expecting: Time(seconds: next.seconds))
  }

  /// Records that the mode is over, once. Lengths outside of 0.5 seconds to a day, or to an hour for a boot, are not
  /// learned.
  mutating func recordEnd(at now: Time) {
    if isOver || run.length > 0 { return }
    if prediction == nil && run.milestones.isEmpty && run.mode != "boot" { return }
    run.length = (now - began).seconds
    if (0.5...(run.mode == "boot" ? 3600 : 86400)).contains(run.length) { history.learn(run) }
  }

  /// Adds the durations of the phases of an operation to the history.
  mutating func recordDurations(of model: inout ProgressModel?) { model?.recordDurations(in: &history) }
}
