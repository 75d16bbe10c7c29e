import Foundation
import PNGReader
import Process
import Testing

/// Screenshots of real compositors, compared with `loaderctl render` pixel by pixel.
@Suite(.serialized) struct PictureTests {
  /// The picture that `loaderctl render` draws.
  private func rendered(_ words: [String], _ folder: Folder) throws -> PNGReader {
    let outcome = try Program.loaderctl(in: folder).run(["render"] + words + ["-o", "-"])
    try #require(outcome.status == 0, "\(outcome.errors)")
    return try PNGReader(outcome.output)
  }

  /// The colour channels without alpha, which has no meaning in a screenshot.
  private func colors(_ picture: PNGReader) -> [UInt8] {
    picture.rgba.enumerated().filter { $0.offset & 3 != 3 }.map { $0.element }
  }

  /// A daemon that has shown a frame on the compositor.
  private func daemon(_ compositor: RunningCompositor, _ words: [String]) throws -> RunningDaemon {
    let daemon = try RunningDaemon(on: compositor.path, ["--show"] + words)
    #expect(try eventually { try daemon.shown > 0 }, "\(daemon.problems)")
    return daemon
  }

  @Test(arguments: [
    ("", ["--screen", "640x480"]), ("scale 2", ["--screen", "640x480", "--scale", "2"]),
    ("transform 90", ["--screen", "480x640"]), ("transform 180", ["--screen", "640x480"]),
    ("transform 270", ["--screen", "480x640"]), ("transform flipped-90", ["--screen", "480x640"]),
  ]) func pictureOnSwayEqualsTheRendering(setting: String, options: [String]) throws {
    let compositor = try RunningCompositor(.sway, setting)
    let daemon = try daemon(compositor, ["text", "--text", "Hello"])
    let expected = try rendered(["text", "Hello", "--at", "1"] + options, daemon.folder)
    #expect(try eventually { try compositor.screenshot() == expected })
    // The second frame is sent as damage of the first.
    _ = try daemon.control(["show", "bar", "--transition", "none"])
    _ = try daemon.control(["progress", "40%"])
    let bar = try rendered(["bar", "--progress", "40%", "--at", "9"] + options, daemon.folder)
    #expect(try eventually { try compositor.screenshot() == bar })
  }

  @Test func pictureOnWestonEqualsTheRendering() throws {
    let compositor = try RunningCompositor(.weston)
    let daemon = try daemon(compositor, ["text", "--text", "Hello"])
    let expected = try rendered(["text", "Hello", "--at", "1", "--screen", "640x480"], daemon.folder)
    #expect(try eventually { try colors(compositor.screenshot()) == colors(expected) })
    #expect(try daemon.names == ["WL-1"])
  }

  @Test func previewShowsAThemeInAWindowAndFollowsItsFile() throws {
    let compositor = try RunningCompositor(.sway), theme = Folder(), programs = Folder()
    _ = Program.loaderctl(in: programs)
    symlink(Program.loaderd.path, programs["loaderd"])
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../studio/preview").standardized.path
    let variables = "XDG_RUNTIME_DIR=\(compositor.folder.path) WAYLAND_DISPLAY=wayland-1 PROGRAMS=\(programs.path)"
    func background() throws -> [Int] {
      let color = try compositor.screenshot()[5, 5]
      return [color.0, color.1, color.2]
    }
    _ = try theme.write("theme.conf", Array("[Theme]\nbackground = #204060\n".utf8))
    let preview = try Child(Program(script).assigning(variables), [Array(theme.path.utf8)], in: Folder())
    #expect(try eventually { try background() == [0x20, 0x40, 0x60] })
    _ = try theme.write("theme.conf", Array("[Theme]\nbackground = #602040\n".utf8))
    #expect(try eventually { try background() == [0x60, 0x20, 0x40] })
    preview.signal(SIGINT)
    #expect(try preview.finish().status == 0)
  }

  @Test func rotationOfTheConfigurationIsApplied() throws {
    let compositor = try RunningCompositor(.sway)
    let settings = try compositor.folder.write("conf", Array("[Output HEADLESS-*]\nrotate = 90\n".utf8))
    let daemon = try daemon(compositor, ["text", "--text", "Hello", "--config", settings])
    let options = ["text", "Hello", "--at", "1", "--screen", "640x480", "--rotate", "90"]
    let expected = try rendered(options, daemon.folder)
    #expect(try eventually { try compositor.screenshot() == expected })
  }

