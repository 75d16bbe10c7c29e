import Loaders
import Raster
import Scene
import Support
import Testing
import Text

/// A shimmer in every pixel format of a display. Formats without loss share a reference picture.
@Suite struct FormatTests {
  @Test(arguments: PixelFormat.allCases)
  func shimmerMatchesTheReferenceInEveryPixelFormat(_ format: PixelFormat) throws {
    let loader = try Catalog.loader("shimmer", "Thinking…", [("scale", "2"), ("style", "gradient")])
    var sheet = Sheet(320, 200), drawOps: [DrawOp] = []
    let ends = [Gradient.Stop(0, Color(0x04060C)), Gradient.Stop(1, Color(0x2C4A80))]
    let all = Box(minX: Fixed(0), minY: Fixed(0), maxX: Fixed(320), maxY: Fixed(200))
    let down = Gradient(.line(fromX: Fixed(0), fromY: Fixed(0), toX: Fixed(0), toY: Fixed(200)), stops: ends)
    drawOps.append(DrawOp(.box(all, radius: Fixed(0)), .gradient(down)))
    let context = Context(Typesetter(), scale: 2), size = loader.size(.unlimited, context)
    loader.draw(Moment(Time(seconds: 0.7)), Area(0, 0, 160, 100).aligned(size), context, &drawOps)
    sheet.paint(drawOps, over: .black, in: Region(Rect(0, 0, 320, 200)))
    sheet.pixels = format.quantized(sheet.pixels, width: 320)
    let reference =
      switch format {
      case .rgb565, .bgr565: "565"
      case .r8: "r8"
      case .r1, .d1: "r1"
      case .r2, .l2: "r2"
      default: "888"
      }
    try Golden("format-\(reference)").check(sheet)
  }
}
