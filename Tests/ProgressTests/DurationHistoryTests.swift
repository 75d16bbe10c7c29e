import Support
import Testing

@testable import Progress

@Suite struct DurationHistoryTests {
  @Test func durationIsTheMedianOfTheLastThree() {
    var history = DurationHistory()
    #expect(history.duration(of: "a") == nil)
    for (seconds, median) in [(10.0, 10.0), (30, 10), (20, 20), (500, 30), (25, 25)] {
      history.learn(seconds, of: "a")
      #expect(history.duration(of: "a") == median)
    }
    for invalid in [0, -1, .infinity, .nan, 1e9] { history.learn(invalid, of: "b") }
    #expect(history.duration(of: "b") == nil)
  }

  @Test func durationHistoryIsBounded() {
    var history = DurationHistory()
    for index in 0..<500 {
      history.learn(5, of: "phase \(index)")
      var run = BootMilestones("mode \(index)")
      for step in 0..<500 {
        run.recordMilestone("milestone \(index) of a rather long name \(step)", at: Double(step))
      }
      run.length = 500
      history.learn(run)
    }
    #expect(history.duration(of: "phase 0") == nil && history.duration(of: "phase 499") == 5)
    #expect(history.meanRuns.count == 8 && history.meanRuns.allSatisfy { $0.milestones.count == 192 })
    let written = history.text
    #expect(
      written.count <= DurationHistory.byteLimit && DurationHistory(written).meanRuns.last?.milestones.count == 192)
    #expect(DurationHistory(written).duration(of: "phase 499") == 5)
  }

  @Test func historyFileRoundTrips() {
    var history = DurationHistory()
    history.learn(1.5, of: "update//download")
    history.learn(2.25, of: "update//download")
    var run = BootMilestones("boot")
    run.recordMilestone("a.service", at: 1.25)
    run.recordMilestone("b.service", at: 2.5)
    run.length = 7.75
    history.learn(run)
    history.part = ProgressModel.Part(number: 2, count: 3)
    #expect(DurationHistory(history.text) == history)
  }

  @Test(arguments: [
    "", "nonsense", "[]", "{}", #"{"durations":5,"courses":{}}"#, #"{"durations":[{"name":"a"},{"seconds":[1]},7]}"#,
    #"{"courses":[{"mode":"boot"}]}"#, #"{"part":{"number":4,"count":3}}"#, #"{"part":{"number":1.5,"count":3}}"#,
    #"{"courses":[{"mode":"boot","seconds":-5,"milestones":[{"name":"x","at":1}]}]}"#,
  ])
  func malformedHistoryFileIsEmpty(_ text: String) {
    #expect(DurationHistory(Bytes(Array(text.utf8))) == DurationHistory())
  }

  @Test func runsOfTwoBootsAreAveraged() {
    var history = DurationHistory()
    for times in [[1.0, 2, 10], [3, 4, 14]] {
      var run = BootMilestones("boot")
      run.recordMilestone("a", at: times[0])
      run.recordMilestone("b", at: times[1])
      run.length = times[2]
      history.learn(run)
    }
    let run = history.meanRun(of: "boot")
    #expect(run?.length == 12)
    let times = run?.milestones.map { $0.time } ?? []
    #expect(zip(times, [12 * (0.1 + 3.0 / 14) / 2, 12 * (0.2 + 4.0 / 14) / 2]).allSatisfy { abs($0 - $1) < 1e-9 })
  }
}
