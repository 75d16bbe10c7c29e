import Foundation
import PNGReader
import Process
import Testing

/// A theme's `landing`: what the screen becomes when the display is given to another program.
@Suite struct LandingCallTests {
  private let folder = Folder()

  /// A daemon with a theme that has a spinner and this landing.
  private func daemon(landing: String) throws -> RunningDaemon {
    let path = folder["theme"]
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try Data("[Theme]\nbackground = #102030\nloader = spinner\n\(landing)\n".utf8).write(
      to: URL(fileURLWithPath: path + "/theme.conf"))
    let file = try folder.write("conf", Array("[Screen]\ntheme = \(path)\n".utf8))
    return try RunningDaemon(showing: nil, ["--config", file], in: folder)
  }

  private func screenshot(_ daemon: RunningDaemon) throws -> PNGReader {
    let outcome = try daemon.control(["screenshot", "-o", folder["shot.png"]])
    try #require(outcome.status == 0, "\(outcome.errors)")
    return try PNGReader(try folder.data("shot.png"))
  }

  private func rendered(_ words: [String]) throws -> PNGReader {
    let outcome = try Program.loaderctl(in: folder).run(
      ["render"] + words + ["--screen", "320x200", "--background", "#102030", "-o", "-"])
    try #require(outcome.status == 0, "\(outcome.errors)")
    return try PNGReader(outcome.output)
  }

  /// `yield` is how plymouth's `deactivate` is carried out.
  @Test(arguments: ["still", "background"]) func yieldLeavesTheLandedPicture(landing: String) throws {
    let daemon = try daemon(landing: "landing = \(landing)")
    #expect(try daemon.keepsDrawing())
    #expect(try daemon.control(["yield"]).status == 0)
    #expect(try daemon.call("GetState").flag("yielded") == true)
    let loader = landing == "still" ? ["spinner", "--motion", "reduced", "--at", "4"] : ["text", " ", "--at", "1"]
    let expected = try rendered(loader)
    #expect(try eventually { try screenshot(daemon) == expected })
    #expect(try daemon.control(["resume"]).status == 0)
    #expect(try daemon.call("GetState").flag("yielded") == false)
    #expect(try eventually { try screenshot(daemon) != expected }, "the animation goes on")
  }

  @Test func landingOfAModeIsUsedInThatMode() throws {
    let daemon = try daemon(landing: "landing = background\n[update]\nloader = bar\nlanding = still")
    #expect(try daemon.control(["mode", "update"]).status == 0)
    #expect(try daemon.keepsDrawing())
    #expect(try daemon.control(["yield"]).status == 0)
    let empty = try rendered(["text", " ", "--at", "1"])
    #expect(try daemon.call("GetState").flag("yielded") == true)
    #expect(try screenshot(daemon) != empty)
  }

  @Test func quitWithRetainEnds() throws {
    let daemon = try daemon(landing: "landing = still")
    #expect(try daemon.control(["quit", "--retain"]).status == 0)
    #expect(try daemon.child.finish().status == 0)
  }

  @Test func unknownLandingIsNamed() throws {
    let daemon = try daemon(landing: "landing = slow")
    let problem = "landing: 'slow' is not one of none, still, background"
    #expect(try eventually { try daemon.child.errors.contains(problem) })
    #expect(try daemon.keepsDrawing())
  }
}
