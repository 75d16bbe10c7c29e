import Images
import Loaders
import Raster
import Scene
import SeededRandom
import Support
import Testing
import Text

/// What changes on a screen fades and moves: no two frames of a display with 60 Hz differ by much.
@Suite struct TransitionTests {
  private let typesetter = Typesetter()
  /// The most that easeInOut rises in a frame of 1/60 s, over 0.2 s.
  private static let steepest =
    (1...12).map { Easing.easeInOut(Double($0) / 12) - Easing.easeInOut(Double($0 - 1) / 12) }.max() ?? 0

  private func progress(_ value: Double) -> ProgressAnimation {
    ProgressAnimation(from: value, to: value, since: .zero)
  }

  private func pixels(_ screen: Screen, at seconds: Double) -> Sheet {
    var sheet = Sheet(160, 100)
    let drawOps = screen.drawOps(
      at: Moment(Time(seconds: seconds)), width: 160, height: 100, Context(typesetter, scale: 1))
    sheet.paint(drawOps, over: screen.background.color, in: Region(Rect(0, 0, 160, 100)))
    return sheet
  }

  /// The largest difference of a pixel.
  private func difference(_ one: Sheet, _ other: Sheet) -> Int {
    zip(one.pixels, other.pixels).map { abs(Int($0 & 255) - Int($1 & 255)) }.max() ?? 0
  }

  /// A loader that does not run: what changes is the look alone.
  @Test(arguments: ["bar", "ring"]) func progressThatBecomesKnownOrUnknownFades(_ name: String) throws {
    var screen = Screen(background: .color(.black), scheme: .dark)
    let given: [(name: Bytes, text: Bytes)] = [("color", "white"), ("gutter", "#404040"), ("duration", "3600")]
    screen.setLoader(try Catalog.loader(Bytes(Array(name.utf8)), "", given), at: .zero, fading: false)
    let running = pixels(screen, at: 0.999)
    screen.setProgress(progress(0.3), at: Time(seconds: 1), fading: true)
    let filled = pixels(screen, at: 1.9)
    screen.setProgress(nil, at: Time(seconds: 2), fading: true)
    // The one is known again before it has left.
    let again = Time(seconds: 3)
    for (time, isKnown) in [(2.5, true), (2.6, false), (2.7, true)] {
      screen.setProgress(isKnown ? progress(0.3) : nil, at: Time(seconds: time), fading: true)
    }
    let most = Int((191 * TransitionTests.steepest).rounded(.up)) + 2
    #expect(difference(running, filled) > 150)
    for step in 0..<180 {
      let time = 0.9 + Double(step) / 60
      let change = difference(pixels(screen, at: time), pixels(screen, at: time + 1 / 60.0))
      #expect(change <= most, "\(time) s: \(change) of 255")
    }
    #expect(difference(pixels(screen, at: again.seconds), filled) <= 2)
  }

  /// A loader with a progress of its own has that look already: a report changes it as it changes any progress.
  @Test(arguments: ["bar", "ring"]) func progressGoesOnFromTheLoadersOwn(_ name: String) throws {
    func screen(_ given: [(name: Bytes, text: Bytes)], at start: Double?) throws -> Screen {
      var screen = Screen(background: .color(.black), scheme: .dark)
      screen.setLoader(try Catalog.loader(Bytes(Array(name.utf8)), "", given), at: .zero, fading: false)
      if start != nil { screen.setProgress(progress(0.2), at: .zero, fading: false) }
      let change = ProgressAnimation(from: 0.2, to: 0.8, since: Time(seconds: 1))
      screen.setProgress(change, at: Time(seconds: 1), fading: true)
      return screen
    }
    let own = try screen([("progress", "20%")], at: nil), reported = try screen([], at: 0)
    for time in [0.9, 1.05, 1.1, 1.2, 1.5] {
      #expect(difference(pixels(own, at: time), pixels(reported, at: time)) == 0, "\(time) s")
    }
  }

