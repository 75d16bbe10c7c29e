import Raster
import Scene
import Support
import Testing

@testable import Text

/// Sizes and positions of layers in stacks, frames and modifiers.
@Suite struct LayoutTests {
  /// Two pixels per point.
  let context = Context(Typesetter(), scale: 2)

  /// The bounds of what a layer draws in an area, in pixels.
  private func boxes(_ layer: some Layer, in area: Area) -> [Rect] {
    var drawOps: [DrawOp] = []
    layer.draw(in: area, context, into: &drawOps)
    return drawOps.map { $0.bounds }
  }

  @Test func rowPlacesItsMembersWithSpacing() {
    let row = Row(spacing: 3) {
      for _ in 0..<3 { FilledCircle().fill(.white).frame(width: 10, height: 10) }
      Rectangle().fill(.white).frame(width: 4, height: 30)
    }
    #expect(row.size(offered: .unlimited, context) == Size(43, 30))
    #expect(
      boxes(row, in: Area(1, 1, 43, 30)) == [
        Rect(2, 22, 22, 42), Rect(28, 22, 48, 42), Rect(54, 22, 74, 42), Rect(80, 2, 88, 62),
      ])
  }

  @Test func columnAlignsItsMembers() {
    let column = Column(alignment: 1) {
      Rectangle().fill(.white).frame(width: 10, height: 5)
      if true { Rectangle().fill(.white).frame(width: 6, height: 5) }
    }
    #expect(boxes(column, in: Area(0, 0, 10, 10)) == [Rect(0, 0, 20, 10), Rect(8, 10, 20, 20)])
  }

  /// A text that is cut is worse than another layer, and better than one that leaves something out.
  @Test func layerWithWholeTextsIsPreferred() {
    let context = Context(Typesetter(), scale: 1), offered = Size(60, 100)
    func label(_ text: Bytes) -> AnyLayer { AnyLayer(Label(text, TextStyle(size: 10, lineLimit: 1)).fill(.white)) }
    func chosen(_ layers: [AnyLayer]) -> Size {
      FirstFitting(layers, reduced: [AnyLayer(Rectangle().fill(.white).frame(width: 7, height: 7))])
        .size(offered: offered, context)
    }
    let long = label("A text that is far too long"), short = label("Short")
    #expect(chosen([long, short]) == short.size(offered: offered, context))
    #expect(chosen([long]) == long.size(offered: offered, context))
  }

  /// The newest line of a log is short, and the one before is too high for the rest: its first lines are shown.
  @Test func aMemberThatIsTooHighIsShortened() {
    var context = Context(Typesetter(), scale: 1)
    context.leastTextSize = 9
    let style = TextStyle(size: 10, alignment: .leading), long: Bytes = "A line of a log that is too long for the width"
    let column = LastFitting(spacing: 2, isTrailing: false) {
      for line in ["Older", long, "Newest"] as [Bytes] { Label(line, style).fill(.white) }
    }
    let line = Label("Newest", style).size(offered: .unlimited, context).height
    /// The number of lines of each member that is drawn, in a height for so many lines.
    func shown(_ lines: Double) -> [Int] {
      let area = Area(0, 0, 60, lines * line + 2)
      #expect(column.size(offered: area.size, context).height < area.height + 1e-6)
      var drawOps: [DrawOp] = []
      column.draw(in: area, context, into: &drawOps)
      return drawOps.map { Int((Double($0.bounds.height) / line).rounded(.up)) }
    }
    let whole = Int((Label(long, style).size(offered: Size(60, .infinity), context).height / line).rounded())
    #expect(whole > 3)
    #expect(shown(1) == [1] && shown(1.9) == [1] && shown(2) == [1, 1] && shown(3.5) == [2, 1])
    #expect(shown(Double(whole) + 1) == [whole, 1])
    #expect(shown(Double(whole) + 3) == [1, whole, 1])
  }

  @Test func paddingSurroundsItsContent() {
    let frame = Row {
      Rectangle().fill(.white).frame(width: 10, height: 10).padding(2)
    }
    #expect(boxes(frame, in: Area(0, 0, 14, 14)) == [Rect(4, 4, 24, 24)])
  }

  @Test func scaleKeepsTheCenter() {
    let circle = FilledCircle().fill(.white).frame(width: 10, height: 10).scale(0.5).offset(x: 1)
    #expect(boxes(circle, in: Area(0, 0, 10, 10)) == [Rect(7, 5, 17, 15)])
  }

  @Test func opacityAndClipsAreInheritedByDrawOps() throws {
    var drawOps: [DrawOp] = []
    Rectangle().fill(.white).opacity(0.5).opacity(0.5).clip(cornerRadius: 3).draw(
      in: Area(0, 0, 8, 8), context, into: &drawOps)
    let op = try #require(drawOps.first)
    #expect(op.opacity == 64 && op.clips.count == 1 && op.bounds == Rect(0, 0, 16, 16))
  }

  /// A text without room is shortened to one line, also if its font says that lines have no height.
  @Test func linesWithoutHeightFitIntoNoRoom() throws {
    let builtIn = FontFile()
    var bytes = [UInt8](UnsafeBufferPointer(start: builtIn.start, count: builtIn.count))
    func clear(_ tag: String, _ fields: [Int]) throws {
      let record = try #require((0..<20).map { 12 + 16 * $0 }.first { bytes[$0..<$0 + 4].elementsEqual(tag.utf8) })
      let table = bytes[record + 8..<record + 12].reduce(0) { $0 << 8 | Int($1) }
      for field in fields { bytes.replaceSubrange(table + field..<table + field + 2, with: [0, 0]) }
    }
    try clear("hhea", [4, 6])
    try clear("OS/2", [68, 70, 74, 76])
    var context = context
    context.leastTextSize = 9
    let label = Label("A long text in several lines", TextStyle(font: FontFile(bytes), size: 20))
    #expect(label.size(offered: Size(50, -2), context).height == 0)
  }
}
