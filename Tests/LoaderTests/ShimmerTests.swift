import Loaders
import Raster
import Scene
import Support
import Testing
import Text

/// Shimmer compared pixel by pixel with the table and the formulas of docs/loaders.md ("shimmer"), implemented a second
/// time here.
@Suite struct ShimmerTests {
  struct Style: CustomStringConvertible, Sendable {
    let name: String
    /// Red, green and blue (0…255), alpha (0…1).
    let colors: [[Double]]
    var base: [Double]?
    let duration: Double
    var delay = 0.0
    let size: Double
    let weight: Int
    var description: String { name }
  }

  static let blue = [10, 132, 255, 1.0], purple = [191, 90, 242, 1.0], pink = [255, 55, 95, 1.0]
  static let label = [235, 235, 245, 0.6], faint = [235, 235, 245, 0.6 * 0.45]
  static let styles = [
    Style(name: "gradient", colors: [blue, purple, pink, blue], duration: 2, size: 22, weight: 700),
    Style(name: "flow", colors: [blue, purple, pink, blue], duration: 2, size: 17, weight: 600),
    Style(name: "sweep", colors: [label, faint, label, faint, label], duration: 2, size: 15, weight: 500),
    Style(name: "calm", colors: [], base: label, duration: 2, delay: 0.5, size: 15, weight: 400),
    Style(name: "processing", colors: [], base: label, duration: 1.5, size: 15, weight: 500),
  ]
  static let times = [0, 0.1, 0.7, 1.2345, 1.999, 2.0, 2.25, 7.777, 604_800.3]

  /// Colour and alpha at `place` (0…1) of evenly spaced stops.
  private func color(_ stops: [[Double]], _ place: Double) -> [Double] {
    let scaled = max(0, min(1, place)) * Double(stops.count - 1)
    let index = min(stops.count - 2, Int(scaled))
    return zip(stops[index], stops[index + 1]).map { $0 + ($1 - $0) * (scaled - Double(index)) }
  }

  @Test(arguments: styles, [1.0, 1.5, 2, 3]) func shimmerMatchesItsFormula(_ style: Style, _ scale: Double) throws {
    let given: [(name: Bytes, text: Bytes)] = [("style", Bytes(Array(style.name.utf8))), ("scale", "\(scale)")]
    let loader = try Catalog.loader("shimmer", "Shimmer Wg", given)
    let width = Typesetter().paragraph(
      "Shimmer Wg", TextStyle(size: style.size * scale, weight: style.weight), within: .infinity
    ).width
    let size = (width: 200.0, height: 40.0)
    let left = (size.width * scale - width) / 2
    // The coverage of the glyphs: the same text in white.
    let plain = try Catalog.loader(
      "shimmer", "Shimmer Wg", given + [("colors", "white,white"), ("base-color", "none")])
    let coverage = Sheet(plain, width: size.width, height: size.height, at: 0, over: .black)
    for time in Self.times {
      let sheet = Sheet(loader, width: size.width, height: size.height, at: time, over: .black)
      let period = style.duration + style.delay
      let place = time - (time / period).rounded(.down) * period
      let phase = place < style.duration ? place / style.duration : 0
      for y in 0..<sheet.height {
        for x in 0..<sheet.width {
          let part = coverage[x, y][0] / 255, from = Double(x) + 0.5 - left
          var expected: [Double]
          if let base = style.base {
            let band = max(0.6 * width, 24 * scale)
            let through = (from + band - phase * (width + band)) / band
            let added = through > 0 && through < 1 ? 255 * 0.35 * (1 - abs(2 * through - 1)) : 0
            expected = (0..<3).map { min(255, base[$0] * base[3] * part + added * part) }
          } else {
            // The strip goes on and repeats: after 1.5 durations it has moved by its own width.
            let turns = time / (1.5 * style.duration)
            let place = (from + 2 * width) / (3 * width) - (turns - turns.rounded(.down))
            let c = color(style.colors, place < 0 ? place + 1 : place)
            expected = (0..<3).map { c[$0] * c[3] * part }
          }
          for channel in 0..<3 {
            let difference = abs(sheet[x, y][channel] - expected[channel])
            if difference > 2 { Issue.record("\(time) s at \(x),\(y): \(sheet[x, y]), not \(expected)"); return }
          }
        }
      }
    }
  }

  private func largestDifference(_ a: Sheet, _ b: Sheet) -> Int {
    zip(a.pixels, b.pixels).map { a, b in
      [0, 8, 16].map { abs(Int(a >> $0 & 255) - Int(b >> $0 & 255)) }.max() ?? 0
    }.max() ?? 0
  }