  /// A loader and a progress that come or leave together do so with one look.
  @Test(arguments: ["bar", "ring"]) func loaderComesWithItsProgress(_ name: String) throws {
    var screen = Screen(background: .color(.black), scheme: .dark)
    let given: [(name: Bytes, text: Bytes)] = [("color", "white"), ("gutter", "clear")]
    screen.setLoader(try Catalog.loader(Bytes(Array(name.utf8)), "", given), at: Time(seconds: 1), fading: true)
    screen.setProgress(progress(0.3), at: Time(seconds: 1), fading: true)
    let shown = pixels(screen, at: 2)
    for step in 0..<30 {
      let opacity = Easing.easeOut(Double(step) / 30)
      for (now, later) in zip(pixels(screen, at: 1 + Double(step) / 60).pixels, shown.pixels) {
        #expect(abs(Double(now & 255) - Double(later & 255) * opacity) <= 2)
      }
    }
  }

  private func style(_ given: [(name: Bytes, text: Bytes)]) throws -> ScreenStyle {
    ScreenStyle(try ParameterValues(given, for: Theme.keys, Files { _ in [] }))
  }

  /// A mode with another background, logo and other colours; the next ones come before the first change is over.
  @Test func lookFades() throws {
    var screen = Screen(background: .color(.black), scheme: .dark)
    screen.titles.update(with: "Title", at: .zero, fading: false)
    screen.setProgress(progress(0.5), at: .zero, fading: false)
    func logo(_ pixel: UInt32) -> Artwork {
      Artwork([(1, Picture(width: 30, height: 20, pixels: [UInt32](repeating: pixel, count: 600)))])
    }
    screen.logo = logo(0xFFFF_FF00)
    var settled = screen, last = pixels(screen, at: 0.9), time = 0.9
    let first = last
    let most = Int(3 * 255 * TransitionTests.steepest) + 3
    /// Shows all frames until a time.
    func show(until end: Double) {
      while time < end {
        time += 1 / 60.0
        let next = pixels(screen, at: time), change = difference(last, next)
        #expect(change <= most, "\(time) s: \(change) of 255")
        last = next
      }
    }
    let looks: [(time: Double, background: Backdrop, color: Bytes, logo: UInt32)] = [
      (1, .color(.white), "black", 0xFF40_4040),
      (1.1, .gradient([Color(0x400000), Color(0x00FF00)]), "blue", 0xFFFF_FFFF),
      (1.15, .color(Color(0x808080)), "white", 0xFF00_0000), (2, .color(Color(0x808080)), "white", 0xFF00_0000),
    ]
    for (start, background, color, pixel) in looks {
      show(until: start)
      let style = try style([("title-color", color), ("bar-color", color), ("bar-gutter", color)])
      func set(_ look: inout Look) {
        look.background = background
        look.scheme = color == "black" ? .light : .dark
        look.style = style
        look.logo = logo(pixel)
      }
      screen.changeLook(at: Time(seconds: start), fading: true, set)
      settled.changeLook(at: Time(seconds: start), fading: false, set)
    }
    show(until: 2.3)
    #expect(difference(first, last) > 100)
    #expect(pixels(screen, at: 2.3).pixels == pixels(settled, at: 2.3).pixels)
    #expect(screen.finishTime != nil)
    screen.removeFinished(at: Time(seconds: 2.3))
    #expect(screen.finishTime == nil)
    #expect(pixels(screen, at: 2.3).pixels == pixels(settled, at: 2.3).pixels)
    let moment = Moment(Time(seconds: 2.3))
    _ = screen.drawOps(at: moment, width: 160, height: 100, Context(typesetter, scale: 1))
    #expect(moment.change == .never)
  }

