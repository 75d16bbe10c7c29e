import Loaders
import Raster
import Scene
import Support
import Testing
import Text

/// Checks of loader parameters, texts and colours.
@Suite struct ParameterTests {
  @Test(arguments: [
    ("style", "nosuch", "not one of gradient, flow, sweep, calm, processing"), ("colors", "#12,red", "not a colour"),
    ("colors", "", "not a colour"), ("base-color", "#GGGGGG", "not a colour"), ("duration", "-1", "not within"),
    ("duration", "0", "not within"), ("duration", "nan", "not a time"), ("duration", "inf", "not a time"),
    ("duration", "1e999", "not a time"), ("delay", "x", "not a time"), ("font-size", "0", "not within"),
    ("font-size", "100000", "not within"), ("weight", "7", "not within"), ("scale", "0", "not within"),
    ("nosuch", "1", "unknown; there are scheme, scale, motion, style"), ("align", "middle", "not one of"),
  ])
  func errorNamesTheInvalidParameter(_ name: String, _ value: String, _ words: String) throws {
    do {
      _ = try Catalog.loader("shimmer", "x", [(Bytes(Array(name.utf8)), Bytes(Array(value.utf8)))])
      Issue.record("\(name)=\(value) was accepted")
    } catch let error as ParameterError {
      #expect(error.name == Bytes(Array(name.utf8)))
      #expect(String(decoding: error.reason.utf8, as: UTF8.self).contains(words))
    }
  }

  @Test func invalidTextsAndRepeatedParametersAreRejected() {
    #expect(throws: ParameterError.self) { try Catalog.loader("shimmer", "") }
    #expect(throws: ParameterError.self) { try Catalog.loader("shimmer", Bytes([UInt8](repeating: 65, count: 10_000))) }
    #expect(throws: ParameterError.self) { try Catalog.loader("shimmer", Bytes([UInt8(ascii: "A"), 0xFF])) }
    #expect(throws: ParameterError.self) { try Catalog.loader("shimmer", "x", [("style", "calm"), ("style", "flow")]) }
  }

  static let own: [(loader: String, parameters: String)] = [
    ("bar", "width height color gutter corner-radius duration progress"),
    ("shimmer", "style colors base-color highlight duration delay seam font font-size weight align"),
    ("worm", "dot-size spacing dot-duration trail-length pause color base-color"),
    ("orb", "size colors stroke rings ring-scale pulse-scale glow ring-duration pulse-duration"),
    (
      "skeleton",
      "cards width height layout corner-radius colors card-color gradient-width gradient-first-stop duration"
    ),
    ("live", "size spacing colors period text-color font font-size weight align"),
    (
      "parallax",
      "city tree walker background height tree-size walker-size duration step-duration delay fade-in fade-out"
    ),
    ("ring", "size line-width color gutter duration progress"), ("spinner", "size dots color duration"),
  ]

