import Raster
import Scene
import Testing
import Text

@Suite struct LayoutTests {
  let context = Context(Typesetter(), scale: 2)

  private func boxes(_ layer: some Layer, in area: Area) -> [Rect] {
    var marks: [Mark] = []
    layer.draw(in: area, context, into: &marks)
    return marks.map { $0.bounds }
  }

  @Test func aRowSpacesItsMembers() {
    let row = Row(spacing: 3) {
      for _ in 0..<3 { Disc().fill(.white).frame(width: 10, height: 10) }
      Rectangle().fill(.white).frame(width: 4, height: 30)
    }
    #expect(row.size(offered: .unlimited, context) == Size(43, 30))
    #expect(
      boxes(row, in: Area(1, 1, 43, 30)) == [
        Rect(2, 22, 22, 42), Rect(28, 22, 48, 42), Rect(54, 22, 74, 42), Rect(80, 2, 88, 62),
      ])
  }

  @Test func aColumnAligns() {
    let column = Column(alignment: 1) {
      Rectangle().fill(.white).frame(width: 10, height: 5)
      if true { Rectangle().fill(.white).frame(width: 6, height: 5) }
    }
    #expect(boxes(column, in: Area(0, 0, 10, 10)) == [Rect(0, 0, 20, 10), Rect(8, 10, 20, 20)])
  }

  @Test func groupsLieOverEachOther() {
    let frame = Row {
      Rectangle().fill(.white).frame(width: 10, height: 10).padding(2)
    }
    #expect(boxes(frame, in: Area(0, 0, 14, 14)) == [Rect(4, 4, 24, 24)])
  }

  @Test func scaleKeepsTheMiddle() {
    let disc = Disc().fill(.white).frame(width: 10, height: 10).scale(0.5).offset(x: 1)
    #expect(boxes(disc, in: Area(0, 0, 10, 10)) == [Rect(7, 5, 17, 15)])
  }

  @Test func opacityAndClipReachTheMarks() throws {
    var marks: [Mark] = []
    Rectangle().fill(.white).opacity(0.5).opacity(0.5).clip(cornerRadius: 3).draw(
      in: Area(0, 0, 8, 8), context, into: &marks)
    let mark = try #require(marks.first)
    #expect(mark.opacity == 64 && mark.clips.count == 1 && mark.bounds == Rect(0, 0, 16, 16))
  }
}