  /// A logo and a background picture of one file stay as they are, although each look has read the file by itself.
  @Test func picturesOfTheSameFileStay() throws {
    func file(_ pixel: UInt32) -> [UInt8] {
      PNG(PNG.Frame(width: 8, height: 8, pixels: [UInt32](repeating: pixel, count: 64)), hasAlpha: true).bytes
    }
    let files = Files { file($0.hasPrefix("a") ? 0xFFFF_FFFF : 0xFF80_4020) }
    let theme = INI("[Theme]\nlogo = a.png\nlogo-width = 40\nbackground = b.png\n[update]\nstatus = Wait")
    func look(_ mode: ScreenMode) throws -> (inout Look) -> Void {
      let theme = Theme(theme, mode: mode, files)
      let logo = try #require(theme.logo), background = try #require(theme.background), style = ScreenStyle(theme.style)
      return { ($0.logo, $0.background, $0.style) = (logo, background, style) }
    }
    var screen = Screen(background: .color(.black), scheme: .dark)
    screen.changeLook(at: .zero, fading: false, try look(.boot))
    let before = pixels(screen, at: 0.9)
    #expect(before.pixels.contains { $0 & 0xFFFFFF == 0xFFFFFF }, "the logo is there")
    screen.changeLook(at: Time(seconds: 1), fading: true, try look(.update))
    for step in 0...13 { #expect(pixels(screen, at: 1 + Double(step) / 60).pixels == before.pixels) }
  }

  /// A logo of another theme whose file has the same name fades in.
  @Test func logoOfTheSameNameFades() throws {
    func logo(_ pixel: UInt32) throws -> Artwork {
      let frame = PNG.Frame(width: 8, height: 8, pixels: [UInt32](repeating: pixel, count: 64))
      let theme = Theme(
        INI("[Theme]\nlogo = a.png\nlogo-width = 40"), mode: .boot, Files { _ in PNG(frame, hasAlpha: true).bytes })
      return try #require(theme.logo)
    }
    var screen = Screen(background: .color(.black), scheme: .dark)
    let first = try logo(0xFFFF_FFFF), second = try logo(0xFF40_4040)
    screen.logo = first
    screen.changeLook(at: Time(seconds: 1), fading: true) { $0.logo = second }
    let drawOps = screen.drawOps(
      at: Moment(Time(seconds: 1.1)), width: 160, height: 100, Context(typesetter, scale: 1))
    #expect(!drawOps.contains { $0.bounds.width == 160 }, "the background is the colour that is cleared to")
    let most = Int((191 * TransitionTests.steepest).rounded(.up)) + 20
    #expect(difference(pixels(screen, at: 0.99), pixels(screen, at: 1.3)) == 191)
    for step in 0..<14 {
      let time = 0.99 + Double(step) / 60
      #expect(difference(pixels(screen, at: time), pixels(screen, at: time + 1 / 60.0)) <= most, "\(time) s")
    }
  }

  /// The size of a text and the width of the margin change on the way, not at once.
  @Test func sizesOfALookChangeOnTheWay() throws {
    var screen = Screen(background: .color(.black), scheme: .dark)
    screen.titles.update(with: "Title", at: .zero, fading: false)
    let style = try style([("title-size", "34")])
    screen.changeLook(at: Time(seconds: 1), fading: true) { $0.style = style }
    func height(_ time: Double) throws -> Double {
      let context = Context(typesetter, scale: 1)
      return try #require(
        screen.layout(at: Moment(Time(seconds: time)), width: 320, height: 240, context)[.title]
      ).height
    }
    let (small, large) = (try height(0.9), try height(1.9))
    #expect(large > small * 1.9)
    for step in 0...12 {
      let part = Easing.easeInOut(Double(step) / 12)
      #expect(abs(try height(1 + Double(step) / 60) - (small + (large - small) * part)) < 1e-6)
    }
  }