  @Test(arguments: own) func loadersHaveTheirParameters(_ loader: String, _ parameters: String) throws {
    let entry = try #require(Catalog.entry(named: Bytes(Array(loader.utf8))))
    #expect(
      Set(entry.parameters.dropFirst(3).map { "\($0.name)" }) == Set(parameters.split(separator: " ").map(String.init)))
  }

  /// Each number has bounds, within which the loader draws something of a reasonable size, and is refused beyond them.
  @Test(arguments: MotionTests.names) func numbersAreBounded(_ name: String) throws {
    let entry = try #require(Catalog.entry(named: Bytes(Array(name.utf8))))
    for parameter in entry.parameters.dropFirst(3) {
      let range: ClosedRange<Double>
      switch parameter.kind {
      case .points(let bounds), .number(let bounds), .count(let bounds), .seconds(let bounds): range = bounds
      default: continue
      }
      func loader(_ value: Double) throws -> AnyLoader {
        try Catalog.loader(Bytes(entry.name), "Text", [(Bytes(parameter.name), "\(value)")])
      }
      for value in [range.lowerBound, range.upperBound] {
        var drawOps: [DrawOp] = []
        let loader = try loader(value), context = Context(Typesetter(), scale: loader.scale ?? 1)
        let size = loader.size(.unlimited, context)
        #expect(size.width.isFinite && size.height.isFinite, "\(parameter.name) \(value)")
        for time in [0, 0.7, 1e6] { loader.draw(Moment(Time(seconds: time)), Area(0, 0, 300, 200), context, &drawOps) }
        #expect(drawOps.allSatisfy { $0.bounds.minX <= $0.bounds.maxX }, "\(parameter.name) \(value)")
      }
      for value in [range.lowerBound - 0.001, range.upperBound * 1.001 + 1] {
        #expect(throws: ParameterError.self, "\(parameter.name) \(value)") { try loader(value) }
      }
    }
  }

  @Test func lengthsOfTheBarAreItsSize() throws {
    let bar = try Catalog.loader("bar", "", [("width", "300"), ("height", "6")])
    let context = Context(Typesetter(), scale: 1)
    #expect(bar.size(.unlimited, context) == Size(300, 6))
    var screen = Screen(background: .color(.black), scheme: .dark)
    screen.setLoader(bar, at: .zero, fading: false)
    let layout = screen.layout(at: Moment(.zero), width: 800, height: 480, context)
    #expect(layout[.loader] == Area(250, 237, 300, 6))
  }

  /// The holes of a skeleton: x, y, width and height, of which the width may be in per cent of what is left of the
  /// card.
  @Test func layoutIsAListOfRectangles() throws {
    let given: [(name: Bytes, text: Bytes)] = [
      ("cards", "1"), ("layout", "10 20 30 40, 60 8 50% 10"), ("colors", "red"), ("card-color", "white"),
    ]
    let sheet = Sheet(try Catalog.loader("skeleton", "", given), width: 272, height: 88, at: 0)
    for y in 0..<88 {
      for x in 0..<272 {
        let isHole = (10..<40).contains(x) && (20..<60).contains(y) || (60..<160).contains(x) && (8..<18).contains(y)
        if sheet[x, y] != (isHole ? [255, 69, 58] : [255, 255, 255]) { Issue.record("\(x),\(y)"); return }
      }
    }
    for layout in ["", "1 2 3", "1 2 3 4 5", "1 2 x 4", "1,2,3,4", "-1 2 3 4", "1 2 3 4001", "1 2 0 4", "1 2 3 4,"]
      as [Bytes]
    {
      #expect(throws: ParameterError.self, "\(layout)") { try Catalog.loader("skeleton", "", [("layout", layout)]) }
    }
    let many = [Bytes](repeating: "1 2 3 4", count: 65).joined(by: ",")
    #expect(throws: ParameterError.self) { try Catalog.loader("skeleton", "", [("layout", many)]) }
  }

  /// The platform's colours differ by scheme; in hex they are what they say.
  @Test(
    arguments: [
      ("blue", 0x0A84FF, 0x007AFF), ("purple", 0xBF5AF2, 0xAF52DE), ("pink", 0xFF375F, 0xFF2D55),
      ("red", 0xFF453A, 0xFF3B30), ("green", 0x30D158, 0x34C759), ("orange", 0xFF9F0A, 0xFF9500),
      ("yellow", 0xFFD60A, 0xFFCC00), ("teal", 0x40C8E0, 0x30B0C7), ("mint", 0x63E6E2, 0x00C7BE),
      ("cyan", 0x64D2FF, 0x32ADE6), ("indigo", 0x5E5CE6, 0x5856D6), ("brown", 0xAC8E68, 0xA2845E),
      ("gray", 0x8E8E93, 0x8E8E93),
    ] as [(String, UInt32, UInt32)])
  func platformColorsFollowTheScheme(_ name: String, _ dark: UInt32, _ light: UInt32) throws {
    let name = Bytes(Array(name.utf8))
    #expect(Color(name, .dark) == Color(dark) && Color(name, .light) == Color(light))
    let error = #expect(throws: ParameterError.self) { try Catalog.loader("bar", "", [("color", "nosuch")]) }
    let reason = String(decoding: try #require(error).reason.utf8, as: UTF8.self)
    #expect(reason.contains(String(decoding: name.utf8, as: UTF8.self)), "\(reason)")
  }

  @Test func colorsAreParsed() {
    #expect(Color("#0F8", .dark) == Color(0x00FF88))
    #expect(Color("#102030", .dark) == Color(0x102030))
    #expect(Color("#10203040", .dark) == Color(0x102030, alpha: 0x40))
    #expect(Color("lightRed", .dark) == Color(red: 255, green: 110, blue: 101))
    #expect(Color("secondaryLabel", .light) == Color(0x3C3C43, alpha: 153))
    #expect(
      Color("", .dark) == nil && Color("#", .dark) == nil && Color("#12345", .dark) == nil
        && Color("Blue", .dark) == nil)
  }
}
