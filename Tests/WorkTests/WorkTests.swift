import Dice
import Notation
import Scene
import Testing

@testable import Work

/// Work as a machine: reports and times go in, a fraction and a time that is left come out.
@Suite struct WorkTests {
  private var work = Work(mode: "update", at: .zero)
  private var experience = Experience()

  private mutating func say(
    _ fraction: Double?, phase: Bytes? = nil, of phases: [Phase] = [], task: Bytes = "", part: (Int, Int)? = nil,
    at seconds: Double = 0
  ) {
    var report = Report()
    (report.fraction, report.phase, report.phases, report.task, report.part) = (fraction, phase, phases, task, part)
    work.take(report, experience, now: Time(seconds: seconds))
  }

  @Test mutating func aPlainFractionIsShownAsItIs() {
    #expect(work.fraction == nil)
    for fraction in [0.2, 0.7, 0.4, 1] {
      say(fraction)
      #expect(work.fraction == fraction)
    }
    say(nil)
    #expect(work.fraction == nil, "indeterminate")
  }

  @Test mutating func phasesCountByTheirWeight() {
    let phases = [Phase("download", weight: 3), Phase("install", weight: 6), Phase("verify", weight: 1)]
    say(0, phase: "download", of: phases)
    say(0.5, phase: "download")
    #expect(work.fraction == 0.15)
    say(0, phase: "install")
    #expect(work.fraction == 0.3, "what came before is done")
    say(0.2, phase: "download")
    #expect(work.fraction == 0.3, "it never goes back")
    say(1, phase: "install")
    #expect(work.fraction == 0.9 && !work.isDone, "nor to its end too early")
    say(1, phase: "verify")
    #expect(work.fraction == 1 && work.isDone)
    say(0.1, phase: "download")
    #expect(work.fraction == 1, "what was reached stays on the screen")
  }

  @Test mutating func whatNobodyAnnouncedIsNeverTheLast() {
    say(1, phase: "download")
    #expect(work.fraction == 0.95, "another phase may follow")
    say(0.1, phase: "install")
    #expect(work.fraction == 0.95)
    say(1, phase: "install", of: [Phase("check"), Phase("download"), Phase("install")])
    #expect(work.fraction == 1, "now they are all known, and those before it are over")
  }

  @Test mutating func whatBeginsAfterAllBeginsAnew() {
    say(1, task: "a")
    #expect(work.fraction == 1)
    say(0.05, task: "b")
    #expect(work.fraction == 0.05)
  }

  @Test mutating func learnedTimesCountMoreThanWeights() {
    for _ in 0..<3 {
      experience.learn(90, of: "update//download")
      experience.learn(10, of: "update//install")
    }
    say(1, phase: "download", of: [Phase("download"), Phase("install")])
    #expect(work.fraction == 0.9)
  }

  @Test mutating func tasksGoOnAtOnce() {
    say(0.5, task: "a")
    say(0, task: "b")
    #expect(work.fraction == 0.5, "more to do is no step back")
    say(1, task: "a")
    #expect(work.fraction == 0.5 && !work.isDone)
    say(1, task: "b")
    #expect(work.isDone && work.fraction == 1)
    for index in 0..<100 { say(0.5, task: "many \(index)") }
    #expect(work.jobs.count == Work.limit)
  }

  @Test mutating func partsShareTheWhole() {
    say(0.5, part: (2, 3))
    #expect(work.fraction == 0.5 && work.part == Work.Part(number: 2, count: 3))
    say(0, part: (3, 3))
    #expect(work.fraction == 2.0 / 3)
    #expect(Work(mode: "boot", part: Work.Part(number: 2, count: 3), at: .zero).fraction == 1.0 / 3)
    for (number, count) in [(0, 3), (4, 3), (1, 0), (1, 100), (-1, -1)] {
      #expect(!Work.Part.isValid(number, of: count))
    }
  }

  @Test mutating func phasesTeachHowLongTheyTake() {
    say(0, phase: "download", of: [Phase("download"), Phase("install")], at: 10)
    say(0.1, phase: "install", at: 40)
    say(1, phase: "install", at: 100)
    for _ in 1...2 { work.teach(&experience) }  // each is learned once
    say(1, phase: "install", at: 200)
    work.teach(&experience)
    var once = Experience()
    for (name, seconds) in [("update//download", 30.0), ("update//install", 60)] as [(Bytes, Double)] {
      once.learn(seconds, of: name)
    }
    #expect(experience == once)
  }

  @Test mutating func theTimeThatIsLeftFollowsTheRate() throws {
    say(0, at: 0)
    #expect(work.left(at: .zero) == nil, "nobody can tell yet")
    say(0.25, at: 10)
    #expect(work.left(at: Time(seconds: 10)) == 30)
    #expect(work.left(at: Time(seconds: 25)) == 15)
    say(0.3, at: 60)
    let before = try #require(work.left(at: Time(seconds: 60)))
    #expect(before <= 15, "what was shown is never exceeded, however wrong it was")
  }

  @Test(arguments: 1...40) mutating func whateverIsSaidItNeitherGoesBackNorEndsEarly(_ seed: UInt64) {
    var dice = Dice(seed: seed), time = 0.0, shown = 0.0, left = Double.infinity
    let phases = (0..<dice.roll(1...5)).map { Phase("p\($0)", weight: Double(dice.roll(1...20))) }
    say(0, phase: "p0", of: phases)
    for (index, phase) in phases.enumerated() {
      var fraction = 0.0
      while fraction < 1 {
        time += Double(dice.roll(1...4000)) / 100
        fraction = min(1, fraction + Double(dice.roll(0...30)) / 100)
        say(fraction, phase: phase.name, at: time)
        let now = work.fraction ?? -1
        #expect(now >= shown && now <= 1)
        #expect(now < 1 || index == phases.count - 1 && fraction == 1)
        shown = now
        if let seconds = work.left(at: Time(seconds: time)) {
          #expect(seconds <= left && seconds >= 1)
          left = seconds
        }
      }
    }
    #expect(work.isDone && work.fraction == 1 && work.left(at: Time(seconds: time)) == nil)
  }

  @Test mutating func signsOfLifeAreNoted() {
    say(0.5, at: 10)
    work.beat(Time(seconds: 20))
    #expect(work.alive == Time(seconds: 20) && work.fraction == 0.5)
  }
}