  /// The part, the time left that is counted down, and a stall that no call reports.
  @Test func waitHintFades() throws {
    var screen = Screen(background: .color(.black), scheme: .dark), hint = WaitHint()
    var time = 0.9, last = pixels(screen, at: time), shown = last
    /// Shows all frames until a time, at which there is another text than at the last one.
    func show(until end: Double) {
      while time < end {
        time += 1 / 60.0
        let next = pixels(screen, at: time), change = difference(last, next)
        #expect(change <= 90, "\(time) s: \(change) of 255")
        last = next
      }
      #expect(difference(last, shown) > 100, "\(time) s")
      shown = last
    }
    func set(_ time: Double) { screen.setWaitHint(hint, at: Time(seconds: time), fading: true) }
    hint.part = "Part 1 of 2"
    set(1)
    show(until: 2)
    hint.part = "Part 2 of 2"
    set(2)
    show(until: 3)
    (hint.secondsLeft, hint.since, hint.stallTime) = (42, Time(seconds: 3), Time(seconds: 9))
    set(3)
    show(until: 4.4)
    (hint.secondsLeft, hint.since, hint.stallTime) = (40.5, Time(seconds: 4.5), Time(seconds: 7))
    set(4.5)
    show(until: 5.9)  // a second later the time left is another one
    show(until: 7.9)  // stalled
    hint = WaitHint()
    set(9)
    show(until: 9.5)
    #expect(last.pixels.allSatisfy { $0 & 255 == 0 })
  }

  private static let texts: [Bytes] = [
    "A", "Please wait", "Do not turn off the device", "Donaudampfschifffahrtsgesellschaftskapitän",
    "Downloading the very large package of translations for all languages, 12.3 of 48.9 MB",
    "Установка обновлений",
  ]
  private static let loaders: [Bytes] = ["ring", "text", "orb", "bar", "shimmer", "skeleton", "console", "live"]

  private func change(_ screen: inout Screen, at now: Time, _ random: inout SeededRandom) throws {
    let isEmpty = Int.random(in: 0..<3, using: &random) == 0
    let text = isEmpty ? nil : TransitionTests.texts.randomElement(using: &random)
    switch Int.random(in: 0..<8, using: &random) {
    case 0: screen.titles.update(with: text, at: now, fading: true)
    case 1: screen.subtitles.update(with: text, at: now, fading: true)
    case 2: screen.status.update(with: text, at: now, fading: true)
    case 3: screen.message.update(with: text, at: now, fading: true)
    case 6:
      var hint = WaitHint()
      hint.part = text ?? ""
      hint.stallTime = Bool.random(using: &random) ? now + Time(seconds: 0.1) : nil
      screen.setWaitHint(hint, at: now, fading: true)
    case 7:
      let size: Bytes = isEmpty ? "13" : "24", place: Bytes = isEmpty ? "title" : "bottom"
      let style = try style([("title-size", size), ("bar-height", size), ("bar-place", place), ("percent", "yes")])
      screen.changeLook(at: now, fading: true) { $0.style = style }
    case 4: screen.setProgress(Bool.random(using: &random) ? progress(0.3) : nil, at: now, fading: true)
    default:
      let name = TransitionTests.loaders.randomElement(using: &random) ?? "ring"
      screen.setLoader(try Catalog.loader(name, "Loading…"), at: now, fading: true)
    }
  }

  /// Where a text hangs: the middle of its upper edge, for the message of the lower one.
  private func anchor(_ element: Layout.Element, in layout: Layout) -> (x: Double, y: Double)? {
    layout[element].map { ($0.x + $0.width / 2, element == .message ? $0.y + $0.height : $0.y) }
  }