  @Test func displayWithOneBitAPixelIsBlackAndWhite() throws {
    let compositor = try RunningCompositor(.sway)
    let settings = try compositor.folder.write("conf", Array("[Output *]\none-bit = yes\n".utf8))
    let daemon = try daemon(compositor, ["text", "--text", "Hello", "--config", settings])
    #expect(try eventually { try Set(colors(compositor.screenshot())) == [0, 255] })
    #expect(try daemon.names == ["HEADLESS-1"])
  }

  @Test func everyOutputShowsThePicture() throws {
    let compositor = try RunningCompositor(.sway, outputs: 2)
    let settings = try compositor.folder.write("conf", Array("[Output HEADLESS-2]\nrole = primary\nscale = 2\n".utf8))
    let daemon = try daemon(compositor, ["text", "--text", "Hello", "--config", settings])
    #expect(try daemon.names == ["HEADLESS-2", "HEADLESS-1"])
    for (name, scale) in [("HEADLESS-1", "1"), ("HEADLESS-2", "2")] {
      let expected = try rendered(
        ["text", "Hello", "--at", "1", "--screen", "640x480", "--scale", scale], daemon.folder)
      #expect(try eventually { try compositor.screenshot(of: name) == expected }, "\(name)")
    }
  }

  @Test func frameRateIsTheCompositorsRefreshRate() throws {
    let compositor = try RunningCompositor(.sway), daemon = try daemon(compositor, ["shimmer", "--text", "Hello"])
    let state = try daemon.call("GetState")
    #expect(state.text("output.kind") == "wayland" && state.text("output.path") == "layer-shell")
    func counters() throws -> [Double] {
      let state = try daemon.call("GetState")
      return ["shown", "skipped", "late"].map { state.number("frame.\($0)") ?? 0 }
    }
    // Sway's headless output runs slightly faster than 60 Hz. A machine on which not even sleeps keep this pace is
    // busy, and only must not exceed it.
    var rate = 0.0, isBusy = false
    let isAtPace = try eventually {
      let start = now, before = try counters(), begun = now
      for _ in 0..<120 { pause(1 / 60) }
      isBusy = now - begun > 2.1
      let counts = zip(try counters(), before).map { $0 - $1 }
      rate = counts[0] / (now - start)
      return (45...65).contains(rate) && counts[1] < 10 && counts[2] < 10
    }
    #expect(isAtPace || isBusy && rate > 0 && rate < 65, "\(rate)")
  }

  /// The application's window is shown by sway while our picture covers it, and ends the boot screen.
  @Test func windowOfAnApplicationOnSwayEndsTheBootScreen() throws {
    let compositor = try RunningCompositor(.sway, "bg #204060 solid_color")
    let settings = try compositor.folder.write("conf", Array("[Handover]\nuntil = application\n".utf8))
    let daemon = try daemon(compositor, ["text", "--text", "Hello", "--config", settings])
    #expect(try daemon.control(["quit", "--handover"]).status == 0)
    let picture = try rendered(["text", "Hello", "--at", "1", "--screen", "640x480"], daemon.folder)
    #expect(try eventually { try compositor.screenshot() == picture })
    let variables = "XDG_RUNTIME_DIR=\(compositor.folder.path) WAYLAND_DISPLAY=wayland-1"
    let application = try Child(Program("/usr/bin/weston-flower").assigning(variables), [], in: Folder())
    var brightness: [Int] = []
    while daemon.child.isRunning {
      brightness.append(try colors(compositor.screenshot()).reduce(0) { $0 + Int($1) })
    }
    #expect(try daemon.child.finish().status == 0 && application.isRunning)
    #expect(try compositor.screenshot()[20, 240] == (0x20, 0x40, 0x60, 255), "the wallpaper beside the window")
    #expect(brightness == brightness.sorted(), "no frame is darker than the one before: \(brightness)")
  }

  @Test func restartedCompositorShowsThePicture() throws {
    let compositor = try RunningCompositor(.sway), daemon = try daemon(compositor, ["text", "--text", "Hello"])
    let expected = try rendered(["text", "Hello", "--at", "1", "--screen", "640x480"], daemon.folder)
    #expect(try eventually { try compositor.screenshot() == expected })
    try compositor.restart()
    #expect(try eventually { try compositor.screenshot() == expected }, "\(daemon.problems)")
  }
}
