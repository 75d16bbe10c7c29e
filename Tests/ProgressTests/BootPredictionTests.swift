import Scene
import Support
import Testing

@testable import Loaders
@testable import Progress

/// The estimated progress of recorded boots, compared with the real progress and with Plymouth's estimate.
@Suite struct BootPredictionTests {
  /// The values of a progress bar, 30 per second, from the first second on.
  private struct Curve {
    var points: [(time: Double, value: Double)] = []

    /// The mean difference from the real progress of the boot.
    func error(_ boot: RecordedBoot) -> Double {
      points.map { abs($0.value - $0.time / boot.seconds) }.reduce(0, +) / Double(points.count)
    }

    /// The longest time in which the bar moves by less than one of 200 pixels, in seconds.
    var longestStandstill: Double {
      var longest = 0.0, mark = points[0]
      for point in points {
        if point.value - mark.value >= 0.005 { mark = point }
        longest = max(longest, point.time - mark.time)
      }
      return longest
    }
  }

  private func times(_ boot: RecordedBoot) -> [Double] { Array(stride(from: 1, to: boot.seconds, by: 1.0 / 30)) }

  private func run(_ boot: RecordedBoot) -> BootMilestones {
    var run = BootMilestones("boot")
    for unit in boot.units { run.recordMilestone(Bytes(Array(unit.name.utf8)), at: unit.time) }
    run.length = boot.seconds
    return run
  }

  /// The bar as the daemon moves it: at each milestone, on from its current value.
  private func loaderdCurve(_ boot: RecordedBoot, after boots: [RecordedBoot]) -> Curve {
    var history = DurationHistory()
    for boot in boots { history.learn(run(boot)) }
    guard let known = history.meanRun(of: "boot") else { return Curve() }
    var prediction = BootPrediction(known), curve = Curve(), units = boot.units[...]
    func progress(_ value: Double, _ time: Double) -> ProgressAnimation {
      let next = prediction.next(from: value, at: time)
      return ProgressAnimation(
        from: value, to: next.value, since: Time(seconds: time), expecting: Time(seconds: next.seconds))
    }
    var bar = progress(prediction.initialValue(at: 1), 1)
    for time in times(boot) {
      while let unit = units.first, unit.time <= time {
        units = units.dropFirst()
        if prediction.milestoneReached(Bytes(Array(unit.name.utf8)), at: unit.time) {
          bar = progress(bar.value(at: Moment(Time(seconds: time))), time)
        }
      }
      curve.points.append((time, bar.value(at: Moment(Time(seconds: time)))))
    }
    return curve
  }

  private func plymouthCurve(_ boot: RecordedBoot, after last: RecordedBoot) -> Curve {
    var progress = PlymouthProgress(after: last), curve = Curve(), units = boot.units[...]
    for time in stride(from: 1.0 / 30, to: boot.seconds, by: 1.0 / 30) {
      while let unit = units.first, unit.time <= time {
        units = units.dropFirst()
        progress.milestoneReached(unit.name, at: unit.time)
      }
      let value = progress.value(at: time)
      if time >= 1 { curve.points.append((time, value)) }
    }
    return curve
  }

  @Test func bootPredictionIsMoreAccurateThanPlymouth() throws {
    let boots = try RecordedBoot.all
    #expect(boots.count >= 6)
    var errors: [(loaderd: Double, plymouth: Double)] = []
    for index in boots.indices.dropFirst() {
      let loaderd = loaderdCurve(boots[index], after: Array(boots[..<index]))
      let plymouth = plymouthCurve(boots[index], after: boots[index - 1])
      errors.append((loaderd.error(boots[index]), plymouth.error(boots[index])))
      #expect(loaderd.error(boots[index]) < 0.15, "boot \(index)")
      #expect(loaderd.longestStandstill < 3, "boot \(index): the bar keeps moving")
      #expect(loaderd.points.allSatisfy { $0.value < 1 }, "boot \(index): not full before the end")
      #expect(
        zip(loaderd.points, loaderd.points.dropFirst()).allSatisfy { $0.value <= $1.value + 1e-12 }, "boot \(index)")
    }
    let mean = (errors.map { $0.loaderd }.reduce(0, +), errors.map { $0.plymouth }.reduce(0, +))
    #expect(mean.0 < 0.7 * mean.1, "\(errors)")
  }

  @Test func predictionOfAMuchSlowerBootIsNeverFull() throws {
    let boot = try #require(try RecordedBoot.all.first)
    let slow = RecordedBoot(
      seconds: boot.seconds * 3, units: boot.units.map { ($0.name, $0.time < 4 ? $0.time : $0.time + 2 * boot.seconds) }
    )
    let curve = loaderdCurve(slow, after: [boot])
    #expect(curve.points.allSatisfy { $0.value < 1 } && (curve.points.last?.value ?? 0) > 0.6)
  }
}
