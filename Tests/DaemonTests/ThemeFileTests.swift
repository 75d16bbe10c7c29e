import Foundation
import Images
import PNGReader
import Process
import Testing

/// A running daemon with a theme: sections for modes, paths of files, and themes with errors.
@Suite struct ThemeFileTests {
  private static let systemTheme = """
    [Theme]
    loader = shimmer
    text = Starting…

    [update]
    loader = bar
    text = Updating…
    title = New software
    background = blue.png

    [shutdown]
    text = Shutting down…
    status = Please wait
    """

  private let folder = Folder()

  /// A picture of one colour, as a PNG file.
  private func picture(_ color: UInt32) -> [UInt8] {
    PNG(PNG.Frame(width: 8, height: 8, pixels: [UInt32](repeating: color, count: 64)), hasAlpha: false).bytes
  }

  /// A daemon with a theme.
  private func daemon(_ theme: String = systemTheme, showing text: String? = nil, _ options: [String] = []) throws
    -> RunningDaemon
  {
    try folder.write("blue.png", picture(0xFF00_00FF))
    try folder.write("theme.conf", Array(theme.utf8))
    try folder.write("loaderd.conf", Array("[Screen]\ntheme = \(folder.path)\n".utf8))
    return try RunningDaemon(showing: text, ["--config", folder["loaderd.conf"]] + options, in: folder)
  }

  /// The logged lines, without those that name a caller.
  private func problems(_ daemon: RunningDaemon) throws -> [Substring] {
    try daemon.child.errors.split(separator: "\n").filter { !$0.contains(" by process ") }
  }

