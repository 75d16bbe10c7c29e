import Loaders
import Support
import Scene
import Progress

/// What this run of the machine takes: where it is by what earlier ones took, and what the next may know.
struct BootEstimator {
  /// What earlier runs took.
  var experience = DurationHistory()
  private var course: BootTimeline
  private var forecast: BootPrediction?
  /// When the mode began, on the screen's clock.
  private var began: Time

  /// The last one on the way.
  var milestone: Bytes? { course.milestones.last?.name }

  init(_ mode: Bytes, since began: Time) { (course, self.began) = (BootTimeline(mode), began) }

  /// Something was reached on the way that every run of the machine takes.
  mutating func pass(_ milestone: Bytes, at now: Time) {
    let time = (now - began).seconds
    course.recordMilestone(milestone, at: time)
    _ = forecast?.milestoneReached(milestone, at: time)
  }

  /// Tells from now on where this run is; nothing where there were none before.
  mutating func estimate() {
    guard forecast == nil, let known = experience.timeline(of: course.mode) else { return }
    forecast = BootPrediction(known)
    for milestone in course.milestones { _ = forecast?.milestoneReached(milestone.name, at: milestone.time) }
  }

  mutating func estimateNoMore() { forecast = nil }

  /// Where this run is, from where the screen has it; nil where that is not to be told.
  func progress(after before: ProgressAnimation?, at now: Time) -> ProgressAnimation? {
    guard let forecast else { return nil }
    let time = (now - began).seconds
    let from = before?.value(at: Moment(now)) ?? forecast.initialValue(at: time)
    let next = forecast.next(from: from, at: time)
    return ProgressAnimation(from: from, to: next.value, since: now, expecting: Time(seconds: next.seconds))
  }

  /// The end of what the mode is for: how long it took is known now.
  mutating func end(at now: Time) {
    if course.length > 0 || forecast == nil && course.milestones.isEmpty && course.mode != "boot" { return }
    course.length = (now - began).seconds
    if (0.5...86400).contains(course.length) { experience.learn(course) }
  }

  mutating func learn(from work: inout ProgressModel?) { work?.recordDurations(in: &experience) }
}
