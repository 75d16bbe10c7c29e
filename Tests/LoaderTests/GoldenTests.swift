import Loaders
import Notation
import Raster
import Scene
import Testing
import Text

/// Pictures that were looked at, compared exactly.
@Suite struct GoldenTests {
  @Test(arguments: ["gradient", "grok", "chatgpt", "calm", "processing"], ["dark", "light"])
  func shimmer(_ style: String, _ scheme: String) throws {
    let loader = try Catalog.loader(
      "shimmer", "Thinking…",
      [("style", Bytes(Array(style.utf8))), ("scheme", Bytes(Array(scheme.utf8))), ("scale", "2")])
    // A strip of five moments, one under the other.
    var strip = Sheet(280, 0)
    for time in [0, 0.3, 0.7, 1.3, 1.9] { strip.append(Sheet(loader, width: 140, height: 32, at: time)) }
    try Golden("shimmer-\(style)-\(scheme)").check(strip)
  }

  @Test func wrapped() throws {
    let loader = try Catalog.loader("shimmer", "Installing the update, please do not turn off", [("style", "gradient")])
    try Golden("shimmer-wrapped").check(Sheet(loader, width: 170, height: 100, at: 0.5))
  }

  @Test func wholeScreen() throws {
    let loader = try Catalog.loader("shimmer", "Thinking…", [("style", "grok")])
    let screen = Screen(
      background: .black, scheme: .dark, loader: loader, status: "Loading modules",
      progress: Progress(from: 0.42, to: 0.42))
    var sheet = Sheet(320, 200)
    let marks = screen.marks(
      at: Moment(Time(seconds: 0.5)), progressMoment: Moment(Time(seconds: 9)), width: 320, height: 200,
      Context(Typesetter(), scale: 1))
    sheet.paint(marks, over: .black, in: Region(Rect(0, 0, 320, 200)))
    try Golden("screen").check(sheet)
  }
}

extension Sheet {
  fileprivate mutating func append(_ other: Sheet) {
    self = Sheet(width, rows: pixels + other.pixels)
  }

  private init(_ width: Int, rows: [UInt32]) {
    self.init(width, rows.count / width)
    pixels = rows
  }
}
