import Foundation
import Process
import Testing

/// `[Handover] until = application`: the boot screen fades out over the application's first window.
@Suite(.serialized) struct ApplicationWindowTests {
  private let folder = Folder()
  private var path: String { folder["wayland-9"] }

  /// A daemon that waits for a window since `quit --handover`, and has shown its picture on the compositor.
  private func waitingDaemon(on compositor: FakeCompositor, application: String? = nil) throws -> RunningDaemon {
    let daemon = try daemon(on: compositor, application: application)
    #expect(try daemon.control(["quit", "--handover"]).status == 0)
    return daemon
  }

  private func daemon(on compositor: FakeCompositor, application: String? = nil) throws -> RunningDaemon {
    let key = application.map { "application = \($0)\n" } ?? ""
    let settings = try folder.write("conf", Array("[Handover]\nuntil = application\n\(key)".utf8))
    let daemon = try RunningDaemon(on: path, ["--config", settings, "--show", "text", "--text", "Thinking…"])
    #expect(eventually { compositor.count("commit 320 200") > 0 }, "\(daemon.problems)")
    return daemon
  }

  /// The daemon draws on, opaquely, for some more calls.
  private func expectNoFade(_ daemon: RunningDaemon, _ compositor: FakeCompositor) throws {
    for _ in 0..<20 { _ = try daemon.call("GetState") }
    pause(0.3)  // something must not happen
    #expect(daemon.child.isRunning && compositor.alphas.isEmpty)
  }

  /// The daemon has faded out, from opaque to transparent, and has ended.
  private func expectFade(_ daemon: RunningDaemon, _ compositor: FakeCompositor) throws {
    #expect(try daemon.child.finish().status == 0)
    #expect(eventually { compositor.count("gone") > 0 })
    let alphas = compositor.alphas, values = alphas.map { $0.alpha }
    #expect(values.last == 0 && values == values.sorted(by: >), "\(values)")
    #expect(alphas.allSatisfy { $0.most <= $0.alpha }, "colours are premultiplied: \(alphas)")
  }

  @Test(arguments: ["ext", "wlr", "both"]) func windowEndsTheBootScreen(protocols: String) throws {
    let compositor = try FakeCompositor(protocols, at: path), daemon = try waitingDaemon(on: compositor)
    let list = protocols == "wlr" ? "zwlr_foreign_toplevel_manager_v1" : "ext_foreign_toplevel_list_v1"
    #expect(eventually { compositor.count("lists windows by") == 1 })
    #expect(compositor.lines.contains("lists windows by \(list)"))
    try expectNoFade(daemon, compositor)
    try compositor.tell("open org.example.App")
    try expectFade(daemon, compositor)
    #expect(daemon.problems == [])
  }

  /// A machine that stops for the time of a fade draws only its end, so another fade may be needed.
  @Test func fadeHasStepsBetween() throws {
    let hasSteps = try eventually {
      let compositor = try FakeCompositor("ext", at: path), daemon = try waitingDaemon(on: compositor)
      try compositor.tell("open org.example.App")
      try expectFade(daemon, compositor)
      return compositor.alphas.count > 2
    }
    #expect(hasSteps)
  }

  @Test func windowBeforeTheEndOfTheBootIsCoveredUntilThen() throws {
    let compositor = try FakeCompositor("ext", at: path)
    try compositor.tell("open org.example.App")
    let daemon = try daemon(on: compositor)
    try expectNoFade(daemon, compositor)
    #expect(compositor.count("lists windows") == 0)
    #expect(try daemon.control(["quit", "--handover"]).status == 0)
    try expectFade(daemon, compositor)
  }

  @Test(arguments: ["ext", "wlr"]) func windowThatHasClosedDoesNotCount(protocols: String) throws {
    let compositor = try FakeCompositor(protocols, at: path), daemon = try daemon(on: compositor)
    try compositor.tell("open org.example.Early")
    try compositor.tell("close org.example.Early")
    #expect(try daemon.control(["quit", "--handover"]).status == 0)
    #expect(eventually { compositor.count("lists windows") == 1 })
    try compositor.tell("announce org.example.Unfinished")
    try compositor.tell("close org.example.Unfinished")
    try expectNoFade(daemon, compositor)
    try compositor.tell("open org.example.App")
    try expectFade(daemon, compositor)
  }

  @Test(arguments: ["ext", "wlr"]) func onlyTheNamedApplicationCounts(protocols: String) throws {
    let compositor = try FakeCompositor(protocols, at: path)
    let daemon = try waitingDaemon(on: compositor, application: "org.example.App")
    try compositor.tell("open org.example.Launcher")
    try compositor.tell("open loaderd")
    try expectNoFade(daemon, compositor)
    try compositor.tell("open org.example.App")
    try expectFade(daemon, compositor)
  }

  @Test func ownWindowDoesNotCount() throws {
    let compositor = try FakeCompositor("ext", at: path), daemon = try waitingDaemon(on: compositor)
    try compositor.tell("open loaderd")
    try expectNoFade(daemon, compositor)
    try compositor.tell("open ")  // an application without an app id
    try expectFade(daemon, compositor)
  }

  @Test func updateAtTheEndOfTheBootIsNotEndedByAWindow() throws {
    let compositor = try FakeCompositor("ext", at: path), daemon = try waitingDaemon(on: compositor)
    #expect(try daemon.control(["mode", "update"]).status == 0)
    try compositor.tell("open org.example.App")
    try expectNoFade(daemon, compositor)
    #expect(try daemon.control(["mode", "boot"]).status == 0)
    try expectFade(daemon, compositor)
  }

  @Test func quitFadesOutWhereNoWindowsAreListed() throws {
    let compositor = try FakeCompositor("layer", at: path), daemon = try waitingDaemon(on: compositor)
    #expect(daemon.logs("the compositor at \(path) lists no windows"))
    #expect(daemon.logs("end the boot screen with loaderctl quit"))
    try compositor.tell("open org.example.App")
    try expectNoFade(daemon, compositor)
    #expect(daemon.problems.count == 1)
    #expect(try daemon.control(["quit", "--wait"]).status == 0)
    try expectFade(daemon, compositor)
  }

  /// Below a fullscreen toplevel is nothing that could be faded to.
  @Test func quitEndsAtOnceAsAFullscreenToplevel() throws {
    let compositor = try FakeCompositor(at: path), daemon = try daemon(on: compositor)
    #expect(try daemon.control(["quit"]).status == 0)
    #expect(try daemon.child.finish().status == 0)
    #expect(eventually { compositor.count("gone") > 0 } && compositor.alphas.isEmpty)
  }

  @Test func bootScreenGoesOnWhenTheCompositorEndsDuringTheFade() throws {
    var compositor = try FakeCompositor("dies-in-fade", at: path)
    let daemon = try waitingDaemon(on: compositor)
    try compositor.tell("open org.example.App")
    #expect(daemon.logs("the compositor at \(path): it has ended; trying again"))
    #expect(eventually { !compositor.isRunning } && compositor.alphas.count == 1)
    compositor = try FakeCompositor("ext", at: path)
    #expect(eventually { compositor.count("commit 320 200") > 0 })
    try expectNoFade(daemon, compositor)
    try compositor.tell("open org.example.App")
    try expectFade(daemon, compositor)
  }
}
