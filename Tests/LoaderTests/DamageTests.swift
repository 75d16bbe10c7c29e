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
    let context = Context(Typesetter(), scale: loader.scale)
    var partial = Sheet(300, 220)
    var shown: [Mark] = []
    for step in 0..<90 {
      let screen = Screen(
        background: .black, scheme: .dark, loader: step < 80 ? loader : nil,
        status: step % 20 < 10 ? "Status \(step / 20)" : "",
        progress: step > 30 ? Progress(from: 0.2, to: Double(step) / 90) : nil)
      let moment = Moment(Time(nanoseconds: Int64(step) * 33_000_000))
      let marks = screen.marks(at: moment, progressMoment: moment, width: 300, height: 220, context)
      partial.paint(marks, over: .black, in: Region(from: shown, to: marks))
      shown = marks
      var whole = Sheet(300, 220)
      whole.paint(marks, over: .black, in: Region(Rect(0, 0, 300, 220)))
      #expect(partial.pixels == whole.pixels, "frame \(step)")
    }
  }
}
