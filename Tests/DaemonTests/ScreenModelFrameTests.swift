import Loaders
import Raster
import Scene
import SeededRandom
import Support
import Testing

@testable import Daemon
@testable import DaemonCore

/// The frames of the screen model: their times, what they show, and when the next one is requested.
extension ScreenModelTests {
  @Test mutating func frameTimesAreWholeMilliseconds() {
    var dice = SeededRandom(seed: 8), target: Int64 = 5_000_000_123
    call("Show", ScreenModelTests.shimmer, at: target)
    for _ in 0..<200 {
      let time = frame(at: target).time.nanoseconds, passed = target - 5_000_000_123
      #expect(time % 1_000_000 == 0 && time <= passed && time > passed - 1_000_000)
      target += Int64(dice.roll(1...30_000_000))
    }
    #expect(frame(at: 1).time == .zero, "before it was shown")
  }

  /// The parts of earlier frames that are kept are those that would be drawn, whatever happens between the frames, and
  /// on displays of several sizes.
  @Test mutating func keptPartsOfAFrameEqualNewOnes() {
    var dice = SeededRandom(seed: 31), target: Int64 = 0
    let cache = StillPartsCache()
    let calls: [(StaticString, JSON)] = [
      ("Show", ScreenModelTests.shimmer), ("Show", ["loader": "bar", "progress": .number(0.3)]),
      ("Show", ["loader": "parallax"]), ("Show", ["loader": "spinner", "transition": "none"]), ("Hide", [:]),
      ("SetStatus", ["text": "Unpacking"]), ("SetStatus", ["text": ""]), ("SetMessage", ["text": "No power"]),
      ("SetMode", ["mode": "update", "title": "Updating"]), ("SetMode", ["mode": "boot"]),
      ("SetProgress", ["value": .number(0.6)]), ("SetProgress", ["value": .null]),
      ("ReportFailure", ["unit": "disk.mount"]), ("AppendLog", ["lines": .array(["line"])]),
    ]
    var hits = 0
    for step in 0..<1500 {
      if dice.roll(0...7) == 0 {
        let (method, parameters) = dice.pick(calls)
        #expect(call(method, parameters, at: target) != nil, "\(method)")
      }
      if dice.roll(0...99) == 0 { model.toggleLogScreen(at: target) }
      let width = Int32(dice.pick([320, 320, 200]))
      let kept = model.frame(at: target, width: width, height: 200, context, cache)
      let again = model.frame(at: target, width: width, height: 200, context, cache)
      let new = model.frame(at: target, width: width, height: 200, context)
      #expect(kept.drawOps == new.drawOps && kept.next == new.next && kept.time == new.time, "step \(step)")
      #expect(again.drawOps == new.drawOps && again.next == new.next, "step \(step)")
      if again.next != 0 { hits += 1 }
      target += Int64(dice.pick([1, 8_000_000, 16_666_667, 150_000_000, 600_000_000, 2_000_000_000]))
      model.removeFinished(at: target)
    }
    #expect(hits > 20, "some screens are still")
  }

  @Test mutating func refusedShowDoesNotRestartTheFrameTime() {
    call("Show", ScreenModelTests.shimmer, at: 0)
    call("Show", ["loader": "shimmer", "text": "Hi", "font": "/font.ttf"], at: 500_000_000)
    #expect(frame(at: 1_000_000_000).time == Time(seconds: 1))
    call("Show", ScreenModelTests.shimmer, at: 1_000_000_000)
    #expect(frame(at: 1_250_000_000).time == Time(seconds: 0.25))
  }

  /// A loader's own scale is that of the screen until it is hidden. The loader stays as large as it is while it fades
  /// out.
  @Test mutating func scaleStaysWhileTheLoaderLeaves() {
    func bounds(_ frame: Frame) -> Rect { frame.drawOps.reduce(.empty) { $0.union($1.bounds) } }
    call("Show", ["loader": "ring", "scale": .number(3)], at: 0)
    #expect(model.screen.scale == 3)
    let shown = bounds(frame(at: 1_900_000_000))
    call("Hide", at: 2_000_000_000)
    #expect(model.screen.scale == nil)
    #expect(shown.width >= 140 && bounds(frame(at: 2_190_000_000)) == shown)
  }

  @Test mutating func framesAreRequestedOnlyDuringAnimations() {
    #expect(frame(at: 0).next == nil)
    call("SetProgress", ["value": .number(0)], at: 0)
    call("SetProgress", ["value": .number(1)], at: 1_000_000_000)
    #expect(frame(at: 1_100_000_000).next == 0)
    #expect(frame(at: 1_250_000_000).next == nil)
    call("Show", ScreenModelTests.shimmer, at: 2_000_000_000)
    #expect(frame(at: 99_000_000_000).next == 0)
    call("Hide", at: 99_000_000_000)
    #expect(frame(at: 99_100_000_000).next == 0, "the fade-out")
    #expect(frame(at: 100_000_000_000).next == nil && frame(at: 100_000_000_000).drawOps.isEmpty)
    call("Show", ScreenModelTests.shimmer, at: 101_000_000_000)
    call("Hide", ["transition": "none"], at: 101_000_000_000)
    #expect(frame(at: 101_000_000_000).next == nil && frame(at: 101_000_000_000).drawOps.isEmpty)
  }

  @Test mutating func pauseOfALoaderRequestsNoFrames() {
    let calm: JSON = [
      "loader": "shimmer", "text": "Hi", "style": "calm", "duration": .number(2), "delay": .number(0.5),
    ]
    call("Show", calm, at: 1_000_000_000)
    #expect(frame(at: 2_900_000_000).next == 0)
    // Shown at 1 s, a pass of 2.5 s; times are whole milliseconds.
    let next = frame(at: 3_200_400_000).next ?? 0
    #expect((3_500_000_000...3_501_000_000).contains(next), "no frames during the pause")
    #expect(frame(at: 3_501_000_000).next == 0)
  }

  @Test mutating func nothingFadesInBeforeTheFirstFrame() {
    let theme = Theme(INI("[Theme]\ntitle = Restarting"), mode: .reboot, model.files)
    model.begin(in: .reboot, at: 0)
    model.setThemes({ _ in theme }, at: 0)
    let opacities = frame(at: 0).drawOps.map { $0.opacity }
    #expect(!opacities.isEmpty && opacities.allSatisfy { $0 == 255 })
  }
}
