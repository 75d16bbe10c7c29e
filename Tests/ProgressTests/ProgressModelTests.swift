import SeededRandom
import Support
import Testing

@testable import Progress

/// The progress model: updates and times go in, the progress and the remaining time come out.
@Suite struct ProgressModelTests {
  private var model = ProgressModel(mode: "update", at: .zero)
  private var history = DurationHistory()

  private mutating func update(
    _ fraction: Double?, phase: Bytes? = nil, of phases: [Phase] = [], task: Bytes = "", part: (Int, Int)? = nil,
    at seconds: Double = 0
  ) {
    var update = ProgressUpdate()
    update.fraction = fraction
    update.phase = phase
    update.phases = phases
    update.task = task
    update.part = part
    model.apply(update, history, now: Time(seconds: seconds))
  }

  @Test mutating func fractionWithoutPhasesMayDecrease() {
    #expect(model.fraction == nil)
    for fraction in [0.2, 0.7, 0.4, 1] {
      update(fraction)
      #expect(model.fraction == fraction)
    }
    update(nil)
    #expect(model.fraction == nil, "indeterminate")
  }

  @Test mutating func phasesCountByTheirWeight() {
    let phases = [Phase("download", weight: 3), Phase("install", weight: 6), Phase("verify", weight: 1)]
    update(0, phase: "download", of: phases)
    update(0.5, phase: "download")
    #expect(model.fraction == 0.15)
    update(0, phase: "install")
    #expect(model.fraction == 0.3, "the phase before is done")
    update(0.2, phase: "download")
    #expect(model.fraction == 0.3, "progress with phases never decreases")
    update(1, phase: "install")
    #expect(model.fraction == 0.9 && !model.isDone, "not full before the last phase")
    update(1, phase: "verify")
    #expect(model.fraction == 1 && model.isDone)
    update(1, phase: "verify")
    #expect(model.fraction == 1)
    update(0.1, phase: "download")
    #expect(abs((model.fraction ?? 1) - 0.03) < 1e-9, "a new operation with the same phases")
  }

  @Test mutating func phasesBeforeTheLastOnesEndAlsoIfThereAreMany() {
    for number in 0..<40 { update(0.5, phase: "phase \(number)", at: Double(number)) }
    update(1, phase: "phase 39", at: 40)
    #expect(model.isDone)
  }

  /// As after a restart of loaderd: the rate and the duration are those of the part that was seen.
  @Test mutating func continuedWorkIsEstimatedFromWhereItBegan() {
    update(0.4, at: 0)
    update(0.5, at: 10)
    #expect(model.secondsLeft(at: Time(seconds: 10))?.rounded() == 50)
    update(1, at: 60)
    model.recordDurations(in: &history)
    #expect(history.duration(of: "update//") == 100)
    model = ProgressModel(mode: "update", at: .zero)
    update(0.95, task: "late", at: 0)
    update(1, task: "late", at: 1)
    model.recordDurations(in: &history)
    #expect(history.duration(of: "update/late/") == nil, "too little was seen")
  }

  @Test mutating func reportAfterTheEndStartsANewBar() {
    let phases = [Phase("a"), Phase("b")]
    update(0, phase: "a", of: phases)
    update(1, phase: "b")
    #expect(model.isDone)
    update(0.2)
    #expect(model.fraction == 0.2, "without phases")
    update(1)
    update(0.5, phase: "c", of: [Phase("c"), Phase("d")])
    #expect(model.fraction == 0.25, "with other phases")
    update(1, phase: "d")
    update(0.5, phase: "d")
    #expect(model.fraction == 0.75, "the last phase again: the ones before it are done")
    update(1, phase: "d")
    update(0.2, phase: "e")
    #expect(model.fraction == 0.2 && model.tasks[0].phases.map { $0.name } == ["e"], "a phase that was not announced")
    update(0, phase: "d", of: [Phase("c"), Phase("d")])
    update(1, phase: "d")
    update(0, phase: "x", task: "other")
    #expect(model.fraction == 0)
  }

  @Test mutating func progressOfUnannouncedPhasesIsBelowOne() {
    update(1, phase: "download")
    #expect(model.fraction == 0.95, "another phase may follow")
    update(0.1, phase: "install")
    #expect(model.fraction == 0.95)
    update(1, phase: "install", of: [Phase("check"), Phase("download"), Phase("install")])
    #expect(model.fraction == 1, "all phases are announced now, and the ones before are done")
  }