  /// The colour of pixel (1, 1) of the newest frame.
  private func corner() throws -> (Int, Int, Int)? {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder["frames"]).filter { $0.hasSuffix(".png") }
    guard let newest = names.max(), let picture = try? PNGReader(folder.data("frames/\(newest)")) else { return nil }
    let pixel = picture[1, 1]
    return (pixel.0, pixel.1, pixel.2)
  }

  @Test func sectionOfAModeReplacesTheThemesLoader() throws {
    let daemon = try daemon()
    #expect(try daemon.call("GetState").text("text") == "Starting…")
    _ = try daemon.call("SetStatus", #"{"text":"Loading services"}"#)
    #expect(try daemon.control(["mode", "shutdown"]).status == 0)
    var state = try daemon.call("GetState")
    #expect(state.text("loader") == "shimmer" && state.text("text") == "Shutting down…")
    #expect(state.text("status") == "Please wait", "the status line of the old mode is gone")
    #expect(try daemon.control(["mode", "update"]).status == 0)
    state = try daemon.call("GetState")
    #expect(state.text("loader") == "bar" && state.text("text") == "Updating…" && state.text("status") == "")
    #expect(state.text("title") == "New software")
    #expect(try daemon.control(["mode", "boot"]).status == 0)
    #expect(try daemon.call("GetState").text("text") == "Starting…")
  }

  @Test func defaultThemeHasATextForShutdown() throws {
    let shipped = Peers.root.appendingPathComponent("systemd/themes/default")
    try folder.write("loaderd.conf", Array("[Screen]\ntheme = \(shipped.path)\n".utf8))
    let daemon = try RunningDaemon(showing: nil, ["--config", folder["loaderd.conf"]], in: folder)
    #expect(try daemon.call("GetState").text("text") == "Starting…")
    #expect(try daemon.control(["mode", "shutdown"]).status == 0)
    #expect(try daemon.call("GetState").text("text") == "Shutting down…")
  }

  @Test func modeKeepsTheLoaderOfAClient() throws {
    let daemon = try daemon()
    _ = try daemon.call("Show", #"{"loader":"ring","text":"Mine"}"#)
    _ = try daemon.call("SetStatus", #"{"text":"Loading services"}"#)
    #expect(try daemon.control(["mode", "shutdown"]).status == 0)
    let state = try daemon.call("GetState")
    #expect(state.text("loader") == "ring" && state.text("text") == "Mine" && state.text("status") == "")
  }

  @Test func titleOfTheCallOverridesTheTheme() throws {
    let daemon = try daemon()
    #expect(try daemon.control(["mode", "update", "--title", "Mine", "--subtitle", "Also mine"]).status == 0)
    var state = try daemon.call("GetState")
    #expect(state.text("title") == "Mine" && state.text("subtitle") == "Also mine")
    #expect(try daemon.control(["mode", "update"]).status == 0)
    state = try daemon.call("GetState")
    #expect(state.text("title") == "New software" && state.text("subtitle") == "Keep the device switched on")
  }

  @Test func hideRemovesTheTitleOfTheMode() throws {
    let daemon = try daemon()
    _ = try daemon.call("SetMode", #"{"mode":"update"}"#)
    #expect(try daemon.call("GetState").text("title") == "New software")
    _ = try daemon.call("Hide")
    #expect(try daemon.call("GetState").text("title") == "" && daemon.call("GetState").text("subtitle") == "")
    _ = try daemon.call("Show", #"{"loader":"ring"}"#)
    #expect(try daemon.call("GetState").text("title") == "New software", "the title belongs to the mode")
  }

  @Test func modeChangeReadsNoFile() throws {
    let daemon = try daemon(Self.systemTheme, ["--frames", folder["frames"]])
    #expect(try daemon.call("Reload").error == nil)
    try FileManager.default.removeItem(atPath: folder["theme.conf"])
    try FileManager.default.removeItem(atPath: folder["blue.png"])
    #expect(mkfifo(folder["theme.conf"], 0o600) == 0 && mkfifo(folder["blue.png"], 0o600) == 0)
    _ = try daemon.call("SetMode", #"{"mode":"update"}"#)
    #expect(try daemon.call("GetState").text("text") == "Updating…")
    #expect(try eventually { try corner().map { $0 == (0, 0, 255) } ?? false })
    #expect(try problems(daemon) == [])
  }

  @Test func allSectionsOfTheThemeAreReadAfterTheFirstPicture() throws {
    let daemon = try daemon(Self.systemTheme + "\n[update]\nbackground = gone.png\n")
    #expect(try eventually { try daemon.child.errors.contains("gone.png") }, "it is logged after the first picture")
    let known = try problems(daemon)
    for _ in 0..<20 {
      _ = try daemon.call("SetMode", #"{"mode":"update"}"#)
      _ = try daemon.call("SetMode", #"{"mode":"boot"}"#)
    }
    #expect(try problems(daemon) == known, "once")
  }

  @Test func pathsInAThemeAreRelativeToItsFolder() throws {
    let inter = Peers.root.appendingPathComponent("build/font/Inter.ttf")
    try folder.write("font.ttf", Array(try Data(contentsOf: inter)))
    try folder.write("red.png", picture(0xFFFF_0000))
    let theme = "[Theme]\nloader = shimmer\ntext = x\n[shimmer]\nfont = font.ttf\n[logo]\nimage = red.png\n"
    let daemon = try daemon(theme)
    #expect(try daemon.control(["check", folder.path]).status == 0)
    #expect(try daemon.call("GetState").text("text") == "x")
    #expect(try daemon.call("Reload").error == nil)
    try FileManager.default.removeItem(atPath: folder["red.png"])
    for loader in ["shimmer", "logo"] { #expect(try daemon.control(["show", loader, "Hello"]).status == 0) }
    #expect(try daemon.child.errors == "")
  }

  @Test(arguments: [
    "loader = shimmer\ntext =", "loader = shimmer\ntext = \(String(repeating: "x", count: 5000))",
    "loader = shimmer\n[shimmer]\nfont = gone.ttf", "loader = logo\n[logo]\nimage = gone.png",
    "loader = shimmer\n[shimmer]\nfont = theme.conf",
  ])
  func errorsInAThemeAreLogged(_ theme: String) throws {
    let daemon = try daemon("[Theme]\n" + theme + "\n")
    let state = try daemon.call("GetState")
    #expect(["shimmer", "logo"].contains(state.text("loader") ?? ""))
    let errors = try daemon.child.errors
    #expect(errors.contains("theme"), "\(errors)")
  }

  /// The standard loader is shown instead, until a reload finds the theme.
  @Test func missingThemeCostsNotThePicture() throws {
    let lines = "[Screen]\ntheme = \(folder.path)\nfonts = /gone/a.ttf, /gone/b.ttf\n"
    try folder.write("loaderd.conf", Array(lines.utf8))
    let daemon = try RunningDaemon(showing: nil, ["--config", folder["loaderd.conf"]], in: folder)
    #expect(try daemon.call("GetState").text("loader") == "shimmer" && daemon.child.errors.contains("built-in look"))
    #expect(try daemon.keepsDrawing(30))
    let errors = try daemon.child.errors
    #expect(errors.contains("fonts: /gone/a.ttf: ") && errors.contains("fonts: /gone/b.ttf: "), "\(errors)")
    #expect(!errors.contains("the theme stays as it was"), "\(errors)")
    try folder.write("theme.conf", Array("[Theme]\nloader = dots\n".utf8))
    #expect(try daemon.call("Reload").error == nil)
    #expect(try daemon.call("GetState").text("loader") == "dots")
  }

  @Test func relativeThemePathIsTheSameForCheckAndDaemon() throws {
    let parent = Folder()
    try FileManager.default.createDirectory(atPath: parent["vendor"], withIntermediateDirectories: true)
    try parent.write("vendor/theme.conf", Array("[Theme]\nloader = dots\n".utf8))
    try parent.write("loaderd.conf", Array("[Screen]\ntheme = ./vendor\n".utf8))
    let place = "cd \(parent.path);"
    let check = try Program.loaderctl(in: folder).assigning(place).run(["check", "./vendor"])
    #expect(check.status == 0 && check.text.hasPrefix("./vendor/theme.conf: "))
    let daemon = try RunningDaemon(
      showing: nil, ["--config", parent["loaderd.conf"]], in: folder, as: Program.loaderd.assigning(place))
    #expect(try daemon.call("GetState").text("loader") == "dots")
  }
}
