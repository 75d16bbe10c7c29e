import Foundation
import Process
import Testing

/// Compositors with faults: each fault is logged once, and the daemon does not use the processor while it waits.
@Suite(.serialized) struct CompositorFaultTests {
  private let folder = Folder()
  private var path: String { folder["wayland-9"] }

  @Test func framesAndPongsAreSentToTheCompositor() throws {
    let compositor = try FakeCompositor(at: path), daemon = try RunningDaemon(on: path)
    #expect(eventually { compositor.count("commit 320 200") > 20 })
    #expect(compositor.lines.contains("pong 77"))
    #expect(try daemon.names == ["FAKE-1"])
    #expect(daemon.problems == [])
  }

  @Test func daemonWaitsForACompositor() throws {
    let daemon = try RunningDaemon(on: path)
    #expect(daemon.logs("wayland: no compositor listens at \(path); waiting for one"))
    pause(3)  // after some attempts only the inotify watch of the folder is left
    #expect(daemon.becomesIdle)
    let compositor = try FakeCompositor(at: path)
    #expect(eventually { compositor.count("commit") > 5 })
    #expect(daemon.problems.count == 1)
  }

  @Test func folderCreatedLaterIsFound() throws {
    let late = folder["run"]
    let daemon = try RunningDaemon(on: late + "/wayland-0")
    #expect(daemon.logs("no compositor listens"))
    try FileManager.default.createDirectory(atPath: late, withIntermediateDirectories: false)
    let compositor = try FakeCompositor(at: late + "/wayland-0")
    #expect(eventually { compositor.count("commit") > 5 })
  }

  @Test(arguments: ["deleted", "moved"]) func folderCreatedAgainIsFound(fate: String) throws {
    let files = FileManager.default, late = folder["run"]
    try files.createDirectory(atPath: late, withIntermediateDirectories: false)
    let daemon = try RunningDaemon(on: late + "/wayland-0")
    #expect(daemon.logs("no compositor listens"))
    pause(3)  // after some attempts only the inotify watch of the folder is left
    #expect(daemon.becomesIdle)
    if fate == "moved" {
      try files.moveItem(atPath: late, toPath: late + ".old")
    } else {
      try files.removeItem(atPath: late)
    }
    pause(3)
    try files.createDirectory(atPath: late, withIntermediateDirectories: false)
    let compositor = try FakeCompositor(at: late + "/wayland-0")
    #expect(eventually { compositor.count("commit") > 5 })
    #expect(daemon.problems.count == 1)
  }

  @Test func fileThatIsNoSocketIsLogged() throws {
    try folder.write("wayland-9", [])
    let daemon = try RunningDaemon(on: path)
    #expect(daemon.logs("\(path) is not a socket; waiting until a compositor listens there"))
    unlink(path)
    let compositor = try FakeCompositor(at: path)
    #expect(eventually { compositor.count("commit") > 5 })
  }

  @Test func socketNameNeedsARuntimeFolder() throws {
    let variables = ["WAYLAND_DISPLAY": "wayland-9", "XDG_RUNTIME_DIR": ""]
    let waiting = try RunningDaemon(on: "", environment: variables)
    #expect(waiting.logs("WAYLAND_DISPLAY is wayland-9, and not where that is; set XDG_RUNTIME_DIR"))
    let compositor = try FakeCompositor(at: path)
    let connected = try RunningDaemon(on: "", environment: variables.merging(["XDG_RUNTIME_DIR": folder.path]) { $1 })
    #expect(eventually { compositor.count("commit") > 5 }, "\(connected.problems)")
  }

  @Test func missingSocketNameIsLogged() throws {
    let daemon = try RunningDaemon(on: "")
    #expect(daemon.logs("wayland: no socket is known; set WAYLAND_DISPLAY, or wayland in [Screen] of loaderd.conf"))
    #expect(daemon.becomesIdle)
  }

  @Test(.enabled(if: !FileManager.default.fileExists(atPath: "/dev/dri"), "the machine has a DRM device"))
  func compositorIsFoundWithoutADRMDevice() throws {
    let compositor = try FakeCompositor(at: path)
    let daemon = try RunningDaemon(on: path, ["--output", "auto", "--show", "shimmer", "--text", "x"])
    #expect(eventually { compositor.count("commit 320 200") > 5 }, "\(daemon.problems)")
    #expect(try daemon.call("GetState").text("output.kind") == "wayland")
    #expect(daemon.problems.count == 1 && daemon.logs("drm: "))
  }

