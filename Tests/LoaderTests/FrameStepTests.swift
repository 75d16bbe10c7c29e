import Foundation
import Images
import Loaders
import Raster
import Scene
import SeededRandom
import Support
import Testing
import Text

/// Nothing on a screen appears, vanishes or changes in one frame: two screens that a theme or a client can compose, and
/// the frames from one to the other.
@Suite struct FrameStepTests {
  private let typesetter = Typesetter()
  private static let width = 160, height = 100
  /// The scale of the display.
  private static let scale = 1.0

  /// A font with the glyphs of the built-in one at three quarters of their size.
  private static let otherFont: [UInt8] = {
    let url = URL(filePath: #filePath).appending(path: "../../../build/font/Inter.ttf").standardizedFileURL
    guard var bytes = (try? Data(contentsOf: url)).map({ Array($0) }) else { return [] }
    for table in 0..<Int(bytes[5]) {
      let entry = 12 + 16 * table
      if bytes[entry..<entry + 4].elementsEqual(Array("head".utf8)) {
        let offset = bytes[entry + 8..<entry + 12].reduce(0) { $0 << 8 | Int($1) } + 18
        let units = (Int(bytes[offset]) << 8 | Int(bytes[offset + 1])) * 4 / 3
        (bytes[offset], bytes[offset + 1]) = (UInt8(units >> 8), UInt8(units & 255))
      }
    }
    return bytes
  }()

  /// The keys of a theme that differ between two screens, with their values; an empty one leaves the key out.
  private static let keys: [(name: Bytes, texts: [Bytes])] = [
    ("font", ["", "other.ttf"]), ("title-size", ["13", "24"]), ("message-size", ["", "20"]),
    ("percent", ["yes", "no"]),
    ("bar-place", ["title", "bottom"]), ("bar-height", ["4", "9"]), ("title-color", ["", "#808080"]),
    ("logo-width", ["", "20"]), ("align", ["", "top"]),
  ]
  private static let titles: [Bytes] = ["", "Please wait", "Installing the very large update of the system"]
  private static let messages: [Bytes] = ["", "Do not turn off"]
  private static let loaders: [(name: Bytes, given: [(name: Bytes, text: Bytes)])] = [
    ("text", []), ("text", [("scale", "2")]), ("text", [("scale", "0.5"), ("font-size", "30")]), ("bar", []),
    ("ring", [("scale", "1.5")]),
  ]

  private static func files() -> Files {
    Files { path in
      let pixel: UInt32 = path == "a.png" ? 0xFFFF_FFFF : 0xFF20_A040
      return path == "other.ttf"
        ? otherFont
        : PNG(PNG.Frame(width: 16, height: 12, pixels: [UInt32](repeating: pixel, count: 192)), hasAlpha: false).bytes
    }.remembering()
  }

  /// A screen's look, loader and texts.
  private struct Situation {
    let background: Backdrop
    let style: ScreenStyle
    let logo: Artwork?
    let loader: AnyLoader?
    let title, message: Bytes?
    let hasProgress: Bool
    let name: String

    init(_ files: Files, _ random: inout SeededRandom) throws {
      var given: [(name: Bytes, text: Bytes)] = []
      for (name, texts) in FrameStepTests.keys {
        if let text = texts.randomElement(using: &random), !text.isEmpty { given.append((name, text)) }
      }
      style = ScreenStyle(try ParameterValues(given, for: Theme.keys, files))
      background = .color(Bool.random(using: &random) ? .black : Color(0x303030))
      let logo: Bytes? = ["a.png", "b.png", nil].randomElement(using: &random) ?? nil
      self.logo = try logo.map { Artwork([(1, try files.picture($0))]) }
      let entry = FrameStepTests.loaders.randomElement(using: &random)
      let isShown = Int.random(in: 0..<4, using: &random) > 0
      loader = try isShown ? entry.map { try Catalog.loader($0.name, "Still", $0.given) } : nil
      title = FrameStepTests.titles.randomElement(using: &random).flatMap { $0.isEmpty ? nil : $0 }
      message = FrameStepTests.messages.randomElement(using: &random).flatMap { $0.isEmpty ? nil : $0 }
      hasProgress = entry?.name == "bar" || entry?.name == "ring" || Bool.random(using: &random)
      let parts = (given + (entry?.given ?? [])).map { "\($0.name) = \($0.text)" as Bytes }
      let words = [isShown ? entry?.name ?? "" : "nothing", title ?? "", message ?? ""] + parts
      name = String(decoding: words.joined(by: ", ").utf8, as: UTF8.self)
    }

    func show(on screen: inout Screen, at time: Time, fading: Bool) {
      screen.changeLook(at: time, fading: fading) { [self] in
        $0.background = background
        $0.style = style
        $0.logo = logo
      }
      screen.setLoader(loader, at: time, fading: fading)
      screen.setProgress(
        hasProgress ? ProgressAnimation(from: 0.4, to: 0.4, since: .zero) : nil, at: time, fading: fading)
      screen.titles.update(with: title, at: time, fading: fading)
      screen.message.update(with: message, at: time, fading: fading)
    }
  }

  private func pixels(_ screen: Screen, at seconds: Double) -> Sheet {
    var sheet = Sheet(FrameStepTests.width, FrameStepTests.height)
    let (width, height) = (Int32(sheet.width), Int32(sheet.height))
    let drawOps = screen.drawOps(
      at: Moment(Time(seconds: seconds)), width: width, height: height,
      Context(typesetter, scale: FrameStepTests.scale))
    sheet.paint(drawOps, over: screen.background.color, in: Region(Rect(0, 0, width, height)))
    return sheet
  }

  /// The farthest that an edge of a box moves between two frames, in pixels.
  private func motion(_ screen: Screen, from first: Double, to second: Double) -> Int {
    func boxes(_ seconds: Double) -> [Area?] {
      let layout = screen.layout(
        at: Moment(Time(seconds: seconds)), width: Int32(FrameStepTests.width), height: Int32(FrameStepTests.height),
        Context(typesetter, scale: FrameStepTests.scale))
      return Layout.Element.allCases.map { layout[$0] }
    }
    var most = 0.0
    for case (let from?, let to?) in zip(boxes(first), boxes(second)) {
      most = max(most, abs(from.x - to.x), abs(from.y - to.y))
      most = max(most, abs(from.x + from.width - to.x - to.width), abs(from.y + from.height - to.y - to.height))
    }
    return Int((most * 2).rounded(.up)) + 1
  }

  /// The largest difference between a pixel of one picture and all those of the other one that are at most `reach`
  /// pixels away.
  private func difference(_ one: Sheet, _ other: Sheet, reach: Int) -> Int {
    let width = one.width, height = one.height
    var most = 0
    for (place, pixel) in one.pixels.enumerated() {
      let value = Int(pixel >> 8 & 255)
      var least = abs(value - Int(other.pixels[place] >> 8 & 255))
      if least <= max(most, 40) { continue }
      let x = place % width, y = place / width
      for row in max(0, y - reach)...min(height - 1, y + reach) {
        for column in max(0, x - reach)...min(width - 1, x + reach) {
          least = min(least, abs(value - Int(other.pixels[row * width + column] >> 8 & 255)))
        }
      }
      most = max(most, least)
    }
    return most
  }

  /// The most that a pixel changes: easeInOut rises by 0.14 in a frame over 0.2 s, and a text may fade over one that
  /// leaves and over a background that changes.
  private static let most = 3 * 255 * 14 / 100 + 13

  /// What fades changes slowly, and what moves comes from nearby: every pixel of a frame has one like it,
  /// in the frame before and in the next one, no farther away than the boxes move.
  @Test(arguments: 0..<8) func nothingChangesInOneFrame(_ seed: UInt64) throws {
    try #require(!FrameStepTests.otherFont.isEmpty)
    var random = SeededRandom(seed: seed)
    for pair in 0..<12 {
      let files = FrameStepTests.files()
      var screen = Screen(background: .color(.black), scheme: .dark)
      let first = try Situation(files, &random), second = try Situation(files, &random)
      first.show(on: &screen, at: .zero, fading: false)
      second.show(on: &screen, at: Time(seconds: 1), fading: true)
      var last = pixels(screen, at: 0.99), time = 0.99
      for frame in 0..<38 {
        let next = time + 1 / 60.0, picture = pixels(screen, at: next)
        let reach = min(10, motion(screen, from: time, to: next))
        let change = max(difference(last, picture, reach: reach), difference(picture, last, reach: reach))
        if change > FrameStepTests.most {
          Issue.record(
            "pair \(pair), frame \(frame): \(change) within \(reach) px, from \(first.name) to \(second.name)")
          break
        }
        (last, time) = (picture, next)
      }
    }
  }
}
