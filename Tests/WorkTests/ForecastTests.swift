import Notation
import Scene
import Testing

@testable import Loaders
@testable import Work

/// The bar of a boot that is under way, against where it really was, and against Plymouth's.
@Suite struct ForecastTests {
  /// A bar's positions, 30 a second, from the first second on.
  private struct Curve {
    var points: [(time: Double, value: Double)] = []

    /// The mean distance from where the boot really was.
    func error(_ boot: RecordedBoot) -> Double {
      points.map { abs($0.value - $0.time / boot.seconds) }.reduce(0, +) / Double(points.count)
    }

    /// The longest time in which it moves less than a pixel of 200, in seconds.
    var stillness: Double {
      var longest = 0.0, mark = points[0]
      for point in points {
        if point.value - mark.value >= 0.005 { mark = point }
        longest = max(longest, point.time - mark.time)
      }
      return longest
    }
  }

  private func times(_ boot: RecordedBoot) -> [Double] { Array(stride(from: 1, to: boot.seconds, by: 1.0 / 30)) }

  private func course(_ boot: RecordedBoot) -> Course {
    var course = Course("boot")
    for unit in boot.units { course.pass(Bytes(Array(unit.name.utf8)), at: unit.time) }
    course.length = boot.seconds
    return course
  }

  /// As the session moves its bar: on from where it stands, at each milestone.
  private func ours(_ boot: RecordedBoot, after boots: [RecordedBoot]) -> Curve {
    var experience = Experience()
    for boot in boots { experience.learn(course(boot)) }
    guard let known = experience.course(of: "boot") else { return Curve() }
    var forecast = Forecast(known), curve = Curve(), units = boot.units[...]
    func progress(_ value: Double, _ time: Double) -> Progress {
      let next = forecast.next(from: value, at: time)
      return Progress(
        from: value, to: next.value, since: Time(seconds: time), expecting: Time(seconds: next.seconds))
    }
    var bar = progress(forecast.start(at: 1), 1)
    for time in times(boot) {
      while let unit = units.first, unit.time <= time {
        units = units.dropFirst()
        if forecast.pass(Bytes(Array(unit.name.utf8)), at: unit.time) {
          bar = progress(bar.value(at: Moment(Time(seconds: time))), time)
        }
      }
      curve.points.append((time, bar.value(at: Moment(Time(seconds: time)))))
    }
    return curve
  }

  private func plymouths(_ boot: RecordedBoot, after last: RecordedBoot) -> Curve {
    var progress = PlymouthProgress(after: last), curve = Curve(), units = boot.units[...]
    for time in stride(from: 1.0 / 30, to: boot.seconds, by: 1.0 / 30) {
      while let unit = units.first, unit.time <= time {
        units = units.dropFirst()
        progress.pass(unit.name, at: unit.time)
      }
      let value = progress.value(at: time)
      if time >= 1 { curve.points.append((time, value)) }
    }
    return curve
  }

  @Test func itIsNearerToTheTruthThanPlymouth() throws {
    let boots = try RecordedBoot.all
    #expect(boots.count >= 6)
    var errors: [(ours: Double, plymouths: Double)] = []
    for index in boots.indices.dropFirst() {
      let mine = ours(boots[index], after: Array(boots[..<index]))
      let other = plymouths(boots[index], after: boots[index - 1])
      errors.append((mine.error(boots[index]), other.error(boots[index])))
      #expect(mine.error(boots[index]) < 0.15, "boot \(index)")
      #expect(mine.stillness < 3, "boot \(index): it moves on")
      #expect(mine.points.allSatisfy { $0.value < 1 }, "boot \(index): never full before the end")
      #expect(zip(mine.points, mine.points.dropFirst()).allSatisfy { $0.value <= $1.value + 1e-12 }, "boot \(index)")
    }
    let mean = (errors.map { $0.ours }.reduce(0, +), errors.map { $0.plymouths }.reduce(0, +))
    #expect(mean.0 < 0.7 * mean.1, "\(errors)")
  }

  @Test func aBootThatTakesFarLongerFindsItSlowAndNotFull() throws {
    let boot = try #require(try RecordedBoot.all.first)
    let slow = RecordedBoot(
      seconds: boot.seconds * 3, units: boot.units.map { ($0.name, $0.time < 4 ? $0.time : $0.time + 2 * boot.seconds) }
    )
    let curve = ours(slow, after: [boot])
    #expect(curve.points.allSatisfy { $0.value < 1 } && (curve.points.last?.value ?? 0) > 0.6)
  }
}
