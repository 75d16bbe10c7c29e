import Foundation
import Images
import Loaders
import Raster
import Scene
import Support
import Testing

@testable import Text

/// Theme files: modes, backgrounds, schemes and errors.
@Suite struct ThemeTests {
  private let picture = PNG(
    PNG.Frame(width: 4, height: 2, pixels: [UInt32](repeating: 0xFF00_FF00, count: 8)), hasAlpha: true)

  private func theme(_ text: Bytes, mode: ScreenMode = .boot) -> Theme {
    let picture = picture
    let files = Files { (path) throws(ParameterError) in
      if path == "logo.png" || path == "back.png" { return picture.bytes }
      throw ParameterError("file", "\(path): not there")
    }
    return Theme(INI(text), mode: mode, files)
  }

  @Test func sectionOfAModeOverridesTheTheme() {
    let text: Bytes = """
      [update]
      text = Updating
      loader = bar
      [Theme]
      loader = shimmer
      text = Starting
      logo = logo.png
      background = #102030
      [shimmer]
      style = flow
      duration = 1.5
      [bar]
      color = #FF0000
      """
    let boot = theme(text), update = theme(text, mode: .update)
    #expect(boot.problems.isEmpty && boot.loader == "shimmer" && boot.text == "Starting" && boot.logo != nil)
    #expect(update.loader == "bar" && update.text == "Updating" && update.background?.color == Color(0x102030))
    #expect(boot.parameters(of: "shimmer").map { $0.text } == ["flow", "1.5"])
    #expect(update.parameters(of: "bar").map { $0.name } == ["color"])
  }

  /// The name that decides which files the first frame reads is that of the theme.
  @Test func loaderIsKnownBeforeTheThemeIsRead() {
    let text: Bytes = """
      [Theme]
      loader = ring
      [update]
      loader = none
      [reset]
      loader = rimg
      [reboot]
      loader = bar
      """
    for mode in ScreenMode.allCases {
      #expect(Theme.loader(INI(text), mode: mode) == theme(text, mode: mode).loader, "\(mode)")
    }
  }

  /// A call that names a font of the theme does not copy it; a file of a client may change.
  @Test func fontsOfTheThemeAreShared() throws {
    let font = FontFile(), bytes = [UInt8](UnsafeBufferPointer(start: font.start, count: font.count))
    let theme = Files { _ in bytes }.remembering()
    let first = Files { _ in bytes }.adding(theme, prefix: "theme:"),
      second = Files { _ in bytes }.adding(theme, prefix: "theme:")
    for (paths, isShared) in [
      ("theme:a.otf", true), ("theme:a.otf,theme:b.otf", true), ("a.otf", false), ("theme:a.otf,b.otf", false),
    ]
      as [(Bytes, Bool)]
    {
      let one = try #require(try Parameter.fonts(paths, first)),
        other = try #require(try Parameter.fonts(paths, second))
      #expect((one === other) == isShared, "\(paths)")
    }
  }

  /// A list of fonts is refused as a whole, and the theme keeps its other keys.
  @Test(arguments: [
    ("logo.png", "'logo.png' is not a TrueType or OpenType font"), ("a.ttf, b.ttf", "b.ttf: not there"),
    ("1,2,3,4,5,6,7,8,9", "more than 8 files"),
  ]) func fontsAreFiles(_ fonts: String, _ reason: String) {
    let theme = theme("[Theme]\nfont = " + Bytes(Array(fonts.utf8)) + "\ntitle = Start")
    #expect(theme.problems.count == 1 && theme.title == "Start")
    #expect(theme.problems.first?.reason.hasSuffix(Bytes(Array(reason.utf8))) == true, "\(theme.problems)")
  }

  /// Of the fonts of the configuration, those that can be used are used.
  @Test func fontsThatCannotBeUsedAreLeftOut() {
    let font = FontFile(), bytes = [UInt8](UnsafeBufferPointer(start: font.start, count: font.count))
    let files = Files { (path) throws(ParameterError) in
      if path == "a.otf" { return bytes }
      if path == "text" { return [1, 2, 3] }
      throw ParameterError("file", "\(path): not there")
    }
    let fonts = Parameter.usableFonts("b.otf, a.otf, text, a.otf", files)
    #expect(fonts.first?.next != nil && fonts.first?.next?.next == nil)
    #expect(fonts.problems == ["b.otf: not there", "'text' is not a TrueType or OpenType font"])
    #expect(Parameter.usableFonts("1,2,3,4,5,6,7,8,a.otf", files).first == nil)
    #expect(Parameter.usableFonts("", files).problems.isEmpty)
  }