  /// No frame jumps, also with colours that do not end as they begin: such a list is closed with its first colour.
  @Test(arguments: ["gradient", "flow", "sweep"], ["", "red,green,#0000FF"])
  func shimmerHasNoSeam(_ style: String, _ colors: String) throws {
    var given: [(name: Bytes, text: Bytes)] = [("style", Bytes(Array(style.utf8)))]
    if !colors.isEmpty { given.append(("colors", Bytes(Array(colors.utf8)))) }
    let loader = try Catalog.loader("shimmer", "Seam", given)
    let typesetter = Typesetter()
    func frame(_ time: Double) -> Sheet { Sheet(loader, width: 90, height: 36, at: time, typesetter) }
    var last = frame(0)
    for step in 1..<920 {
      let next = frame(Double(step) / 100)
      #expect(largestDifference(last, next) <= 12, "\(step)")
      last = next
    }
    #expect(largestDifference(frame(0.73), frame(3.73)) <= 1, "the period is 1.5 durations")
    #expect(largestDifference(frame(0.73), frame(2.73)) > 12)
  }

  /// Every pass is the first one, with the colours as they are; a delay implies it.
  @Test(arguments: [("seam", "restart", 2.0), ("delay", "0.5", 2.5)])
  func shimmerStartsAgain(_ name: String, _ value: String, _ period: Double) throws {
    let given: [(name: Bytes, text: Bytes)] = [
      ("style", "gradient"), (Bytes(Array(name.utf8)), Bytes(Array(value.utf8))),
    ]
    let loader = try Catalog.loader("shimmer", "Seam", given)
    let continuous = try Catalog.loader("shimmer", "Seam", [("style", "gradient")])
    func frame(_ loader: AnyLoader, _ time: Double) -> Sheet { Sheet(loader, width: 90, height: 36, at: time) }
    for time in [0, 0.31, 1.2, 1.99] {
      #expect(largestDifference(frame(loader, time), frame(continuous, time)) <= 1)
      #expect(frame(loader, time).pixels == frame(loader, time + 3 * period).pixels)
    }
    #expect(largestDifference(frame(loader, 1.995), frame(loader, period)) > 12, "it jumps")
  }

  @Test func shimmerSizeIsTheTypographicBox() throws {
    let loader = try Catalog.loader("shimmer", "Thinking…")
    let size = loader.size(.unlimited, Context(Typesetter(), scale: 1))
    // Advances at weight 500 in Inter (2816 units per em). None of the pairs (T-h, h-i …) is kerned.
    #expect(abs(size.width - 13890 * 15 / 2816) < 0.5)
    #expect(abs(size.height - 3408 * 15 / 2816) < 0.01)
  }

  @Test func shimmerHighlightIsOutsideTheTextBetweenPasses() throws {
    let still = try Catalog.loader("shimmer", "Calm", [("style", "calm"), ("highlight", "clear")])
    let moving = try Catalog.loader("shimmer", "Calm", [("style", "calm")])
    for time in [0, 2.0, 2.3, 2.4999] {
      #expect(
        Sheet(still, width: 60, height: 30, at: 0).pixels == Sheet(moving, width: 60, height: 30, at: time).pixels)
    }
    #expect(Sheet(still, width: 60, height: 30, at: 0).pixels != Sheet(moving, width: 60, height: 30, at: 1).pixels)
  }

  @Test func shimmerRequestsNoFramesDuringItsDelay() throws {
    let loader = try Catalog.loader("shimmer", "Calm", [("style", "calm")])
    let moment = Moment(Time(seconds: 2.2))
    var drawOps: [DrawOp] = []
    loader.draw(moment, Area(0, 0, 60, 30), Context(Typesetter(), scale: 1), &drawOps)
    #expect(moment.change == .at(Time(seconds: 2.5)))
  }

  @Test(arguments: [("flow", "grok"), ("sweep", "chatgpt")]) func oldStyleNamesAreAliases(name: String, old: String)
    throws
  {
    func sheet(_ style: String) throws -> Sheet {
      let loader = try Catalog.loader("shimmer", "Wg", [("style", Bytes(Array(style.utf8))), ("scale", "2")])
      return Sheet(loader, width: 80, height: 32, at: 0.7)
    }
    #expect(try sheet(name).pixels == sheet(old).pixels)
    let style = try #require(Catalog.entry(named: "shimmer")?.parameters.first { Bytes($0.name) == "style" })
    #expect(style.meaning == "the look (gradient | flow | sweep | calm | processing; sweep)")
  }
}
