import Images
import Raster
import Scene
import SeededRandom
import Support
import Testing
import Text

@testable import Loaders

/// The layout of a screen: for every display and every content nothing overlaps, and nothing leaves the display.
@Suite struct ScreenLayoutTests {
  private let typesetter = Typesetter()
  private static let sizes: [(Int32, Int32)] = [
    (64, 32), (96, 64), (128, 64), (128, 128), (160, 128), (240, 240), (240, 320), (320, 240), (480, 272), (272, 480),
    (320, 480), (800, 480), (480, 800), (1024, 600), (1280, 400), (400, 1280), (1080, 1920), (1920, 1080), (3840, 2160),
    (2160, 3840), (7680, 4320), (4320, 7680),
  ]
  /// Short, long, without a space, and in several scripts.
  private static let texts: [Bytes] = [
    "A", "Please wait", "Do not turn off the device", "Donaudampfschifffahrtsgesellschaftskapitän",
    "Downloading the very large package of translations for all languages, 12.3 of 48.9 MB",
    "جاري تثبيت التحديثات", "Установка обновлений", "अपडेट स्थापित हो रहे हैं", "기기를 끄지 마세요", "お待ちください",
    "กำลังติดตั้งการปรับปรุง", "מתקין עדכונים", "Εγκατάσταση ενημερώσεων", Bytes([UInt8](repeating: 0x57, count: 300)),
    "a b c\nd e f", "fi\u{AD}fl e\u{301}e\u{301}",
  ]

  /// Keys of a theme with some of their values; an empty one leaves the key out.
  private static let looks: [(name: Bytes, texts: [Bytes])] = [
    ("percent", ["yes", "no"]), ("bar-width", ["", "300", "4000"]), ("bar-height", ["", "30"]),
    ("bar-place", ["title", "top", "bottom"]), ("logo-place", ["loader", "top", "bottom"]),
    ("logo-width", ["", "40", "600"]), ("watermark", ["", "w.png"]), ("align", ["", "top", "bottom", "30%"]),
    ("title-size", ["", "40"]), ("subtitle-size", ["", "6"]), ("status-size", ["", "24"]),
    ("message-size", ["", "30"]),
  ]

  private func picture(_ random: inout SeededRandom) -> [UInt8] {
    let width = Int.random(in: 1...300, using: &random), height = Int.random(in: 1...200, using: &random)
    let pixels = [UInt32](repeating: 0xFFFF_FFFF, count: width * height)
    return PNG(PNG.Frame(width: width, height: height, pixels: pixels), hasAlpha: false).bytes
  }

  private func screen(_ random: inout SeededRandom, loader name: Bytes) throws -> Screen {
    func text(_ random: inout SeededRandom) -> Bytes {
      Int.random(in: 0..<4, using: &random) == 0
        ? "" : ScreenLayoutTests.texts[Int.random(in: 0..<ScreenLayoutTests.texts.count, using: &random)]
    }
    var screen = Screen(background: .color(.black), scheme: .dark)
    let parameters: [(name: Bytes, text: Bytes)] =
      name == "failure"
      ? [("unit", "data.mount"), ("code", "E42"), ("address", "https://support.example/?u=data")] : []
    var words = text(&random)
    if words.isEmpty { words = "Loading…" }
    screen.loader.replace(with: try Catalog.loader(name, words, parameters), at: .zero, fading: false)
    screen.title = text(&random)
    screen.subtitle = text(&random)
    let status = text(&random), message = text(&random)
    if !status.isEmpty { screen.status.replace(with: status, at: .zero, fading: false) }
    if !message.isEmpty { screen.message.replace(with: message, at: .zero, fading: false) }
    if Bool.random(using: &random) { screen.progress = ProgressAnimation(from: 0.3, to: 0.3, since: .zero) }
    if Bool.random(using: &random) { screen.waitHint.part = "Part 1 of 3" }
    if Bool.random(using: &random) { screen.style = try style(&random) }
    if Bool.random(using: &random) {
      screen.logo = Artwork([(1, try Picture(png: picture(&random)))])
    }
    screen.isRound = Int.random(in: 0..<5, using: &random) == 0
    return screen
  }

