import Scene
import Support
import Testing

/// Animation phases, and the time of the next change.
@Suite struct MomentTests {
  private func moment(_ seconds: Double) -> Moment { Moment(Time(seconds: seconds)) }
  /// A week in seconds: phases stay exact on a long-running clock.
  private static let week = 604_800.0

  @Test(arguments: [0, week]) func loopRisesThenWaits(_ start: Double) {
    for (offset, phase) in [
      (0.0, 0.0), (0.5, 0.25), (1.999999999, 0.9999999995), (2.0, 0.0), (2.4, 0.0), (2.5, 0.0), (3.0, 0.25),
    ] {
      let count = (start / 2.5).rounded(.down)
      let moment = moment(count * 2.5 + offset)
      #expect(abs(moment.loop(Time(seconds: 2), delay: Time(seconds: 0.5)) - phase) < 1e-9, "at \(offset)")
    }
  }

  @Test func waitingLoopRecordsItsNextChange() {
    let moving = moment(1), waiting = moment(12.1)
    _ = moving.loop(Time(seconds: 2), delay: Time(seconds: 0.5))
    _ = waiting.loop(Time(seconds: 2), delay: Time(seconds: 0.5))
    #expect(moving.change == .always)
    #expect(waiting.change == .at(Time(seconds: 12.5)))
  }

  @Test func pingPongRisesAndFalls() {
    for (time, phase) in [(0.0, 0.0), (0.4, 0.5), (0.8, 1.0), (1.2, 0.5), (1.6, 0.0), (Self.week * 1.6, 0.0)] {
      #expect(abs(moment(time).pingPong(Time(seconds: 0.8)) - phase) < 1e-9)
    }
  }

  @Test func stepRecordsTheNextPeriod() {
    #expect(moment(0.999999999).step(every: Time(seconds: 1)) == 0)
    let moment = moment(1)
    #expect(moment.step(every: Time(seconds: 1)) == 1)
    #expect(moment.change == .at(Time(seconds: 2)))
  }

  @Test func momentKeepsTheEarliestChange() {
    let moment = moment(0)
    #expect(moment.change == .never)
    _ = moment.step(every: Time(seconds: 3))
    _ = moment.step(every: Time(seconds: 2))
    #expect(moment.change == .at(Time(seconds: 2)))
    _ = moment.pingPong(Time(seconds: 1))
    #expect(moment.change == .always)
  }

  @Test func finishedProgressRecordsNoChange() {
    let done = moment(5)
    #expect(done.progress(from: Time(seconds: 1), over: Time(seconds: 2)) == 1)
    #expect(done.change == .never)
    #expect(moment(2).progress(from: Time(seconds: 1), over: Time(seconds: 2)) == 0.5)
  }
}
