/// Where Plymouth would have its bar: its rules as its sources have them (src/libply-splash-core/ply-progress.c), to compare
/// with. It moves at a speed that each known status halves the error of, waits for the next one, and is asked 30 times a second.
struct PlymouthProgress {
  private let known: [(name: String, position: Double)]
  private var speed = 1.0 / 60
  private var dead = 0.0, next = 1.0
  private var last = (time: 0.0, value: 0.0)

  /// What it saved at the end of the last boot: each status with its share of the whole time.
  init(after boot: RecordedBoot) { known = boot.units.map { ($0.name, $0.time / boot.seconds) } }

  mutating func pass(_ name: String, at time: Double) {
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