  /// Sizes and places of a theme, with a watermark in half of them.
  private func style(_ random: inout SeededRandom) throws -> ScreenStyle {
    var given: [(name: Bytes, text: Bytes)] = []
    for (name, texts) in ScreenLayoutTests.looks {
      if let text = texts.randomElement(using: &random), !text.isEmpty { given.append((name, text)) }
    }
    let watermark = picture(&random)
    let files = Files { _ in watermark }
    return ScreenStyle(try ParameterValues(given, for: Theme.keys, files))
  }

  /// The masks of texts, which the ink of other texts must not touch.
  private func masks(_ drawOps: [DrawOp]) -> [(mask: Mask, bounds: Rect)] {
    var found: [(mask: Mask, bounds: Rect)] = []
    for case .mask(let mask, let x, let y) in drawOps.map({ $0.shape })
    where !found.contains(where: { $0.mask == mask }) {
      found.append((mask, Rect(x, y, x + mask.width, y + mask.height)))
    }
    return found
  }

  /// More than 2000 screens. Composing one twice gives the same picture; the ink of texts and the boxes of all parts
  /// stay apart, and within the display.
  @Test(arguments: MotionTests.names) func nothingOverlapsOrLeavesTheDisplay(_ name: String) throws {
    var random = SeededRandom(seed: 15)
    let others = (0..<50).map { _ in
      (Int32.random(in: 96...3840, using: &random), Int32.random(in: 64...2160, using: &random))
    }
    for (index, (width, height)) in (Array(repeatElement(ScreenLayoutTests.sizes, count: 4).joined()) + others)
      .enumerated()
    {
      let screen = try screen(&random, loader: Bytes(Array(name.utf8))), moment = Moment(Time(seconds: 4))
      let context = Context(typesetter, scale: DisplayScale(width: width, height: height).value)
      let drawOps = screen.drawOps(at: moment, width: width, height: height, context)
      let place = "\(name) on \(width)×\(height), screen \(index)"
      #expect(screen.drawOps(at: moment, width: width, height: height, context) == drawOps, "\(place)")
      checkInk(drawOps, width, height, place)
      try checkBoxes(
        screen, screen.layout(at: moment, width: width, height: height, context), width, height, context, place)
    }
  }

  private func checkInk(_ drawOps: [DrawOp], _ width: Int32, _ height: Int32, _ place: String) {
    let masks = masks(drawOps)
    for (index, one) in masks.enumerated() {
      #expect(Rect(0, 0, width, height).contains(one.bounds), "\(place)")
      for other in masks[..<index] where !one.bounds.intersection(other.bounds).isEmpty {
        Issue.record("\(place): \(one.bounds) lies on \(other.bounds)")
      }
    }
  }