  @Test func landingDependsOnTheMode() {
    let text: Bytes = "[Theme]\nlanding = still\n[update]\nlanding = none\n[reboot]\nlanding = background"
    #expect(theme(text).landing == .still && theme(text, mode: .update).landing == .unchanged)
    #expect(theme(text, mode: .reboot).landing == .background && theme("[Theme]").landing == nil)
    #expect(theme("[Theme]\nlanding = transparent").problems.count == 1)
  }

  @Test func backgroundIsAColorAGradientOrAPicture() {
    if case .gradient(let colors)? = theme("[Theme]\nbackground = #000, blue, white").background {
      #expect(colors == [.black, Color(0x0A84FF), .white])
    } else {
      Issue.record("not a gradient")
    }
    if case .picture(let artwork, .none, _)? = theme("[Theme]\nbackground = back.png\nbackground-fit = none").background
    {
      #expect(artwork.size == Size(4, 2))
    } else {
      Issue.record("not a picture")
    }
  }

  @Test func accentColorsLoadersThatHaveNoColorOfTheirOwn() {
    let theme = theme("[Theme]\naccent = #FF8000\n[ring]\ncolor = #00FF00")
    #expect(theme.parameters(of: "bar").map { $0.text } == ["#FF8000"])
    #expect(theme.parameters(of: "ring").map { $0.text } == ["#00FF00"])
    #expect(theme.parameters(of: "text").isEmpty && theme.parameters(of: "shimmer").isEmpty)
  }

  /// Where the middle of the loader is on a display of 480×272.
  @Test(arguments: [("top", 18.6), ("center", 136), ("bottom", 253.4), ("25%", 68), ("1/4", 68)])
  func loaderStandsWhereTheThemeAlignsIt(_ align: String, _ middle: Double) throws {
    var screen = Screen(background: .color(.black), scheme: .dark)
    let text = "[Theme]\nalign = top\n[update]\nalign = " + Bytes(Array(align.utf8))
    screen.style = ScreenStyle(theme(text, mode: .update).style)
    screen.loader.replace(with: try Catalog.loader("bar", ""), at: .zero, fading: false)
    let context = Context(Typesetter(), scale: 1)
    let box = try #require(screen.layout(at: Moment(.zero), width: 480, height: 272, context)[.loader])
    #expect(abs(box.y + box.height / 2 - middle) < 1e-6)
  }

  @Test func partsHaveTheSizesAndPlacesOfTheTheme() throws {
    var screen = Screen(background: .color(.black), scheme: .dark)
    let theme = theme(
      "[Theme]\nlogo = logo.png\nlogo-width = 60\nlogo-place = top\nwatermark = back.png\nmargin = 10\nbar-width = 300\nbar-height = 8\nbar-place = bottom\ntitle-size = 30\npercent = yes"
    )
    #expect(theme.problems.isEmpty)
    screen.style = ScreenStyle(theme.style)
    screen.logo = theme.logo
    screen.title = "Title"
    screen.progress = ProgressAnimation(from: 0.42, to: 0.42, since: .zero)
    let layout = screen.layout(at: Moment(.zero), width: 800, height: 480, Context(Typesetter(), scale: 1))
    #expect(layout[.logo] == Area(370, 48, 60, 30) && layout[.bar] == Area(250, 424, 300, 8))
    #expect(layout[.watermark].map { $0.y + $0.height } == 412 && layout[.title].map { $0.height > 36 } == true)
    let bar = try #require(layout[.bar]), percent = try #require(layout[.percent])
    #expect(layout[.hint] == nil && percent.height > 20 && bar.y > percent.y + percent.height)
  }

  /// The built-in colours of small text on the backgrounds of the schemes (WCAG 2.2, "contrast ratio").
  @Test(arguments: ["dark", "light"]) func textsHaveAContrastOfAtLeastFourAndAHalf(_ name: String) throws {
    let scheme: Scheme = name == "dark" ? .dark : .light
    var screen = Screen(background: .color(scheme.background), scheme: scheme)
    screen.title = "Title"
    screen.subtitle = "Subtitle"
    screen.waitHint.part = "Part 1 of 2"
    screen.status.replace(with: "Status", at: .zero, fading: false)
    screen.message.replace(with: "Message", at: .zero, fading: false)
    let drawOps = screen.drawOps(
      at: Moment(Time(seconds: 1)), width: 480, height: 272, Context(Typesetter(), scale: 1))
    let background: Double = scheme == .dark ? 0 : 1
    for case .color(let color) in drawOps.map({ $0.paint }) {
      let light = luminance(of: color, over: background)
      #expect((max(light, background) + 0.05) / (min(light, background) + 0.05) >= 4.5)
    }
    #expect(drawOps.count == 5)
  }