  @Test func socketIsReadFromTheConfiguration() throws {
    let settings = try folder.write("conf", Array("[Screen]\nwayland = \(path)\n".utf8))
    let compositor = try FakeCompositor(at: path)
    let daemon = try RunningDaemon(on: "", ["--config", settings, "--show", "shimmer", "--text", "x"])
    #expect(eventually { compositor.count("commit") > 5 }, "\(daemon.problems)")
  }

  /// In a folder such as /tmp anybody can make the socket before the compositor does.
  @Test(.enabled(if: geteuid() == 0, "needs root, to be another user"))
  func compositorOfAnotherUserNeedsAFolderThatNotAllCanWriteTo() throws {
    chmod(folder.path, 0o1777)
    let compositor = try FakeCompositor(at: path, asStranger: true), daemon = try RunningDaemon(on: path)
    #expect(daemon.logs("\(path) is another user's, in a folder that all can write to; move it to one of that user"))
    #expect(compositor.count("commit") == 0)
    chmod(folder.path, 0o755)
    #expect(eventually { compositor.count("commit") > 5 }, "\(daemon.problems)")
  }

  @Test func compositorWithoutAShellIsLogged() throws {
    let compositor = try FakeCompositor("no-shell", at: path), daemon = try RunningDaemon(on: path)
    #expect(daemon.logs("lacks wl_compositor 4, wl_shm or a shell (xdg_wm_base, zwlr_layer_shell_v1); use another"))
    #expect(compositor.count("commit") == 0 && daemon.becomesIdle)
  }

  @Test func compositorWithoutOutputsIsLogged() throws {
    let compositor = try FakeCompositor("no-output", at: path), daemon = try RunningDaemon(on: path)
    #expect(daemon.logs("has no output; waiting for one"))
    #expect(compositor.isRunning && daemon.becomesIdle)
  }

  @Test(arguments: ["silent", "no-configure"]) func compositorThatDoesNotAnswerIsLogged(fault: String) throws {
    let compositor = try FakeCompositor(fault, at: path), daemon = try RunningDaemon(on: path)
    #expect(daemon.logs("the compositor at \(path) does not answer; waiting for it"))
    #expect(compositor.isRunning && daemon.becomesIdle)
  }

  @Test func daemonReconnectsToANewCompositor() throws {
    let start = now
    var compositor = try FakeCompositor("dies", at: path)
    let daemon = try RunningDaemon(on: path)
    #expect(daemon.logs("the compositor at \(path): it has ended; trying again"))
    let died = now
    #expect(eventually { !compositor.isRunning })
    pause(2)
    compositor = try FakeCompositor(at: path)
    #expect(eventually { compositor.count("commit") > 20 })
    // The frame time has continued without a compositor.
    let isInPhase = try eventually {
      let asked = now, time = try daemon.call("GetState").number("frame.time") ?? 0
      return time > asked - died - 0.3 && time < now - start + 0.3
    }
    #expect(isInPhase)
  }

  @Test(arguments: [("error", "wl_surface", "I do not like it"), ("garbage", "compositor at", "; trying again")])
  func intervalsBetweenConnectionsGrow(fault: String, name: String, words: String) throws {
    let compositor = try FakeCompositor(fault, at: path), daemon = try RunningDaemon(on: path)
    #expect(daemon.logs(words))
    #expect(daemon.problems.contains { $0.contains(name) })
    #expect(eventually { compositor.count("client") >= 3 })
    // After 0.1 s, 0.2 s, 0.4 s and so on: the tenth attempt is 51 s after the first. Each logs one line.
    pause(4)
    #expect(compositor.count("client") <= 10 && daemon.problems.count <= 10, "\(daemon.problems)")
    #expect(daemon.child.isRunning)
  }

  /// libwayland closes the descriptors that it does not want, which may wait. 83 is SO_PASSRIGHTS.
  @Test(.enabled(if: refusesDescriptors, "needs Linux 6.16")) func descriptorsOfACompositorAreRefused() throws {
    let compositor = try FakeCompositor("passes", at: path), daemon = try RunningDaemon(on: path)
    #expect(eventually { compositor.count("commit") > 10 }, "\(daemon.problems)")
    #expect(compositor.lines.contains("refused"), "\(compositor.lines)")
  }