  private func checkBoxes(
    _ screen: Screen, _ layout: Layout, _ width: Int32, _ height: Int32, _ context: Context, _ place: String
  ) throws {
    let across = Double(width) / context.scale, down = Double(height) / context.scale
    let margin = min(across, down) * 0.05 - 1e-6
    let covers = screen.loader.current?.fillsScreen == true
    if covers, let box = layout[.loader] { try checkCover(box, screen, layout, context, place) }
    let elements = Layout.Element.allCases.filter { layout[$0] != nil && !(covers && $0 == .loader) }
    for (index, element) in elements.enumerated() {
      let box = try #require(layout[element])
      #expect(
        box.x >= margin && box.y >= margin && box.x + box.width <= across - margin
          && box.y + box.height <= down - margin, "\(place): \(element) \(box)")
      let right = max(abs(box.x - across / 2), abs(box.x + box.width - across / 2))
      let bottom = max(abs(box.y - down / 2), abs(box.y + box.height - down / 2))
      let radius = min(across, down) / 2
      #expect(
        !screen.isRound || (right * right + bottom * bottom).squareRoot() <= radius + 1e-6,
        "\(place): \(element) \(box) leaves the circle")
      for other in elements[..<index] {
        let second = try #require(layout[other])
        let isApart =
          box.x + box.width <= second.x + 1e-6 || second.x + second.width <= box.x + 1e-6
          || box.y + box.height <= second.y + 1e-6 || second.y + second.height <= box.y + 1e-6
        #expect(isApart, "\(place): \(element) \(box) lies on \(other) \(second)")
      }
      if [.title, .subtitle, .percent, .status, .hint, .message].contains(element) {
        // A line of the least size, 9 pixels, is 10.9 pixels high.
        #expect(box.height * context.scale >= 10.8 * max(1, context.scale), "\(place): \(element) \(box)")
      }
    }
    if min(width, height) >= 64 {
      #expect(layout[.loader] != nil, "\(place): no loader")
      #expect((layout[.message] != nil) == (screen.message.current != nil), "\(place): no message")
    }
  }

  /// What a loader that fills the screen draws in the middle of its box lies under nothing else.
  private func checkCover(
    _ box: Area, _ screen: Screen, _ layout: Layout, _ context: Context, _ place: String
  ) throws {
    let natural = try #require(screen.loader.current).size(.unlimited, context).height
    let height = min(box.height, natural), top = box.y + (box.height - height) / 2
    for element in Layout.Element.allCases where element != .loader {
      guard let other = layout[element], height > 0 else { continue }
      #expect(
        other.y + other.height <= top + 1e-6 || other.y >= top + height - 1e-6,
        "\(place): \(element) lies on the loader")
    }
  }

  /// A title that is made smaller to be whole is not smaller than the subtitle.
  @Test func subtitleIsNotLargerThanTheTitle() throws {
    for letters in 10...60 {
      var screen = Screen(background: .color(.black), scheme: .dark)
      screen.title = Bytes([UInt8](repeating: 0x6D, count: letters))
      screen.subtitle = "Subtitle"
      let layout = screen.layout(at: Moment(.zero), width: 240, height: 320, Context(typesetter, scale: 1))
      let title = try #require(layout[.title]), subtitle = try #require(layout[.subtitle])
      #expect(subtitle.height < title.height + 1e-6, "\(letters)")
    }
  }

  /// A status line that is made smaller to be whole is not smaller than the wait hint.
  @Test func waitHintIsNotLargerThanTheStatus() throws {
    for letters in 10...60 {
      var screen = Screen(background: .color(.black), scheme: .dark)
      screen.status.replace(
        with: Bytes([UInt8](repeating: 0x6D, count: letters)), at: .zero, fading: false)
      screen.waitHint.part = "Part 2 of 5"
      let layout = screen.layout(at: Moment(.zero), width: 240, height: 320, Context(typesetter, scale: 1))
      let lineHeight = try #require(layout[.hint]).height
      #expect(lineHeight < (try #require(layout[.status])).height + 1e-6, "\(letters)")
    }
  }

  /// Without its last word, an instruction may say the opposite: where there is one line for it, it is left out.
  @Test func subtitleIsNotCutToOneLine() {
    var screen = Screen(background: .color(.black), scheme: .dark)
    screen.title = "Installing updates"
    screen.subtitle = "Keep the device switched on"
    screen.message.replace(with: "Do not turn off the device", at: .zero, fading: false)
    var shown = 0, leftOut = 0
    for height in [64, 96, 128] as [Int32] {
      for width in stride(from: 64, through: 320, by: 16) as StrideThrough<Int32> {
        let context = Context(typesetter, scale: DisplayScale(width: width, height: height).value)
        let layout = screen.layout(at: Moment(.zero), width: width, height: height, context)
        if layout[.subtitle] == nil { leftOut += 1 } else { shown += 1 }
        let label = Label(screen.subtitle, layout.style(of: .subtitle))
        let isWhole = label.isWhole(offered: Size(layout.arguments.textWidth, .infinity), layout.context)
        #expect(layout[.subtitle] == nil || isWhole, "\(width)x\(height)")
      }
    }
    #expect(shown > 0 && leftOut > 0)
  }

  /// On narrow displays, a subtitle that is left out leaves its room to the other texts.
  @Test func titleIsWholeInTheRoomOfASubtitleThatIsLeftOut() throws {
    var screen = Screen(background: .color(.black), scheme: .dark), leftOut = 0
    screen.loader.replace(with: try Catalog.loader("ring", "", []), at: .zero, fading: false)
    screen.title = "Installing updates"
    screen.status.replace(with: "Installing 2 of 7", at: .zero, fading: false)
    screen.message.replace(with: "Do not turn off", at: .zero, fading: false)
    func isTitleWhole(_ layout: Layout) -> Bool {
      let label = Label(screen.title, layout.style(of: .title))
      return label.isWhole(offered: Size(layout.arguments.textWidth, .infinity), layout.context)
    }
    for height in 64...160 as ClosedRange<Int32> {
      func layout() -> Layout {
        screen.layout(at: Moment(.zero), width: 64, height: height, Context(typesetter, scale: 0.5))
      }
      screen.subtitle = ""
      let without = layout()
      screen.subtitle = "Keep it switched on"
      let with = layout()
      if with[.subtitle] != nil { continue }
      leftOut += 1
      #expect(isTitleWhole(with) == isTitleWhole(without), "\(height)")
    }
    #expect(leftOut > 5)
  }

  /// No line begins with the dot between two parts of it.
  @Test func dotsStayWithWhatIsBeforeThem() throws {
    let none = Files { (path) throws(ParameterError) in throw ParameterError("file", path) }
    let given = try ParameterValues([("unit", "data.mount"), ("code", "E42")], for: Failure.parameters, none)
    #expect(Failure("", given).details == "data.mount\u{A0}· E42")
    var hint = WaitHint()
    (hint.part, hint.secondsLeft) = ("Part 1 of 2", 3)
    #expect(hint.text(at: Moment(.zero)) == "Part 1 of 2\u{A0}· Nearly done")
  }

  /// A screen keeps its layout while its contents stay the same; each change must be seen.
  @Test func layoutFollowsEachChangeOfTheScreen() throws {
    var changed = Screen(background: .color(.black), scheme: .dark)
    let steps: [(inout Screen) throws -> Void] = [
      { $0.loader.replace(with: try Catalog.loader("shimmer", "Loading…"), at: .zero, fading: false) },
      { $0.loader.replace(with: try Catalog.loader("shimmer", "Another text"), at: .zero, fading: false) },
      { $0.title = "Title" },
      { $0.title = "Another title" },
      { $0.subtitle = "Subtitle" },
      { $0.status.replace(with: "Status", at: .zero, fading: false) },
      { $0.message.replace(with: "Message", at: .zero, fading: false) },
      { $0.progress = ProgressAnimation(from: 0.3, to: 0.3, since: .zero) },
      { $0.waitHint.part = "Part 1 of 3" },
      { $0.isRound = true },
      {
        let given: [(name: Bytes, text: Bytes)] = [("bar-place", "top"), ("bar-height", "30")]
        $0.style = ScreenStyle(try ParameterValues(given, for: Theme.keys, Files { _ in [] }))
      },
    ]
    var last: [Area?] = []
    for count in 1...steps.count {
      try steps[count - 1](&changed)
      // The same screen, which has no layout yet.
      var fresh = Screen(background: .color(.black), scheme: .dark)
      for step in steps[..<count] { try step(&fresh) }
      for (width, scale) in [(800, 1.0), (1600, 1), (1600, 2)] as [(Int32, Double)] {
        let context = Context(typesetter, scale: scale)
        let boxes = [changed, fresh].map { screen in
          let layout = screen.layout(at: Moment(.zero), width: width, height: 480, context)
          return Layout.Element.allCases.map { layout[$0] }
        }
        #expect(boxes[0] == boxes[1], "step \(count), width \(width), scale \(scale)")
        #expect(boxes[0] != last, "step \(count), width \(width), scale \(scale)")
        last = boxes[0]
      }
    }
  }
}
