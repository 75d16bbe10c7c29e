import Notation
import Testing

@testable import Work

@Suite struct ExperienceTests {
  @Test func theMedianOfTheLastCounts() {
    var experience = Experience()
    #expect(experience.duration(of: "a") == nil)
    for (seconds, median) in [(10.0, 10.0), (30, 10), (20, 20), (500, 30), (25, 25)] {
      experience.learn(seconds, of: "a")
      #expect(experience.duration(of: "a") == median)
    }
    for nonsense in [0, -1, .infinity, .nan, 1e9] { experience.learn(nonsense, of: "b") }
    #expect(experience.duration(of: "b") == nil)
  }

  @Test func itIsBounded() {
    var experience = Experience()
    for index in 0..<500 {
      experience.learn(5, of: "phase \(index)")
      var course = Course("mode \(index)")
      for step in 0..<500 { course.pass("milestone \(index) of a rather long name \(step)", at: Double(step)) }
      course.length = 500
      experience.learn(course)
    }
    #expect(experience.duration(of: "phase 0") == nil && experience.duration(of: "phase 499") == 5)
    #expect(experience.courses.count == 8 && experience.courses.allSatisfy { $0.milestones.count == 192 })
    let written = experience.text
    #expect(written.count <= Experience.size && Experience(written).courses.last?.milestones.count == 192)
    #expect(Experience(written).duration(of: "phase 499") == 5)
  }

  @Test func aFileIsReadAsItWasWritten() {
    var experience = Experience()
    experience.learn(1.5, of: "update//download")
    experience.learn(2.25, of: "update//download")
    var course = Course("boot")
    course.pass("a.service", at: 1.25)
    course.pass("b.service", at: 2.5)
    course.length = 7.75
    experience.learn(course)
    experience.part = Work.Part(number: 2, count: 3)
    #expect(Experience(experience.text) == experience)
  }

  @Test(arguments: [
    "", "nonsense", "[]", "{}", #"{"durations":5,"courses":{}}"#, #"{"durations":[{"name":"a"},{"seconds":[1]},7]}"#,
    #"{"courses":[{"mode":"boot"}]}"#, #"{"part":{"number":4,"count":3}}"#, #"{"part":{"number":1.5,"count":3}}"#,
    #"{"courses":[{"mode":"boot","seconds":-5,"milestones":[{"name":"x","at":1}]}]}"#,
  ])
  func aFileOfNonsenseIsNoExperience(_ text: String) {
    #expect(Experience(Bytes(Array(text.utf8))) == Experience())
  }

  @Test func coursesMerge() {
    var experience = Experience()
    for times in [[1.0, 2, 10], [3, 4, 14]] {
      var course = Course("boot")
      course.pass("a", at: times[0])
      course.pass("b", at: times[1])
      course.length = times[2]
      experience.learn(course)
    }
    let course = experience.course(of: "boot")
    #expect(course?.length == 12)
    let times = course?.milestones.map { $0.time } ?? []
    #expect(zip(times, [12 * (0.1 + 3.0 / 14) / 2, 12 * (0.2 + 4.0 / 14) / 2]).allSatisfy { abs($0 - $1) < 1e-9 })
  }
}
