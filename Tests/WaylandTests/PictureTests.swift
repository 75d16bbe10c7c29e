import Foundation
import PNGReader
import Process
import Testing

/// What real compositors show is what `loaderctl render` draws, pixel by pixel.
@Suite(.serialized) struct PictureTests {
  /// What `render` draws for a screen.
  private func rendered(_ words: [String], _ folder: Folder) throws -> PNGReader {
    let outcome = try Program.loaderctl(in: folder).run(["render"] + words + ["-o", "-"])
    try #require(outcome.status == 0, "\(outcome.errors)")
    return try PNGReader(outcome.output)
  }

  /// Without the opacity, which means nothing on a screen.
  private func colors(_ picture: PNGReader) -> [UInt8] {
    picture.rgba.enumerated().filter { $0.offset & 3 != 3 }.map { $0.element }
  }

  private func daemon(_ compositor: RunningCompositor, _ words: [String]) throws -> RunningDaemon {
    let daemon = try RunningDaemon(on: compositor.path, ["--show"] + words)
    #expect(try eventually { try daemon.shown > 0 }, "\(daemon.complaints)")
    return daemon
  }

  @Test(arguments: [
    ("", ["--screen", "640x480"]), ("scale 2", ["--screen", "640x480", "--scale", "2"]),
    ("transform 90", ["--screen", "480x640"]), ("transform 180", ["--screen", "640x480"]),
    ("transform 270", ["--screen", "480x640"]), ("transform flipped-90", ["--screen", "480x640"]),
  ]) func onSway(setting: String, options: [String]) throws {
    let compositor = try RunningCompositor(.sway, setting)
    let daemon = try daemon(compositor, ["text", "--text", "Hello"])
    let wanted = try rendered(["text", "Hello", "--at", "1"] + options, daemon.folder)
    #expect(try compositor.screenshot() == wanted)
    // A frame after the first, of which only a part is sent.
    _ = try daemon.control(["show", "bar", "--transition", "none"])
    _ = try daemon.control(["progress", "40%"])
    let bar = try rendered(["bar", "--progress", "40%", "--at", "9"] + options, daemon.folder)
    #expect(try eventually { try compositor.screenshot() == bar })
  }

  @Test func onWeston() throws {
    let compositor = try RunningCompositor(.weston)
    let daemon = try daemon(compositor, ["text", "--text", "Hello"])
    let wanted = try rendered(["text", "Hello", "--at", "1", "--screen", "640x480"], daemon.folder)
    #expect(try eventually { try colors(compositor.screenshot()) == colors(wanted) })
    #expect(try daemon.names == ["WL-1"])
  }

  @Test func turnedByOurOwnSettings() throws {
    let compositor = try RunningCompositor(.sway)
    let settings = try compositor.folder.write("conf", Array("[Output HEADLESS-*]\nrotate = 90\n".utf8))
    let daemon = try daemon(compositor, ["text", "--text", "Hello", "--config", settings])
    let options = ["text", "Hello", "--at", "1", "--screen", "640x480", "--rotate", "90"]
    #expect(try compositor.screenshot() == rendered(options, daemon.folder))
  }

  @Test func onEachOfSeveralOutputs() throws {
    let compositor = try RunningCompositor(.sway, outputs: 2)
    let settings = try compositor.folder.write("conf", Array("[Output HEADLESS-2]\nrole = primary\nscale = 2\n".utf8))
    let daemon = try daemon(compositor, ["text", "--text", "Hello", "--config", settings])
    #expect(try daemon.names == ["HEADLESS-2", "HEADLESS-1"])
    for (name, scale) in [("HEADLESS-1", "1"), ("HEADLESS-2", "2")] {
      let wanted = try rendered(["text", "Hello", "--at", "1", "--screen", "640x480", "--scale", scale], daemon.folder)
      #expect(try eventually { try compositor.screenshot(of: name) == wanted }, "\(name)")
    }
  }

  @Test func itMovesAtTheCompositorsRate() throws {
    let compositor = try RunningCompositor(.sway), daemon = try daemon(compositor, ["shimmer", "--text", "Hello"])
    let state = try daemon.call("GetState")
    #expect(state.text("output.kind") == "wayland" && state.text("output.path") == "layer-shell")
    // Sway's own clock is a little fast; a machine that is busy slows it down.
    func figures() throws -> [Double] {
      let state = try daemon.call("GetState")
      return ["shown", "skipped", "late"].map { state.number("frame.\($0)") ?? 0 }
    }
    let isAtPace = try eventually {
      let before = try figures(), begun = now
      pause(2)
      let counts = zip(try figures(), before).map { $0 - $1 }
      return (45...65).contains(counts[0] / (now - begun)) && counts[1] < 10 && counts[2] < 10
    }
    #expect(isAtPace)
  }

  @Test func aNewCompositorShowsTheSameMoment() throws {
    let compositor = try RunningCompositor(.sway), daemon = try daemon(compositor, ["text", "--text", "Hello"])
    let wanted = try rendered(["text", "Hello", "--at", "1", "--screen", "640x480"], daemon.folder)
    #expect(try eventually { try compositor.screenshot() == wanted })
    try compositor.restart()
    #expect(try eventually { try compositor.screenshot() == wanted }, "\(daemon.complaints)")
  }
}