  @Test mutating func taskAfterAllAreDoneStartsANewOperation() {
    update(1, task: "a")
    #expect(model.fraction == 1)
    update(0.05, task: "b")
    #expect(model.fraction == 0.05)
  }

  @Test mutating func learnedDurationsReplaceWeights() {
    for _ in 0..<3 {
      history.learn(90, of: "update//download")
      history.learn(10, of: "update//install")
    }
    update(1, phase: "download", of: [Phase("download"), Phase("install")])
    #expect(model.fraction == 0.9)
  }

  @Test mutating func tasksRunAtTheSameTime() {
    update(0.5, task: "a")
    update(0, task: "b")
    #expect(model.fraction == 0.5, "another task does not decrease the progress")
    update(1, task: "a")
    #expect(model.fraction == 0.5 && !model.isDone)
    update(1, task: "b")
    #expect(model.isDone && model.fraction == 1)
    for index in 0..<100 { update(0.5, task: "many \(index)") }
    #expect(model.tasks.count == ProgressModel.limit)
  }

  @Test mutating func partsDivideTheProgress() {
    update(0.5, part: (2, 3))
    #expect(model.fraction == 0.5 && model.part == ProgressModel.Part(number: 2, count: 3))
    update(0, part: (3, 3))
    #expect(model.fraction == 2.0 / 3)
    #expect(ProgressModel(mode: "boot", part: ProgressModel.Part(number: 2, count: 3), at: .zero).fraction == 1.0 / 3)
    for (number, count) in [(0, 3), (4, 3), (1, 0), (1, 100), (-1, -1)] {
      #expect(!ProgressModel.Part.isValid(number, of: count))
    }
  }

  @Test mutating func durationsOfPhasesAreRecordedOnce() {
    update(0, phase: "download", of: [Phase("download"), Phase("install")], at: 10)
    update(0.1, phase: "install", at: 40)
    update(1, phase: "install", at: 100)
    for _ in 1...2 { model.recordDurations(in: &history) }  // the second call records nothing
    update(1, phase: "install", at: 200)
    model.recordDurations(in: &history)
    var once = DurationHistory()
    for (name, seconds) in [("update//download", 30.0), ("update//install", 60)] as [(Bytes, Double)] {
      once.learn(seconds, of: name)
    }
    #expect(history == once)
  }

  @Test mutating func remainingTimeFollowsTheRateAndNeverRises() throws {
    update(0, at: 0)
    #expect(model.secondsLeft(at: .zero) == nil, "no estimate yet")
    update(0.25, at: 10)
    #expect(model.secondsLeft(at: Time(seconds: 10)) == 30)
    #expect(model.secondsLeft(at: Time(seconds: 25)) == 15)
    update(0.3, at: 60)
    let before = try #require(model.secondsLeft(at: Time(seconds: 60)))
    #expect(before <= 15, "the displayed time never rises")
    update(0, task: "firmware", at: 61)
    #expect(model.secondsLeft(at: Time(seconds: 70)) == nil, "there is more work, and nothing is known of it")
  }

  @Test(arguments: 1...40) mutating func progressNeitherDecreasesNorIsFullEarlyForAnyUpdates(_ seed: UInt64) {
    var dice = SeededRandom(seed: seed), time = 0.0, shown = 0.0, left = Double.infinity
    let phases = (0..<dice.roll(1...5)).map { Phase("p\($0)", weight: Double(dice.roll(1...20))) }
    update(0, phase: "p0", of: phases)
    for (index, phase) in phases.enumerated() {
      var fraction = 0.0
      while fraction < 1 {
        time += Double(dice.roll(1...4000)) / 100
        fraction = min(1, fraction + Double(dice.roll(0...30)) / 100)
        update(fraction, phase: phase.name, at: time)
        let now = model.fraction ?? -1
        #expect(now >= shown && now <= 1)
        #expect(now < 1 || index == phases.count - 1 && fraction == 1)
        shown = now
        if let seconds = model.secondsLeft(at: Time(seconds: time)) {
          #expect(seconds <= left && seconds >= 1)
          left = seconds
        }
      }
    }
    #expect(model.isDone && model.fraction == 1 && model.secondsLeft(at: Time(seconds: time)) == nil)
  }

  @Test mutating func heartbeatUpdatesTheLastActivity() {
    update(0.5, at: 10)
    model.heartbeat(Time(seconds: 20))
    #expect(model.lastActivity == Time(seconds: 20) && model.fraction == 0.5)
  }
}
