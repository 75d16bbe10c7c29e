import Images
import Loaders
import Raster
import Scene
import Support
import Testing

/// Theme files: modes, backgrounds, schemes and errors.
@Suite struct ThemeTests {
  private let picture = PNG(
    PNG.Frame(width: 4, height: 2, pixels: [UInt32](repeating: 0xFF00_FF00, count: 8)), hasAlpha: true)

  private func theme(_ text: Bytes, mode: Bytes = "boot") -> Theme {
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
    let boot = theme(text), update = theme(text, mode: "update")
    #expect(boot.complaints.isEmpty && boot.loader == "shimmer" && boot.text == "Starting" && boot.logo != nil)
    #expect(update.loader == "bar" && update.text == "Updating" && update.background?.color == Color(0x102030))
    #expect(boot.parameters(of: "shimmer").map { $0.text } == ["flow", "1.5"])
    #expect(update.parameters(of: "bar").map { $0.name } == ["color"])
  }

  @Test func landingDependsOnTheMode() {
    let text: Bytes = "[Theme]\nlanding = still\n[update]\nlanding = none\n[reboot]\nlanding = background"
    #expect(theme(text).landing == .still && theme(text, mode: "update").landing == .unchanged)
    #expect(theme(text, mode: "reboot").landing == .background && theme("[Theme]").landing == nil)
    #expect(theme("[Theme]\nlanding = transparent").complaints.count == 1)
  }

  @Test func backgroundIsAColorAGradientOrAPicture() {
    if case .gradient(let colors)? = theme("[Theme]\nbackground = #000, blue, white").background {
      #expect(colors == [.black, Color(0x007AFF), .white])
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

  @Test func lightThemeSetsTheSchemeOfLoaders() throws {
    let light = theme("[Theme]\nscheme = light\nbackground = background")
    #expect(light.background?.color == .white)
    let loader = try Catalog.loader("shimmer", "x", light.parameters(of: "shimmer"))
    #expect(loader.scheme == .light)
  }

  @Test(arguments: [
    ("[Theme]\nloader = nosuch", 2, "no loader 'nosuch'"), ("[Theme]\nbackgrund = red", 2, "'backgrund': unknown"),
    ("[Theme]\nbackground = redd", 2, "neither a colour nor"), ("[Theme]\nlogo = gone.png", 2, "gone.png: not there"),
    ("[bar]\ncolor = redd", 2, "'redd' is not a colour"), ("[bar]\n\ncolour = red", 3, "colour: unknown"),
    ("[nosuch]\nx = y", 2, "neither Theme, Words, a mode nor a loader"),
    ("[Theme]\nscheme = dim", 2, "not one of dark, light"),
    ("[Theme]\nbackground = back.png\nbackground-fit = wide", 3, "not one of fit, fill, none"),
  ])
  func invalidThemeLinesAreReportedAndTheRestApplies(_ text: String, _ line: Int, _ words: String) {
    let theme = theme(Bytes(Array(text.utf8)) + "\n[Theme]\ntext = Still here")
    #expect(theme.complaints.map { $0.line } == [line])
    if theme.complaints.isEmpty { return }
    let reason = String(decoding: theme.complaints[0].reason.utf8, as: UTF8.self)
    #expect(reason.contains(words))
    #expect(theme.text == "Still here")
  }
}
