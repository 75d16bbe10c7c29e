import Loaders
import Notation
import Raster
import Scene
import Testing
import Text

/// Every loader: repainting what changed from frame to frame gives what repainting all gives.
@Suite struct DamageTests {
  @Test(arguments: Catalog.all.map { String(describing: $0.name) }, ["1", "1.5"])
  func ofEveryLoader(_ name: String, _ scale: String) throws {
    let loader = try Catalog.loader(Bytes(Array(name.utf8)), "Text of a loader", [("scale", Bytes(Array(scale.utf8)))])
    let context = Context(Typesetter(), scale: loader.scale ?? 1)
    var partial = Sheet(300, 220)
    var shown: [Mark] = []
    var screen = Screen(background: .color(.black), scheme: .dark)
    for step in 0..<90 {
      let time = Time(nanoseconds: Int64(step) * 33_000_000)
      if step == 0 || step == 40 { screen.loader.replace(with: loader, at: time, fading: true) }
      if step == 70 { screen.loader.replace(with: nil, at: time, fading: true) }
      if step % 10 == 0 { screen.status.replace(with: step % 20 < 10 ? "Status \(step)" : nil, at: time, fading: true) }
      if step == 30 { screen.progress = Progress(from: 0.2, to: 0.8, since: time) }
      if step == 55 { screen.message.replace(with: "A message", at: time, fading: true, for: Time(seconds: 0.3)) }
      let marks = screen.marks(at: Moment(time), width: 300, height: 220, context)
      partial.paint(marks, over: .black, in: Region(from: shown, to: marks))
      shown = marks
      var whole = Sheet(300, 220)
      whole.paint(marks, over: .black, in: Region(Rect(0, 0, 300, 220)))
      #expect(partial.pixels == whole.pixels, "frame \(step)")
    }
  }
}
