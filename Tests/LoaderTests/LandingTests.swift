import Loaders
import Raster
import Scene
import SeededRandom
import Support
import Testing
import Text

/// The landing: the end of a screen before another program or a text replaces it.
@Suite struct LandingTests {
  private static let kinds: [Landing.Kind] = [.unchanged, .still, .background, .transparent]
  private let typesetter = Typesetter()

  /// A screen with everything on it.
  private func screen(_ name: Bytes) throws -> Screen {
    var screen = Screen(background: .gradient([.black, .white]), scheme: .dark)
    screen.loader.replace(with: try Catalog.loader(name, "Text"), at: .zero, fading: true)
    screen.status.replace(with: "Status", at: .zero, fading: true)
    screen.message.replace(with: "Message", at: .zero, fading: true)
    screen.title = "Title"
    screen.progress = ProgressAnimation(from: 0.2, to: 0.6, since: Time(seconds: 1))
    return screen
  }

  private func frame(_ screen: Screen, at time: Time) -> (drawOps: [DrawOp], opacity: UInt8, change: Moment.Change) {
    let moment = Moment(time)
    let drawOps = screen.drawOps(at: moment, width: 320, height: 240, Context(typesetter, scale: 1))
    return (drawOps, screen.opacity(at: moment), moment.change)
  }

  /// What moves and what stands still is as bright as before while the still picture comes.
  @Test func stillPictureDarkensNothing() throws {
    var screen = Screen(background: .color(.black), scheme: .dark)
    screen.loader.replace(with: try Catalog.loader("parallax", ""), at: .zero, fading: false)
    screen.landing = Landing(.still, at: Time(seconds: 2))
    for step in 0...10 {
      var sheet = Sheet(200, 160)
      let drawOps = frame(screen, at: Time(seconds: 2 + Double(step) / 50)).drawOps
      sheet.paint(drawOps, over: .black, in: Region(Rect(0, 0, 200, 160)))
      #expect(abs(sheet[3, 3][0] - 238) <= 1, "step \(step)")
    }
  }

  /// A frame depends on nothing but the screen and the time; before its start a landing changes nothing, and after its
  /// end nothing changes.
  @Test(arguments: MotionTests.names, kinds) func landingReachesItsEnd(_ name: String, _ kind: Landing.Kind) throws {
    var random = SeededRandom(seed: 13)
    let plain = try screen(Bytes(Array(name.utf8)))
    for _ in 0..<4 {
      var landed = plain
      let start = Time(nanoseconds: Int64.random(in: 2_000_000_000..<9_000_000_000, using: &random))
      let landing = Landing(kind, at: start)
      landed.landing = landing
      let times = (-2...14).map { start + Time(nanoseconds: $0 * 20_000_000) }
      let frames = times.map { frame(landed, at: $0) }
      for (time, before) in zip(times, frames).reversed() {
        let again = frame(landed, at: time)
        #expect(again.drawOps == before.drawOps && again.opacity == before.opacity && again.change == before.change)
      }
      #expect(frames[0].drawOps == frame(plain, at: times[0]).drawOps && frames[0].opacity == 255)
      #expect(zip(frames, frames.dropFirst()).allSatisfy { $0.opacity >= $1.opacity })
      let ends = [landing.end, landing.end + Time(seconds: 1), landing.end + Time(seconds: 100)].map {
        frame(landed, at: $0)
      }
      switch kind {
      case .unchanged: #expect(ends[0].drawOps == frame(plain, at: landing.end).drawOps && ends[0].opacity == 255)
      case .transparent: #expect(ends.allSatisfy { $0.opacity == 0 })
      case .background:
        let empty = Screen(background: plain.background, scheme: .dark)
        #expect(ends.allSatisfy { $0.drawOps == frame(empty, at: .zero).drawOps && $0.change == .never })
      case .still:
        #expect(ends.allSatisfy { $0.drawOps == ends[0].drawOps && $0.change == .never && $0.opacity == 255 })
        let background = frame(Screen(background: plain.background, scheme: .dark), at: .zero)
        #expect(ends[0].drawOps.count > background.drawOps.count)
      }
    }
  }

  /// The still picture is the same whenever the landing starts.
  @Test(arguments: MotionTests.names) func stillPictureDoesNotDependOnThePhase(_ name: String) throws {
    let plain = try screen(Bytes(Array(name.utf8)))
    let pictures = [2.0, 3.3, 7.71].map { start in
      var landed = plain
      landed.landing = Landing(.still, at: Time(seconds: start))
      return frame(landed, at: Time(seconds: start + 5)).drawOps
    }
    #expect(pictures.allSatisfy { $0 == pictures[0] })
  }

  @Test func landingTakesAtMostThreeTenthsOfASecond() { #expect(Landing.duration <= Time(seconds: 0.3)) }

  /// Halfway, everything but the background has half of its opacity.
  @Test func contentFadesAsOneGroup() throws {
    var landed = try screen("bar")
    let start = Time(seconds: 3)
    landed.landing = Landing(.background, at: start)
    let drawOps = frame(landed, at: start + Time(nanoseconds: Landing.duration.nanoseconds / 2)).drawOps
    #expect(drawOps.count == 2)
    #expect(drawOps.last.map { (126...129).contains($0.opacity) } == true)
  }
}
