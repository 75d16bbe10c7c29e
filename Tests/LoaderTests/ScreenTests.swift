import Images
import Raster
import Scene
import Support
import Testing
import Text

@testable import Loaders

/// The composed screen: background, logo, crossfades and redraw times.
@Suite struct ScreenTests {
  private func pixels(_ screen: Screen, at seconds: Double = 9, _ width: Int = 200, _ height: Int = 160) -> Sheet {
    var sheet = Sheet(width, height)
    let drawOps = screen.drawOps(
      at: Moment(Time(seconds: seconds)), width: Int32(width), height: Int32(height), Context(Typesetter(), scale: 1))
    sheet.paint(drawOps, over: screen.background.color, in: Region(Rect(0, 0, Int32(width), Int32(height))))
    return sheet
  }

  private func plain(_ width: Int32, _ height: Int32, _ pixel: UInt32) -> Artwork {
    Artwork([(1, Picture(width: width, height: height, pixels: [UInt32](repeating: pixel, count: Int(width * height))))]
    )
  }

  @Test func backgroundGradientRunsFromTopToBottom() {
    let sheet = pixels(Screen(background: .gradient([.black, .white]), scheme: .dark))
    for y in 0..<160 { #expect(abs(sheet[100, y][0] - (Double(y) + 0.5) / 160 * 255) <= 1.5) }
  }

  @Test func backgroundPictureIsScaledByItsFit() {
    let wide = plain(100, 25, 0xFFFF_0000)
    let fit = pixels(Screen(background: .picture(wide, .fit, over: .black), scheme: .dark))
    #expect(fit[5, 80][0] == 255 && fit[5, 50][0] == 0 && fit[5, 57][0] == 255)
    let fill = pixels(Screen(background: .picture(wide, .fill, over: .black), scheme: .dark))
    #expect(fill.pixels.allSatisfy { $0 == 0xFFFF_0000 })
    let none = pixels(Screen(background: .picture(wide, .none, over: .white), scheme: .dark))
    #expect(none[51, 80] == [255, 0, 0] && none[49, 80] == [255, 255, 255] && none[100, 66] == [255, 255, 255])
  }

  @Test func logoIsDrawnAboveTheLoader() throws {
    var screen = Screen(background: .color(.black), scheme: .dark)
    screen.logo = plain(30, 20, 0xFF00_FF00)
    screen.loader.replace(with: try Catalog.loader("bar", ""), at: .zero, fading: false)
    let sheet = pixels(screen)
    let rows = (0..<160).filter { sheet[100, $0] == [0, 255, 0] }
    #expect(rows.count == 20 && (rows.last ?? 999) < 75 - 16 + 1)
  }

  /// In each frame the loader is what it was, times the opacity.
  @Test(arguments: ["bar", "ring"]) func loaderThatFadesOutKeepsItsProgress(_ name: String) throws {
    var screen = Screen(background: .color(.black), scheme: .dark)
    let loader = try Catalog.loader(Bytes(Array(name.utf8)), "", [("color", "white"), ("gutter", "clear")])
    screen.setLoader(loader, at: .zero, fading: false)
    screen.setProgress(ProgressAnimation(from: 0.3, to: 0.3, since: .zero), at: .zero, fading: false)
    let shown = pixels(screen, at: 1.999)
    screen.setLoader(nil, at: Time(seconds: 2), fading: true)
    screen.setProgress(nil, at: Time(seconds: 2), fading: true)
    for step in 0..<12 {
      let time = 2 + Double(step) / 60, left = 1 - Easing.easeInOut(Double(step) / 12)
      let fading = pixels(screen, at: time)
      for (now, before) in zip(fading.pixels, shown.pixels) {
        #expect(abs(Double(now & 255) - Double(before & 255) * left) <= 2)
      }
    }
  }

  @Test func titleAndBarFade() {
    var screen = Screen(background: .color(.black), scheme: .dark)
    let context = Context(Typesetter(), scale: 1)
    func opacities(_ time: Double) -> [UInt8] {
      screen.drawOps(at: Moment(Time(seconds: time)), width: 320, height: 200, context).map { $0.opacity }
    }
    screen.titles.update(with: "Title", at: Time(seconds: 1), fading: true)
    screen.setProgress(ProgressAnimation(from: 0.3, to: 0.3, since: .zero), at: Time(seconds: 1), fading: true)
    let half = UInt8((255 * Easing.easeOut(0.5)).rounded())
    #expect(opacities(1.25) == [half, half] && opacities(2) == [255, 255, 255])
    screen.titles.update(with: "Title", at: Time(seconds: 3), fading: true)
    #expect(opacities(3) == [255, 255, 255], "the same title does not fade")
    screen.titles.update(with: nil, at: Time(seconds: 4), fading: true)
    #expect(opacities(4.1).contains(128) && opacities(4.3) == [255, 255])
  }

  /// A status line that changes often is readable: each text that is shown fades in whole, and the newest one follows.
  @Test(arguments: [1, 3, 9]) func statusThatChangesOftenFadesIn(_ frames: Int) {
    var screen = Screen(background: .color(.black), scheme: .dark)
    let last = 90 / frames * frames
    var most = 0.0
    for frame in 0..<180 {
      let time = Time(seconds: Double(frame) / 60)
      if frame <= last, frame % frames == 0 {
        screen.status.update(with: "Status \(frame)", at: time, fading: true)
        #expect(screen.status.current == "Status \(frame)")
        #expect(screen.status.items.count <= 4)
      }
      let shown = screen.status.visible(at: Moment(time)).map { $0.opacity }
      #expect(shown.count <= 2, "a text that waits is neither shaped nor drawn")
      most = max(most, shown.max() ?? 0)
      if frame > 30 { #expect(shown.reduce(0, +) > 0.5, "frame \(frame): \(shown)") }
    }
    #expect(most == 1)
    let texts = screen.status.visible(at: Moment(Time(seconds: 3)))
    #expect(texts.map { $0.item.content } == ["Status \(last)"] && texts[0].opacity == 1)
  }

  /// A text that leaves, or comes without a fade, does not wait.
  @Test func statusLeavesAtOnce() {
    var screen = Screen(background: .color(.black), scheme: .dark)
    func update(_ text: Bytes?, _ seconds: Double, fading: Bool = true) {
      screen.status.update(with: text, at: Time(seconds: seconds), fading: fading)
    }
    func shown(_ seconds: Double) -> [Bytes] {
      screen.status.visible(at: Moment(Time(seconds: seconds))).map { $0.item.content }
    }
    update("One", 1)
    update("Two", 1.1)
    update(nil, 1.2)
    #expect(shown(1.25) == ["One"] && shown(2).isEmpty)
    update("Three", 3)
    update("Four", 3.1)
    update("Three", 3.2)
    #expect(shown(3.3) == ["Three"] && shown(9) == ["Three"])
    update("Five", 10, fading: false)
    #expect(shown(10) == ["Five"])
  }

  /// The screen's bar fades out with its loader. It does not appear when a loader leaves that has shown the progress.
  @Test func barLeavesWithTheProgress() throws {
    var screen = Screen(background: .color(.black), scheme: .dark)
    let theme = Theme(INI("[Theme]\npercent = yes"), mode: .boot, Files { _ in [] })
    screen.style = ScreenStyle(theme.style)
    let text = try Catalog.loader("text", "Still"), ring = try Catalog.loader("ring", "")
    func bars(_ time: Double) -> [UInt8] {
      screen.drawOps(at: Moment(Time(seconds: time)), width: 320, height: 200, Context(Typesetter(), scale: 1))
        .filter { $0.bounds.width > 100 && $0.bounds.height < 10 }.map { $0.opacity }
    }
    func show(_ loader: AnyLoader, _ progress: Double?, at seconds: Double) {
      let time = Time(seconds: seconds)
      screen.setLoader(loader, at: time, fading: true)
      screen.setProgress(
        progress.map { ProgressAnimation(from: $0, to: $0, since: .zero) }, at: time, fading: true)
    }
    show(text, 0.3, at: 0)
    #expect(!bars(1).isEmpty && bars(1).allSatisfy { $0 == 255 })
    show(text, nil, at: 2)
    for (time, isPlaced) in [(0.5, true), (1, true), (1.999, true), (2, false), (9, false)] {
      let context = Context(Typesetter(), scale: 1)
      let layout = screen.layout(at: Moment(Time(seconds: time)), width: 320, height: 200, context)
      #expect((layout[.bar] != nil) == isPlaced && (layout[.percent] != nil) == isPlaced, "\(time) s")
    }
    #expect(!bars(2.1).isEmpty && bars(2.1).allSatisfy { $0 == 128 } && bars(2.2).isEmpty)
    show(ring, 0.3, at: 3)
    show(text, nil, at: 4)
    for step in 0..<20 { #expect(bars(3 + Double(step) / 60).isEmpty && bars(4 + Double(step) / 60).isEmpty) }
  }

  /// Where a loader takes over the progress, the bar fades out as it is. Where the loader gives it back, the bar fades
  /// in.
  @Test func barFadesWhereALoaderTakesOverTheProgress() throws {
    var screen = Screen(background: .color(.black), scheme: .dark)
    let text = try Catalog.loader("text", "Still"), ring = try Catalog.loader("ring", "")
    func bars(_ time: Double) -> [DrawOp] {
      screen.drawOps(at: Moment(Time(seconds: time)), width: 320, height: 200, Context(Typesetter(), scale: 1))
        .filter { $0.bounds.width > 100 && $0.bounds.height < 10 }
    }
    func show(_ loader: AnyLoader, at seconds: Double) {
      let time = Time(seconds: seconds)
      screen.setLoader(loader, at: time, fading: true)
      screen.setProgress(ProgressAnimation(from: 0.3, to: 0.3, since: .zero), at: time, fading: true)
    }
    show(text, at: 0)
    let shown = bars(1.9)
    show(ring, at: 2)
    #expect(shown.count == 2 && bars(2) == shown)
    for step in 1..<12 {
      let opacity = 255 * (1 - Easing.easeInOut(Double(step) / 12))
      guard let bar = bars(2 + Double(step) / 60).first else { Issue.record("step \(step): no bar"); continue }
      #expect(abs(Double(bar.opacity) - opacity) <= 1, "step \(step)")
      if case .group(let parts) = bar.shape { #expect(parts == shown) } else { Issue.record("no group") }
    }
    #expect(bars(2.2).isEmpty)
    show(text, at: 4)
    #expect(bars(4).isEmpty)
    for step in 1..<30 {
      let opacity = 255 * Easing.easeOut(Double(step) / 30)
      #expect(bars(4 + Double(step) / 60).contains { abs(Double($0.opacity) - opacity) <= 1 }, "step \(step)")
    }
    #expect(bars(4.5) == shown)
  }

  /// What leaves is seen over a loader that covers the screen at once.
  @Test func loaderThatLeavesIsAboveTheBackgroundThatStandsAtOnce() throws {
    var screen = Screen(background: .color(.black), scheme: .dark)
    let bar = try Catalog.loader("bar", "", [("color", "#FF0000"), ("gutter", "#FF0000")])
    screen.setLoader(bar, at: .zero, fading: false)
    let city = try Catalog.loader("parallax", "", [("fade-out", "1")])
    screen.setLoader(city, at: Time(seconds: 2), fading: true)
    #expect(pixels(screen, at: 2)[100, 80] == [255, 0, 0])
    #expect(pixels(screen, at: 2)[3, 3] == [238, 240, 238])
    screen.setLoader(nil, at: Time(seconds: 4), fading: true)
    for (time, part) in [(4, 1), (4.5, 0.5), (4.75, 1 - Easing.easeInOut(0.75)), (5, 0)] {
      #expect(abs(pixels(screen, at: time)[3, 3][0] - 238 * part) <= 1, "\(time) s")
    }
  }

  /// One that is shown again has no fade of its own left.
  @Test func loaderThatCoversTheScreenFadesInWhenItReturns() throws {
    var screen = Screen(background: .color(.black), scheme: .dark)
    screen.setLoader(try Catalog.loader("parallax", ""), at: Time(seconds: 4), fading: true, began: .zero)
    #expect(pixels(screen, at: 4)[3, 3] == [0, 0, 0])
    #expect(abs(pixels(screen, at: 4.25)[3, 3][0] - 238 * Easing.easeOut(0.5)) <= 1)
  }

  /// White that a theme has chosen for its dark background is not used on a light loader that covers it.
  @Test func coloursOfAThemeAreSeenOnACover() throws {
    let keys = "status-color = white\nmessage-color = #222222\nbar-color = #EEEEEE\nbar-gutter = #FFFFFF40"
    let theme = Theme(INI("[Theme]\n" + Bytes(Array(keys.utf8))), mode: .boot, Files { _ in [] })
    var screen = Screen(background: .color(.black), scheme: .dark)
    screen.style = ScreenStyle(theme.style)
    func colors() -> [Color] {
      let moment = Moment(Time(seconds: 1))
      return [Layout.Element.status, .message].map { element in
        screen.color(at: moment) { screen.textColor(of: element, $0, $1) }
      } + [screen.color(at: moment) { screen.visible($0.style.barColor, $0, $1) ?? .clear }]
    }
    #expect(colors() == [.white, Color(0x222222), Color(0xEEEEEE)])
    screen.setLoader(try Catalog.loader("parallax", ""), at: .zero, fading: false)
    #expect(colors() == [.secondaryText(.light), Color(0x222222), .clear])
  }

  /// Texts, bar and logo change their colours together with what is below them.
  @Test func coloursFollowTheCoverThatFadesOut() throws {
    var screen = Screen(background: .color(.black), scheme: .dark)
    screen.logo = plain(30, 20, 0xFF00_FF00)
    let style = try ParameterValues(
      [("logo-light", "l")], for: Theme.keys,
      Files { _ in
        PNG(PNG.Frame(width: 30, height: 20, pixels: [UInt32](repeating: 0xFF00_00FF, count: 600)), hasAlpha: true)
          .bytes
      })
    screen.style = ScreenStyle(style)
    screen.status.replace(with: "Status", at: .zero, fading: false)
    screen.setLoader(try Catalog.loader("parallax", "", [("fade-out", "0.2")]), at: .zero, fading: false)
    screen.setLoader(nil, at: Time(seconds: 2), fading: true)
    func colors(at seconds: Double) -> (text: Color?, logos: [UInt8]) {
      let drawOps = screen.drawOps(
        at: Moment(Time(seconds: seconds)), width: 320, height: 240, Context(Typesetter(), scale: 1))
      var text: Color?, logos: [UInt8] = []
      func visit(_ op: DrawOp, _ opacity: UInt8) {
        if case .group(let parts) = op.shape { for part in parts { visit(part, op.opacity) } }
        if case .mask = op.shape, case .color(let color) = op.paint { text = color }
        if case .picture(let picture, _, _) = op.paint, picture.width == 30 { logos.append(min(opacity, op.opacity)) }
      }
      for op in drawOps { visit(op, 255) }
      return (text, logos)
    }
    let black = Color.secondaryText(.light), white = Color.secondaryText(.dark)
    #expect(colors(at: 1.9).text == black && colors(at: 2).text == black && colors(at: 2.3).text == white)
    let between = try #require(colors(at: 2.1).text), half = white.mixed(with: black, by: 0.5)
    #expect(abs(Int(between.red) - Int(half.red)) <= 1 && between.alpha == half.alpha)
    #expect(colors(at: 2).logos == [255] && colors(at: 2.3).logos == [255])
    #expect(colors(at: 2.1).logos == [127, 128])
  }

  /// Two loaders that leave one after the other keep what each has shown.
  @Test func loadersThatLeaveKeepTheirOwnProgress() throws {
    var screen = Screen(background: .color(.black), scheme: .dark)
    let given: [(name: Bytes, text: Bytes)] = [("color", "#FF0000"), ("gutter", "clear")]
    screen.setLoader(try Catalog.loader("bar", "", given), at: .zero, fading: false)
    screen.setProgress(ProgressAnimation(from: 0.8, to: 0.8, since: .zero), at: .zero, fading: false)
    func end(at seconds: Double) -> Int? { (0..<200).last { pixels(screen, at: seconds)[$0, 80][0] > 8 } }
    let before = try #require(end(at: 2))
    screen.setLoader(
      try Catalog.loader("ring", "", [("color", "#0000FF"), ("gutter", "clear")]), at: Time(seconds: 2), fading: true)
    screen.setProgress(
      ProgressAnimation(from: 0.1, to: 0.1, since: Time(seconds: 2)), at: Time(seconds: 2), fading: true)
    #expect(end(at: 2.05) == before)
    screen.setLoader(nil, at: Time(seconds: 2.06), fading: true)
    screen.setProgress(nil, at: Time(seconds: 2.06), fading: true)
    #expect(end(at: 2.08) == before && end(at: 2.12) == before)
  }

  /// What is hidden while it fades in goes on to fade in while its last frames are shown, over what fades out.
  @Test func outroBeginsWithTheOpacityOfNow() throws {
    var screen = Screen(background: .color(.black), scheme: .dark)
    screen.setLoader(
      try Catalog.loader("bar", "", [("color", "#0000FF"), ("gutter", "#0000FF")]), at: .zero, fading: false)
    let pixels = [UInt32](repeating: 0xFFFF_0000, count: 12)
    let file = PNG(PNG.Frame(width: 4, height: 3, pixels: pixels), hasAlpha: true).bytes
    let frames = try #require(Catalog.entry(named: "frames")).loader(
      "", [("pictures", "a-{1..4}.png"), ("outro", "2"), ("fps", "2"), ("width", "60")], Files { _ in file })
    screen.setLoader(frames, at: Time(seconds: 2), fading: true)
    let before = self.pixels(screen, at: 2.1)
    screen.setLoader(nil, at: Time(seconds: 2.1), fading: true)
    for (one, other) in zip(before.pixels, self.pixels(screen, at: 2.1).pixels) where one != other {
      Issue.record("a pixel jumps")
      break
    }
    #expect(self.pixels(screen, at: 2.6)[100, 80] == [255, 0, 0])
    #expect(self.pixels(screen, at: 3.5)[100, 80] == [0, 0, 0])
  }

  @Test func linesOfAConsoleMayEndAtTheRight() throws {
    func columns(_ alignment: Bytes) throws -> [Int] {
      let sheet = Sheet(
        try Catalog.loader("console", "ab\nabcd", [("align", alignment)]), width: 200, height: 60, at: 1)
      return (0..<200).filter { x in (0..<60).contains { sheet[x, $0][0] > 60 } }
    }
    let left = try columns("leading"), right = try columns("trailing")
    #expect(try #require(left.first) < 20 && #require(left.last) < 60)
    #expect(try #require(right.first) > 140 && #require(right.last) > 190)
  }

  /// A stroke is at most as wide as the radius.
  @Test func aLineThatIsTooWideFillsTheRing() throws {
    func sheet(_ width: Bytes) throws -> Sheet {
      Sheet(try Catalog.loader("ring", "", [("size", "20"), ("line-width", width)]), width: 40, height: 40, at: 0.3)
    }
    #expect(try sheet("30").pixels == sheet("10").pixels && sheet("30").pixels != sheet("9").pixels)
  }

  @Test func loadersFadeInAndCrossfade() throws {
    var screen = Screen(background: .color(.black), scheme: .dark)
    let red = try Catalog.loader("bar", "", [("color", "#FF0000"), ("gutter", "#FF0000")])
    let blue = try Catalog.loader("bar", "", [("color", "#0000FF"), ("gutter", "#0000FF")])
    screen.loader.replace(with: red, at: .zero, fading: true)
    #expect(pixels(screen, at: 0)[100, 80] == [0, 0, 0])
    let half = Easing.easeOut(0.5)
    #expect(abs(pixels(screen, at: 0.25)[100, 80][0] - 255 * half) <= 1)
    #expect(pixels(screen, at: 0.5)[100, 80] == [255, 0, 0])
    screen.loader.replace(with: blue, at: Time(seconds: 2), fading: true)
    #expect(pixels(screen, at: 2)[100, 80] == [255, 0, 0])
    let between = pixels(screen, at: 2.1)[100, 80]
    #expect(between[0] > 20 && between[2] > 40)
    #expect(pixels(screen, at: 2.5)[100, 80] == [0, 0, 255])
    screen.loader.replace(with: nil, at: Time(seconds: 3), fading: true)
    #expect(abs(pixels(screen, at: 3.1)[100, 80][2] - 255 * 0.5) <= 1, "easeInOut, not easeOut as when it comes")
    #expect(abs(pixels(screen, at: 3.05)[100, 80][2] - 255 * (1 - Easing.easeInOut(0.25))) <= 1)
    #expect(pixels(screen, at: 3.2)[100, 80] == [0, 0, 0])
    screen.loader.replace(with: red, at: Time(seconds: 4), fading: false)
    #expect(pixels(screen, at: 4)[100, 80] == [255, 0, 0])
  }

  @Test func stillScreenRequestsNoMoreFrames() throws {
    var screen = Screen(background: .color(.black), scheme: .dark)
    screen.loader.replace(with: try Catalog.loader("text", "Still"), at: .zero, fading: true)
    screen.status.replace(with: "Status", at: .zero, fading: true)
    let moving = Moment(Time(seconds: 0.3)), still = Moment(Time(seconds: 0.6))
    for moment in [moving, still] {
      _ = screen.drawOps(at: moment, width: 200, height: 100, Context(Typesetter(), scale: 1))
    }
    #expect(moving.change == .always && still.change == .never)
  }

  @Test func builtInPictureReplacesAnInvalidOne() throws {
    let entry = try #require(Catalog.entry(named: "parallax"))
    let loader = try entry.loader("", [("city", "broken.png")], Files { _ in Array("GIF".utf8) })
    #expect(loader.problems.count == 1 && loader.problems.first?.name == "city")
    let standard = try Catalog.loader("parallax", "")
    #expect(
      Sheet(loader, width: 300, height: 300, at: 1).pixels == Sheet(standard, width: 300, height: 300, at: 1).pixels)
  }
}
