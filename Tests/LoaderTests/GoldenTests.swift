import Loaders
import Raster
import Scene
import Support
import Testing
import Text

/// Loaders and screens compared exactly with reference pictures that a person has checked.
@Suite struct GoldenTests {
  @Test(arguments: ["gradient", "flow", "sweep", "calm", "processing"], ["dark", "light"])
  func shimmerStylesMatchTheReferencePictures(_ style: String, _ scheme: String) throws {
    let loader = try Catalog.loader(
      "shimmer", "Thinking…",
      [("style", Bytes(Array(style.utf8))), ("scheme", Bytes(Array(scheme.utf8))), ("scale", "2")])
    // Five moments, one below the other.
    var strip = Sheet(280, 0)
    for time in [0, 0.3, 0.7, 1.3, 1.9] { strip.append(Sheet(loader, width: 140, height: 32, at: time)) }
    try Golden("shimmer-\(style)-\(scheme)").check(strip)
  }

  /// Five moments of each loader, one below the other.
  @Test(
    arguments: ["bar", "worm", "orb", "skeleton", "live", "ring", "spinner", "dots", "text", "logo", "frames"],
    ["dark", "light"])
  func loadersMatchTheReferencePictures(_ name: String, _ scheme: String) throws {
    let given: [(name: Bytes, text: Bytes)] = [("scheme", Bytes(Array(scheme.utf8))), ("scale", "1.5")]
    let loader = try Catalog.loader(Bytes(Array(name.utf8)), name == "text" ? "Still" : "", given)
    let size = loader.size(.unlimited, Context(Typesetter(), scale: 1.5))
    let box = (width: (size.width + 10).rounded(.up), height: (size.height + 10).rounded(.up))
    var strip = Sheet(Int((box.width * 1.5).rounded(.up)), 0)
    for time in [0, 0.3, 0.85, 1.3, 2.1] {
      strip.append(Sheet(loader, width: box.width, height: box.height, at: time, framing: size))
    }
    try Golden("\(name)-\(scheme)").check(strip)
  }

  @Test(arguments: [(800, 480, 3.0), (480, 800, 3.2), (240, 240, 6.1)])
  func parallaxMatchesTheReferenceOnSeveralScreenSizes(_ width: Int, _ height: Int, _ time: Double) throws {
    var screen = Screen(background: .color(.black), scheme: .dark)
    screen.loader.replace(with: try Catalog.loader("parallax", ""), at: .zero, fading: false)
    var sheet = Sheet(width, height)
    let context = Context(Typesetter(), scale: 1)
    let drawOps = screen.drawOps(at: Moment(Time(seconds: time)), width: Int32(width), height: Int32(height), context)
    sheet.paint(drawOps, over: .black, in: Region(Rect(0, 0, Int32(width), Int32(height))))
    try Golden("parallax-\(width)x\(height)").check(sheet)
  }

  @Test func wrappedShimmerMatchesTheReferencePicture() throws {
    let loader = try Catalog.loader("shimmer", "Installing the update, please do not turn off", [("style", "gradient")])
    try Golden("shimmer-wrapped").check(Sheet(loader, width: 170, height: 100, at: 0.5))
  }

  @Test func screenWithStatusAndProgressMatchesTheReferencePicture() throws {
    let loader = try Catalog.loader("shimmer", "Thinking…", [("style", "flow")])
    var screen = Screen(background: .color(.black), scheme: .dark)
    screen.loader.replace(with: loader, at: .zero, fading: false)
    screen.status.replace(with: "Loading modules", at: .zero, fading: false)
    screen.progress = ProgressAnimation(from: 0.42, to: 0.42, since: .zero)
    var sheet = Sheet(320, 200)
    let drawOps = screen.drawOps(
      at: Moment(Time(seconds: 0.5)), width: 320, height: 200, Context(Typesetter(), scale: 1))
    sheet.paint(drawOps, over: .black, in: Region(Rect(0, 0, 320, 200)))
    try Golden("screen").check(sheet)
  }
}

extension Sheet {
  /// Adds a sheet of the same width below this one.
  fileprivate mutating func append(_ other: Sheet) {
    self = Sheet(width, rows: pixels + other.pixels)
  }

  private init(_ width: Int, rows: [UInt32]) {
    self.init(width, rows.count / width)
    pixels = rows
  }
}
