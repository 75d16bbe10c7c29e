import Loaders
import Support
import Varlink
import Scene
import Progress

/// The call that tells the progress, and what is learned from it.
extension ScreenModel {
  mutating func setProgress(_ call: Call, _ client: Int, _ now: Time) throws(Reply) {
    let place = try place(call, client)
    let label = try call.text("label")
    let report = try ProgressUpdate(call)
    try report.checkPhase(of: stack[place].work)
    let milestone = try call.text("milestone")
    let estimates = try call.flag("estimate"), isAlive = try call.flag("alive")
    if let milestone { expectation.pass(milestone, at: now) }
    if isAlive {
      stack[place].work?.heartbeat(now)
    } else if call["value"] != nil || report.isAbout {
      var work = stack[place].work ?? ProgressModel(mode: mode, at: now)
      work.apply(report, expectation.experience, now: now)
      stack[place].work = work
      if work.isDone { expectation.learn(from: &stack[place].work) }
    } else if estimates {
      expectation.estimate()
    } else if milestone == nil {
      expectation.learn(from: &stack[place].work)
      stack[place].work = nil
      expectation.estimateNoMore()
    }
    if let label { stack[place].status = label.isEmpty ? nil : label }
    surface(at: now)
  }

  /// Takes what earlier runs took; `estimates` shows where this one is.
  mutating func take(_ experience: DurationHistory, estimating estimates: Bool, at nanoseconds: Int64) {
    expectation.experience = experience
    if let part = experience.part, stack[0].work == nil {
      stack[0].work = ProgressModel(mode: mode, part: part, at: Time(nanoseconds: nanoseconds))
    }
    expectation.experience.part = nil
    if estimates { expectation.estimate() }
    generation += 1
    surface(at: Time(nanoseconds: nanoseconds))
  }

  /// The end of what this mode is for.
  mutating func endCourse(at now: Time) { expectation.end(at: now) }

  /// What the next run of the machine may know.
  mutating func leaveExperience() -> DurationHistory {
    for index in stack.indices { expectation.learn(from: &stack[index].work) }
    var left = expectation.experience
    if let part = stack[0].work?.part {
      let isDone = stack[0].work?.isDone ?? false
      left.part =
        !isDone ? part : part.number < part.count ? ProgressModel.Part(number: part.number + 1, count: part.count) : nil
    }
    return left
  }
}
