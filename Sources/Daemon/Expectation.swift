import Loaders
import Notation
import Scene
import Work

/// What this run of the machine takes: where it is by what earlier ones took, and what the next may know.
struct Expectation {
  /// What earlier runs took.
  var experience = Experience()
  private var course: Course
  private var forecast: Forecast?
  /// When the mode began, on the screen's clock.
  private var began: Time

  /// The last one on the way.
  var milestone: Bytes? { course.milestones.last?.name }

  init(_ mode: Bytes, since began: Time) { (course, self.began) = (Course(mode), began) }

  /// Something was reached on the way that every run of the machine takes.
  mutating func pass(_ milestone: Bytes, at now: Time) {
    let time = (now - began).seconds
    course.pass(milestone, at: time)
    _ = forecast?.pass(milestone, at: time)
  }

  /// Tells from now on where this run is; nothing where there were none before.
  mutating func estimate() {
    guard forecast == nil, let known = experience.course(of: course.mode) else { return }
    forecast = Forecast(known)
    for milestone in course.milestones { _ = forecast?.pass(milestone.name, at: milestone.time) }
  }

  mutating func estimateNoMore() { forecast = nil }

  /// Where this run is, from where the screen has it; nil where that is not to be told.
  func progress(after before: Progress?, at now: Time) -> Progress? {
    guard let forecast else { return nil }
    let time = (now - began).seconds
    let from = before?.value(at: Moment(now)) ?? forecast.start(at: time)
    let next = forecast.next(from: from, at: time)
    return Progress(from: from, to: next.value, since: now, expecting: Time(seconds: next.seconds))
  }

  /// The end of what the mode is for: how long it took is known now.
  mutating func end(at now: Time) {
    if course.length > 0 || forecast == nil && course.milestones.isEmpty && course.mode != "boot" { return }
    course.length = (now - began).seconds
    if (0.5...86400).contains(course.length) { experience.learn(course) }
  }

  mutating func learn(from work: inout Work?) { work?.teach(&experience) }
}
