import Loaders
import Raster
import Scene
import Support
import Testing
import Text

/// Repainting only the damaged region of a frame gives the same picture as repainting the whole frame, for every
/// loader.
@Suite struct DamageTests {
  @Test(arguments: Catalog.all.map { String(describing: $0.name) }, ["1", "1.5"])
  func damageOfEveryLoaderCoversAllChanges(_ name: String, _ scale: String) throws {
    let loader = try Catalog.loader(Bytes(Array(name.utf8)), "Text of a loader", [("scale", Bytes(Array(scale.utf8)))])
    let context = Context(Typesetter(), scale: loader.scale ?? 1)
    var partial = Sheet(300, 220)
    var shown: [DrawOp] = []
    var screen = Screen(background: .color(.black), scheme: .dark)
    for step in 0..<90 {
      let time = Time(nanoseconds: Int64(step) * 33_000_000)
      if step == 0 || step == 40 { screen.loader.replace(with: loader, at: time, fading: true) }
      if step == 70 { screen.loader.replace(with: nil, at: time, fading: true) }
      if step % 10 == 0 { screen.status.replace(with: step % 20 < 10 ? "Status \(step)" : nil, at: time, fading: true) }
      if step == 30 { screen.progress = ProgressAnimation(from: 0.2, to: 0.8, since: time) }
      if step == 55 { screen.message.replace(with: "A message", at: time, fading: true, for: Time(seconds: 0.3)) }
      let drawOps = screen.drawOps(at: Moment(time), width: 300, height: 220, context)
      partial.paint(drawOps, over: .black, in: Region(from: shown, to: drawOps))
      shown = drawOps
      var whole = Sheet(300, 220)
      whole.paint(drawOps, over: .black, in: Region(Rect(0, 0, 300, 220)))
      #expect(partial.pixels == whole.pixels, "frame \(step)")
    }
  }

  /// Bytes in the damage of a frame with 320×240 pixels of 16 bits, the mean of 39 frames.
  /// docs/benchmarks.md, "On a slow bus", has these values.
  @Test(
    arguments: [
      ("shimmer", 2176), ("bar", 836), ("ring", 2190), ("spinner", 3150), ("dots", 373), ("worm", 275),
      ("orb", 150_030),
      ("skeleton", 38_808), ("parallax", 153_600), ("frames", 4608),
    ])
  func damageOfALoaderIsSmall(_ name: String, _ bytes: Int) throws {
    let loader = try Catalog.loader(Bytes(Array(name.utf8)), "Loading…", [])
    let context = Context(Typesetter(), scale: loader.scale ?? 1)
    var screen = Screen(background: .color(.black), scheme: .dark)
    screen.loader.replace(with: loader, at: Time(nanoseconds: 0), fading: false)
    var shown: [DrawOp] = [], pixels = 0
    for step in 0..<40 {
      let time = Time(nanoseconds: 1_000_000_000 + Int64(step) * 16_666_667)
      let drawOps = screen.drawOps(at: Moment(time), width: 320, height: 240, context)
      let damage = Region(from: shown, to: drawOps).intersection(Rect(0, 0, 320, 240))
      if step > 0 { pixels += damage.rects.reduce(0) { $0 + $1.area } }
      shown = drawOps
    }
    #expect(pixels * 2 / 39 <= bytes)
  }
}