  /// Everything that a client can change changes at random times, also while something moves already. No text, bar or
  /// logo moves faster than on the whole way in 0.2 s.
  @Test(arguments: [(128, 64), (240, 240), (480, 272), (272, 480), (1920, 1080)] as [(Int32, Int32)])
  func boxesMoveInSmallSteps(_ size: (width: Int32, height: Int32)) throws {
    var random = SeededRandom(seed: 20), screen = Screen(background: .color(.black), scheme: .dark)
    let theme = Theme(INI("[Theme]\npercent = yes"), mode: .boot, Files { _ in [] })
    screen.style = ScreenStyle(theme.style)
    screen.logo = Artwork([(1, Picture(width: 30, height: 20, pixels: [UInt32](repeating: 0xFF00_FF00, count: 600)))])
    let context = Context(typesetter, scale: DisplayScale(width: size.width, height: size.height).value)
    func layout(_ frame: Int) -> Layout {
      screen.layout(at: Moment(Time(seconds: Double(frame) / 60)), width: size.width, height: size.height, context)
    }
    let elements = Layout.Element.allCases.filter { $0 != .loader }
    var next = 0, before = layout(0), hasMoved = false
    /// The ways of the latest changes, by element: the end of one adds to the way of the next.
    var ways: [(frame: Int, way: [Double])] = []
    for frame in 0..<1500 {
      if frame == next {
        for _ in 0..<Int.random(in: 1...2, using: &random) {
          try change(&screen, at: Time(seconds: Double(frame) / 60), &random)
        }
        next += [1, 4, 9, 20].randomElement(using: &random) ?? 1
        // All that it moves: what leaves and comes back has a way, too.
        let path = (0...24).map { layout(frame + $0) }
        let way = elements.map { element in
          zip(path, path.dropFirst()).reduce(0.0) { sum, pair in
            guard let from = anchor(element, in: pair.0), let to = anchor(element, in: pair.1) else { return sum }
            return sum + max(abs(to.x - from.x), abs(to.y - from.y))
          }
        }
        ways.append((frame, way))
      }
      ways.removeAll { $0.frame < frame - 24 }
      let layout = layout(frame)
      for (index, element) in elements.enumerated() {
        guard let from = anchor(element, in: before), let to = anchor(element, in: layout) else { continue }
        if min(before.presence(of: element), layout.presence(of: element)) < 1 { continue }  // there is no room for it
        let step = max(abs(to.x - from.x), abs(to.y - from.y))
        let most = 2 * TransitionTests.steepest * ways.reduce(0) { $0 + $1.way[index] }
        #expect(step <= most + 1e-6, "\(frame): \(element) moves by \(step) points")
        hasMoved = hasMoved || step > 1
      }
      before = layout
    }
    #expect(hasMoved)
  }

  /// The text below it makes room for the screen's bar, and takes the room back.
  @Test func textBelowTheBarMovesWhileTheBarFades() throws {
    var screen = Screen(background: .color(.black), scheme: .dark)
    screen.setLoader(try Catalog.loader("text", "Still"), at: .zero, fading: false)
    screen.status.update(with: "Status", at: .zero, fading: false)
    func place(_ time: Double) throws -> Double {
      let context = Context(typesetter, scale: 1)
      let layout = screen.layout(at: Moment(Time(seconds: time)), width: 320, height: 240, context)
      return try #require(layout[.status]).y
    }
    let alone = try place(0.9)
    screen.setProgress(progress(0.3), at: Time(seconds: 1), fading: true)
    let below = try place(1.9)
    screen.setProgress(nil, at: Time(seconds: 2), fading: true)
    #expect(below - alone > 15)
    for step in 0...12 {
      let part = Easing.easeInOut(Double(step) / 12), time = Double(step) / 60
      #expect(abs(try place(1 + time) - (alone + (below - alone) * part)) < 1e-6)
      #expect(abs(try place(2 + time) - (below + (alone - below) * part)) < 1e-6)
    }
  }

  /// A loader that leaves stays where it is, in its size, also where the texts around it change at the same time.
  @Test func loaderThatLeavesDoesNotMove() throws {
    var screen = Screen(background: .color(.black), scheme: .dark)
    screen.setLoader(try Catalog.loader("skeleton", ""), at: .zero, fading: false)
    screen.message.update(with: "Do not turn off the device", at: .zero, fading: false)
    let bounds = { (time: Double) in
      screen.drawOps(at: Moment(Time(seconds: time)), width: 240, height: 160, Context(typesetter, scale: 1))
        .reduce(Rect.empty) { $0.union($1.bounds) }
    }
    let before = bounds(0.9)
    screen.setLoader(nil, at: Time(seconds: 1), fading: true)
    screen.titles.update(with: "Title", at: Time(seconds: 1), fading: true)
    screen.message.update(with: nil, at: Time(seconds: 1), fading: true)
    #expect(bounds(1.1) == before)
  }
}
