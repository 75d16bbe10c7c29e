/// The progress that Plymouth would display, after src/libply-splash-core/ply-progress.c, for comparison.
///
/// The bar moves at an estimated speed. Each known status halves the error of the speed; the bar waits for the next
/// one. `value(at:)` is to be called 30 times per second.
struct PlymouthProgress {
  private let known: [(name: String, position: Double)]
  private var speed = 1.0 / 60
  private var dead = 0.0, next = 1.0
  private var last = (time: 0.0, value: 0.0)

  /// Plymouth saves each status with its share of the boot time at the end of a boot.
  init(after boot: RecordedBoot) { known = boot.units.map { ($0.name, $0.time / boot.seconds) } }

  mutating func milestoneReached(_ name: String, at time: Double) {
    guard let index = known.firstIndex(where: { $0.name == name }), time > dead else { return }
    let position = known[index].position
    next = known.first { $0.position > position }?.position ?? 1
    speed = (speed + position / (time - dead)) / 2
  }

  mutating func value(at time: Double) -> Double {
    let done = (last.time - dead) * speed
    var value = 1.0
    if done < 0.999 {
      value = last.value + (time - last.time) * speed / (1 - done) * (1 - last.value)
      if (value - next) / speed > 1 {
        value = last.value + (time - last.time) / 600
        dead += time - last.time
      }
      value = min(1, max(0, value))
    }
    last = (time, value)
    return value
  }
}