  private static var refusesDescriptors: Bool {
    let socket = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var isAccepted: Int32 = 0
    return setsockopt(socket, SOL_SOCKET, 83, &isAccepted, 4) == 0
  }

  @Test func withoutFrameCallbacksOneFrameASecondIsDrawn() throws {
    let compositor = try FakeCompositor("no-callback", at: path), daemon = try RunningDaemon(on: path)
    #expect(daemon.logs("FAKE-1: the compositor asks for no frames; it gets one a second"))
    let isASecond = try eventually {
      let before = compositor.count("commit")
      return try daemon.wakeUps(in: 3) <= 6 && (2...4).contains(compositor.count("commit") - before)
    }
    #expect(isASecond)
    #expect(daemon.problems.count == 1)
  }

  @Test func lateFrameCallbacksAreLoggedOnce() throws {
    let compositor = try FakeCompositor("late", at: path), daemon = try RunningDaemon(on: path)
    #expect(daemon.logs("FAKE-1: the compositor asks for no frames; it gets one a second"))
    #expect(eventually { compositor.count("called") > 3 })
    #expect(daemon.problems.count == 1)
  }

  @Test func withoutBufferReleasesThePictureStaysStill() throws {
    let compositor = try FakeCompositor("no-release", at: path), daemon = try RunningDaemon(on: path)
    #expect(daemon.logs("FAKE-1: the compositor keeps all buffers; the picture stands still"))
    #expect(compositor.count("commit") == 3)
    #expect(daemon.becomesIdle)
  }

  @Test func framesAreCountedOnWhenTheReportedPeriodChanges() throws {
    let compositor = try FakeCompositor("other-period", at: path), daemon = try RunningDaemon(on: path)
    #expect(eventually { compositor.count("presented 20000000") > 10 }, "\(daemon.problems)")
    let called = compositor.count("called")
    #expect(try daemon.call("GetState").number("frame.shown") ?? 0 >= Double(called - 1))
  }

  @Test func frameRateIsLimitedToTheRefreshRate() throws {
    let compositor = try FakeCompositor("eager", at: path), daemon = try RunningDaemon(on: path)
    #expect(eventually { compositor.count("commit") > 10 })
    // A busy machine may reduce the rate, and none raises it: the time of the counting is part of the interval.
    let start = now, before = compositor.count("commit")
    pause(1)
    let commits = Double(compositor.count("commit") - before)
    #expect(commits > 0 && commits < 85 * (now - start), "\(commits) \(daemon.problems)")
  }

  @Test(arguments: [
    ("scale-0", "commit 320 200"), ("scale-99", "commit 2560 1600"), ("size-0", "commit 320 200"),
    ("bad-transform", "commit 320 200"), ("no-mode", "commit 320 200"),
  ]) func invalidOutputPropertiesAreReplaced(fault: String, commit: String) throws {
    let compositor = try FakeCompositor(fault, at: path), daemon = try RunningDaemon(on: path)
    #expect(eventually { compositor.count(commit) > 5 }, "\(compositor.lines) \(daemon.problems)")
  }

  @Test func fractionalScaleDrawsInBufferPixels() throws {
    let compositor = try FakeCompositor("fraction", at: path), daemon = try RunningDaemon(on: path)
    #expect(eventually { compositor.count("commit 480 300") > 5 }, "\(compositor.lines) \(daemon.problems)")
    #expect(compositor.lines.filter { $0.hasPrefix("destination") } == ["destination 320 200"])
    #expect(compositor.lines.filter { $0.hasPrefix("commit") }.allSatisfy { $0 == "commit 480 300" })
    let output = try daemon.call("GetState")
    #expect(output.number("output.width") == 480 && output.number("output.scale") == 1.5)
  }

  @Test func excessiveSizeIsRefused() throws {
    let compositor = try FakeCompositor("huge", at: path), daemon = try RunningDaemon(on: path)
    #expect(daemon.logs("FAKE-1: the compositor wants 60000x60000 points"))
    #expect(compositor.count("commit") == 0 && daemon.becomesIdle)
  }