  /// The relative luminance, 0…1, of a colour on black (0) or white (1).
  private func luminance(of color: Color, over background: Double) -> Double {
    func linear(_ channel: UInt8) -> Double {
      let alpha = Double(color.alpha) / 255
      let value = Double(channel) / 255 * alpha + background * (1 - alpha)
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
  }

  /// The contrasts of the texts of a theme with a name, rounded to tenths.
  private func contrasts(_ text: Bytes, of name: String) -> [Double] {
    var found: [Double] = []
    theme("[Theme]\n" + text).measureContrasts { text, contrast in
      if text.description == name { found.append((contrast * 10).rounded() / 10) }
    }
    return found
  }

  @Test func contrastIsTheLeastOfAllColours() {
    #expect(contrasts("title-color = #767676", of: "title") == [4.6] && contrasts("", of: "message") == [21])
    #expect(contrasts("subtitle-color = #FFFFFF80", of: "subtitle") == [5.3], "half transparent")
    #expect(contrasts("scheme = light", of: "title") == [21] && contrasts("scheme = light", of: "failure")[0] > 4.5)
    #expect(contrasts("loader = shimmer\n[shimmer]\ncolors = white, #555555", of: "shimmer") == [21, 2.8, 21])
    #expect(contrasts("loader = shimmer", of: "shimmer") == [6.4, 2, 6.4, 2, 6.4], "the faint colours of the style")
    #expect(contrasts("loader = shimmer\n[shimmer]\nstyle = calm", of: "shimmer") == [6.4], "the highlight adds to it")
    #expect(contrasts("loader = live\n[live]\ntext-color = #555", of: "live") == [2.8])
    #expect(contrasts("background = black, #555555", of: "title") == [7.5])
    #expect(contrasts("background = back.png", of: "title") == [1.4], "white on the mean colour, which is green")
  }

  @Test func lightThemeSetsTheSchemeOfLoaders() throws {
    let light = theme("[Theme]\nscheme = light\nbackground = background")
    #expect(light.background?.color == .white)
    let loader = try Catalog.loader("shimmer", "x", light.parameters(of: "shimmer"))
    #expect(loader.scheme == .light)
  }

  @Test(arguments: [
    ("[Theme]\nloader = nosuch", 2, "no loader 'nosuch'"), ("[Theme]\nbackgrund = red", 2, "'backgrund': unknown"),
    ("[Theme]\nbackground = redd", 2, "neither a colour,"), ("[Theme]\nlogo = gone.png", 2, "gone.png: not there"),
    ("theme = x\n[Theme]", 1, "'theme' is before the first section"),
    ("[bar]\ncolor = redd", 2, "'redd' is not a colour"), ("[bar]\n\ncolour = red", 3, "colour: unknown"),
    ("[update]\ntitel-size = 20", 2, "did you mean 'title-size'?"),
    ("[Theme]\nalign = middle", 2, "align: 'middle' is neither top, center, bottom nor a fraction: 42, 42%"),
    ("[Theme]\nalign = buttom", 2, "did you mean 'bottom'?"),
    ("[Theme]\nbar-height = 0", 2, "bar-height: '0' is not within"), ("[Theme]\npercent = on", 2, "not one of no, yes"),
    ("[Theme]\naccent = bleu", 2, "accent: 'bleu' is not a colour"),
    ("[Theme]\nwatermark = w.png", 2, "w.png: not there"),
    ("[nosuch]\nx = y", 2, "neither Theme, Words, a mode nor a loader"),
    ("[Theme]\nscheme = dim", 2, "not one of dark, light"),
    ("[Theme]\nbackground = back.png\nbackground-fit = wide", 3, "not one of fit, fill, none"),
  ])
  func invalidThemeLinesAreReportedAndTheRestApplies(_ text: String, _ line: Int, _ words: String) {
    let theme = theme(Bytes(Array(text.utf8)) + "\n[Theme]\ntext = Still here")
    #expect(theme.problems.map { $0.line } == [line])
    if theme.problems.isEmpty { return }
    let reason = String(decoding: theme.problems[0].reason.utf8, as: UTF8.self)
    #expect(reason.contains(words))
    #expect(theme.text == "Still here")
  }
}