  @Test func outputRemovedDuringAFrameIsReleased() throws {
    let compositor = try FakeCompositor("removes-output", at: path), daemon = try RunningDaemon(on: path)
    #expect(eventually { compositor.lines.contains("released the output") })
    #expect(eventually { compositor.count("commit") > 20 }, "the new output is used")
    #expect(try daemon.names == ["FAKE-1"], "\(daemon.problems)")
  }

  @Test func closedToplevelStaysClosed() throws {
    let compositor = try FakeCompositor("closes", at: path), daemon = try RunningDaemon(on: path)
    #expect(daemon.logs("FAKE-1: the compositor has closed our window; restart loaderd"))
    #expect(try daemon.names == [] && daemon.becomesIdle)
    #expect(compositor.count("commit") <= 6)
  }

  @Test func closedLayerSurfaceIsReplaced() throws {
    let compositor = try FakeCompositor("closes-layer", at: path), daemon = try RunningDaemon(on: path)
    #expect(daemon.logs("FAKE-1: the compositor has closed our window; trying again"))
    #expect(eventually { compositor.count("commit") > 20 }, "\(daemon.problems)")
    #expect(try daemon.names == ["FAKE-1"] && compositor.count("closed") == 1)
  }

  @Test func intervalsBetweenLayerSurfacesGrow() throws {
    let compositor = try FakeCompositor("closes-layers", at: path), daemon = try RunningDaemon(on: path)
    #expect(eventually { compositor.count("closed") >= 3 }, "\(daemon.problems)")
    // After 0.1 s, 0.2 s, 0.4 s and so on: the tenth is 51 s after the first. Only the first logs a line.
    pause(4)
    #expect(compositor.count("closed") <= 10 && daemon.problems.count == 1, "\(daemon.problems)")
  }

  @Test func failureOfMemfdCreateIsRetried() throws {
    let compositor = try FakeCompositor(at: path)
    // memfd_create(2) on x86-64.
    let refusing = Program.loaderd.behind("/usr/bin/python3", [FakeCompositor.script("refuse.py"), "319"])
    let daemon = try RunningDaemon(on: path, as: refusing)
    #expect(daemon.logs("FAKE-1: memfd_create: Operation not permitted; trying again"))
    #expect(try eventually { try daemon.wakeUps(in: 2) <= 4 } && compositor.count("commit") == 0)
    #expect(daemon.problems.count == 1)
  }

  @Test func frameWithoutMemoryIsDrawnLater() throws {
    let compositor = try FakeCompositor("no-release", at: path)
    let daemon = try RunningDaemon(on: path, ["--show", "text", "--text", "One"]), client = try daemon.client()
    #expect(daemon.becomesIdle && compositor.count("commit") == 1)
    try daemon.limitDescriptors(to: 3)
    let show = #"{"loader":"text","text":"Two","transition":"none"}"#
    #expect(try client.call("io.loaderd.Screen.Show", show).error == nil)
    #expect(daemon.logs("FAKE-1: memfd_create: Too many open files; trying again"))
    try daemon.limitDescriptors(to: 1024)
    #expect(eventually { compositor.count("commit") == 2 })
    // The callback of the frame comes 16 ms after it, so before or after this look.
    let requests = compositor.lines.filter { $0 != "called" }
    #expect(requests.suffix(2).first?.hasPrefix("damage") == true, "\(compositor.lines)")
  }

  @Test func yieldDisconnectsAndResumeReconnects() throws {
    let compositor = try FakeCompositor(at: path), daemon = try RunningDaemon(on: path)
    #expect(eventually { compositor.count("commit") > 5 })
    _ = try daemon.call("Yield")
    #expect(eventually { compositor.count("gone") == 1 } && daemon.becomesIdle)
    _ = try daemon.call("Resume")
    #expect(try eventually { compositor.count("client") == 2 } && daemon.keepsDrawing())
  }

  @Test func onceDrawsOneFrame() throws {
    let compositor = try FakeCompositor(at: path)
    let words = ["--output", "wayland", "--once", "--show", "text", "--text", "Once", "--socket", folder["s"]]
    let outcome = try Program.loaderd.run(words, environment: ["WAYLAND_DISPLAY": path])
    #expect(outcome.status == 0 && eventually { compositor.count("gone") == 1 })
    #expect(compositor.count("commit") == 1)
    let failed = try Program.loaderd.run(words, environment: ["WAYLAND_DISPLAY": folder["nobody"]])
    #expect(failed.status == 1 && failed.errors.contains("no display"))
  }
}
