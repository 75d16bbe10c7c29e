import Foundation
import PNGReader
import Process
import Support
import Testing

@testable import Daemon
@testable import DaemonCore
@testable import System

/// loaderd-minimal: its pictures, its calls and the hand-over to loaderd.
@Suite struct MinimalTests {
  /// A folder with a theme and its baked file `boot.baked`.
  private func baked(_ theme: String = "loader = spinner", _ options: [String] = []) throws -> Folder {
    let folder = Folder()
    try FileManager.default.createDirectory(atPath: folder["theme"], withIntermediateDirectories: true)
    _ = try folder.write("theme/theme.conf", Array("[Theme]\n\(theme)\n".utf8))
    let result = try Program.loaderBake.run(
      [folder["theme"], "-o", folder["boot.baked"], "--size", "320x200"] + options)
    try #require(result.status == 0, "\(result.errors)")
    return folder
  }

  private func daemon(in folder: Folder, _ options: [String] = []) throws -> RunningDaemon {
    try RunningDaemon(showing: nil, ["--file", folder["boot.baked"]] + options, in: folder, as: .loaderdMinimal)
  }

  /// Writes the first frame of the baked file to the folder `frames`.
  private func writeFrame(in folder: Folder) throws {
    let shown = try Program.loaderdMinimal.run(
      [
        "--file", folder["boot.baked"], "--output", "headless", "--size", "320x200", "--once", "--socket", folder["s"],
        "--frames", folder["frames"],
      ])
    #expect(shown.status == 0, "\(shown.errors)")
  }

  /// A second program at the same socket ends, and leaves that of the first one for a successor.
  @Test func secondDaemonLeavesTheFirstOne() throws {
    let folder = try baked()
    let first = try daemon(in: folder)
    let second = try Program.loaderdMinimal.run(
      ["--file", folder["boot.baked"], "--output", "headless", "--once", "--socket", first.socket])
    #expect(second.status == 1 && second.errors.contains("another loaderd answers there"), "\(second.errors)")
    #expect(folder.exists("s.handover") && first.child.isRunning)
  }

  @Test(arguments: ["spinner", "orb", "ring", "parallax"]) func pictureIsThatOfRender(_ loader: String) throws {
    let folder = try baked("loader = \(loader)")
    try writeFrame(in: folder)
    let rendered = try Program.loaderctl(in: folder).run(
      ["render", loader, "--screen", "320x200", "--at", "0", "-o", folder["still.png"]])
    #expect(rendered.status == 0)
    let isSame = try PNGReader(folder.data("frames/000000.png")) == PNGReader(folder.data("still.png"))
    #expect(isSame)
  }

  /// The loader that the configuration names has the theme's parameters, and its files and fonts are compared by
  /// `--check`.
  @Test func configuredLoaderIsThatOfTheTheme() throws {
    let folder = Folder()
    for (path, text) in [
      ("root/etc/loaderd.conf", "[Screen]\nshow = ring\ntheme = brand\nfonts = /usr/share/fonts/a.ttf\n"),
      (
        "root/usr/share/loaderd/themes/brand/theme.conf",
        "[Theme]\nscheme = light\naccent = #FF8800\n[ring]\nline-width = 9\n"
      ),
    ] {
      let directory = URL(filePath: folder[path]).deletingLastPathComponent()
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
      _ = try folder.write(path, Array(text.utf8))
    }
    try FileManager.default.createDirectory(atPath: folder["root/usr/share/fonts"], withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", toPath: folder["root/usr/share/fonts/a.ttf"])
    let root = ["--root", folder["root"]]
    let baked = try Program.loaderBake.run(root + ["-o", folder["boot.baked"], "--size", "320x200"])
    #expect(baked.status == 0, "\(baked.errors)")
    let check = try Program.loaderBake.run(root + ["--check", folder["boot.baked"]])
    #expect(check.status == 0, "\(check.errors)")
    try writeFrame(in: folder)
    let rendered = try Program.loaderctl(in: folder).run(
      [
        "render", "ring", "--scheme", "light", "--color", "#FF8800", "--line-width", "9", "--screen", "320x200", "--at",
        "0",
        "-o", folder["still.png"],
      ])
    #expect(rendered.status == 0, "\(rendered.errors)")
    let isSame = try PNGReader(folder.data("frames/000000.png")) == PNGReader(folder.data("still.png"))
    #expect(isSame)
  }

  @Test func modeAndProgressChangeThePicture() throws {
    let folder = try baked(), daemon = try daemon(in: folder)
    #expect(try daemon.keepsDrawing())
    _ = try daemon.call("SetMode", #"{"mode":"update"}"#)
    _ = try daemon.call("SetProgress", #"{"value":0.25}"#)
    let state = try daemon.call("GetState")
    #expect(state.text("mode") == "update" && state.number("progress") == 0.25)
    #expect(state.text("output.kind") == "headless" && state.number("output.width") != nil)
    #expect(try daemon.keepsDrawing())
    #expect(try daemon.control(["state"]).status == 0)
    #expect(try daemon.control(["progress", "40%"]).status == 0)
    #expect(try daemon.call("GetState").number("progress") == 0.4)
  }

  @Test func progressEndsWithItsModeAndIsThatOfTheWhole() throws {
    let folder = try baked(), daemon = try daemon(in: folder)
    func progress(after call: String, _ parameters: String) throws -> Double? {
      _ = try daemon.call("SetProgress", #"{"value":0.5}"#)
      _ = try daemon.call(call, parameters)
      return try daemon.call("GetState").number("progress")
    }
    #expect(try progress(after: "SetMode", #"{"mode":"boot"}"#) == 0.5)
    #expect(try progress(after: "SetMode", #"{"mode":"update"}"#) == nil)
    #expect(try progress(after: "SetProgress", #"{"value":null,"label":"Still working"}"#) == nil)
    #expect(try progress(after: "SetProgress", #"{"alive":true}"#) == 0.5)
    for part in [#""phase":"copy""#, #""task":"firmware""#, #""part":1,"parts":3"#] {
      #expect(try progress(after: "SetProgress", #"{"value":0.9,\#(part)}"#) == nil, "\(part)")
    }
  }

  /// As by loaderd, which would refuse them in the hand-over.
  @Test(
    arguments: [
      ("SetProgress", #"{"value":0.1,"phases":5}"#), ("SetProgress", #"{"phases":[{"name":7}]}"#),
      ("SetProgress", #"{"phases":[{"name":"a","weight":"x"}]}"#), ("SetProgress", #"{"phases":[{"weight":1}]}"#),
      ("SetProgress", #"{"phases":[{"name":"a"},{"name":"a"}]}"#), ("SetProgress", #"{"value":0.1,"part":"1"}"#),
      ("SetProgress", #"{"part":3,"parts":2}"#), ("SetProgress", #"{"value":0.1,"parts":[]}"#),
      ("SetProgress", #"{"estimate":1}"#), ("SetMessage", #"{"text":"x","lifetime":"1"}"#),
      ("SetMessage", #"{"text":"x","lifetime":-1}"#),
    ])
  func wrongValuesAreRefused(method: String, parameters: String) throws {
    let daemons = [try daemon(in: try baked()), try RunningDaemon()]
    for daemon in daemons {
      #expect(try daemon.call(method, parameters).error == "io.loaderd.Screen.InvalidParameter")
      #expect(try daemon.call("GetState").isNull("progress"))
    }
    let reasons = try daemons.map { try $0.call(method, parameters).text("reason") }
    #expect(reasons[0] == reasons[1] || parameters.contains(#""name":7"#), "\(reasons)")
  }

  /// A failure covers the progress, and begins at its report.
  @Test func failureShowsNoProgressAndHasItsOwnTime() throws {
    let folder = try baked(), daemon = try daemon(in: folder)
    _ = try daemon.call("SetProgress", #"{"value":0.33333333}"#)
    #expect(try daemon.call("GetState").number("progress") == 0.3333)
    #expect(try eventually { try daemon.call("GetState").number("frame.time") ?? 0 > 0.5 })
    _ = try daemon.call("ReportFailure", #"{"sentence":"broken"}"#)
    #expect(try eventually { try daemon.call("GetState").number("frame.time") ?? 1 < 0.4 })
    for (call, parameters) in [("SetProgress", #"{"value":0.7}"#), ("SetMode", #"{"mode":"boot"}"#)] {
      _ = try daemon.call(call, parameters)
      #expect(try daemon.call("GetState").isNull("progress"), "\(call)")
    }
  }

  /// `frame.time` is that of the newest frame: it stands where nothing moves, and begins again with another loader.
  @Test func timeIsThatOfTheLoaderInTheNewestFrame() throws {
    let folder = try baked("loader = spinner\n[update]\nloader = bar\n[reset]\nloader = none")
    let daemon = try daemon(in: folder)
    func time() throws -> Double { try #require(daemon.call("GetState").number("frame.time")) }
    #expect(try eventually { try time() > 0.5 })
    _ = try daemon.call("SetMode", #"{"mode":"shutdown"}"#)
    let before = try time()
    #expect(before > 0.5)
    _ = try daemon.call("SetMode", #"{"mode":"update"}"#)
    #expect(try eventually { try time() < before })
    _ = try daemon.call("SetMode", #"{"mode":"reset"}"#)
    #expect(try eventually { try time() == 0 })
  }

  /// The theme's section of the mode counts for its failure too, as in loaderd.
  @Test func failureHasTheLookOfItsMode() throws {
    let folder = try baked("loader = spinner\nbackground = #102030\n[update]\nbackground = #405060")
    for (mode, color) in [("boot", 0x10), ("update", 0x40), ("reset", 0x10)] {
      let frames = "frames-\(mode)"
      let daemon = try daemon(in: folder, ["--mode", mode, "--frames", folder[frames]])
      _ = try daemon.call("ReportFailure", #"{"sentence":"broken"}"#)
      let isShown = try eventually {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder[frames]).sorted()
        guard let picture = names.last.flatMap({ try? PNGReader(folder.data("\(frames)/\($0)")) }) else { return false }
        // The sign is red.
        let hasSign = (0..<200).contains { y in picture[160, y].red > 200 && picture[160, y].green < 100 }
        return hasSign && picture[1, 1].red == color
      }
      #expect(isShown, "\(mode)")
      daemon.child.signal(SIGTERM)
      _ = try daemon.child.finish()
    }
  }

  /// A call replaces only those that have no effect besides it.
  @Test func loaderdGetsAllReportsOfTheProgress() throws {
    let folder = try baked(), first = try daemon(in: folder)
    _ = try first.call("SetProgress", #"{"value":0.9}"#)
    _ = try first.call("SetMode", #"{"mode":"update"}"#)
    _ = try first.call(
      "SetProgress",
      #"{"value":0,"phase":"copy","phases":[{"name":"copy","weight":3},{"name":"check"}],"label":"Copying"}"#)
    for step in 1...60 { _ = try first.call("SetProgress", #"{"value":\#(Double(step) / 120),"phase":"copy"}"#) }
    _ = try first.call("SetProgress", #"{"alive":true,"milestone":"a"}"#)
    _ = try first.call("SetMode", #"{"mode":"update","title":"Wait"}"#)
    let next = try RunningDaemon(showing: nil, ["--replace"], in: folder)
    #expect(try first.child.finish().status == 0)
    let state = try next.call("GetState")
    #expect(state.text("mode") == "update" && state.text("title") == "Wait" && state.text("status") == "Copying")
    #expect(state.number("progress") == 0.375)
  }

  @Test func loaderdFindsTheTextConsoleLentAndNoFailureOfAnEarlierMode() throws {
    let folder = try baked(), first = try daemon(in: folder)
    _ = try first.call("ReportFailure", #"{"unit":"data.mount","sentence":"broken"}"#)
    #expect(try first.call("GetState").text("failure") == "")
    _ = try first.call("SetMode", #"{"mode":"boot"}"#)
    #expect(try first.call("GetState").text("failure") == "")
    _ = try first.call("SetMode", #"{"mode":"shutdown"}"#)
    #expect(try first.call("GetState").isNull("failure"))
    let lease = try first.client().call("io.loaderd.Screen.Yield", #"{"text":true,"lease":true}"#)
    #expect(lease.error == "io.loaderd.Screen.InvalidParameter")
    _ = try first.call("Yield", #"{"text":true}"#)
    #expect(try first.call("GetState").flag("yielded") == true)
    let next = try RunningDaemon(showing: nil, ["--replace"], in: folder)
    #expect(try first.child.finish().status == 0)
    let state = try next.call("GetState")
    #expect(state.text("mode") == "shutdown" && state.isNull("failure") && state.flag("yielded") == true)
    _ = try next.call("Resume")
    #expect(try next.call("GetState").flag("yielded") == false)
  }

  @Test func callsThatItDoesNotKnowAreRefused() throws {
    let folder = try baked(), daemon = try daemon(in: folder), client = try daemon.client()
    for (method, parameters, error) in [
      ("Show", #"{"loader":"ring"}"#, "org.varlink.service.MethodNotImplemented"),
      ("SetMode", #"{"mode":"lunch"}"#, "io.loaderd.Screen.InvalidParameter"),
      ("SetMode", "{}", "io.loaderd.Screen.InvalidParameter"),
      ("SetProgress", #"{"value":2}"#, "io.loaderd.Screen.InvalidParameter"),
      ("SetProgress", #"{"value":0.2,"size":3}"#, "io.loaderd.Screen.InvalidParameter"),
      ("SetProgress", #"{"value":0.2,"label":3}"#, "io.loaderd.Screen.InvalidParameter"),
      ("SetStatus", #"{"text":1}"#, "io.loaderd.Screen.InvalidParameter"),
      ("SetStatus", "{}", "io.loaderd.Screen.InvalidParameter"),
      ("SetMessage", #"{"text":"a","long":true}"#, "io.loaderd.Screen.InvalidParameter"),
      ("SetMode", #"{"mode":"update","name":"a"}"#, "io.loaderd.Screen.InvalidParameter"),
      ("ReportFailure", #"{"code":7}"#, "io.loaderd.Screen.InvalidParameter"),
      ("Yield", #"{"text":"yes"}"#, "io.loaderd.Screen.InvalidParameter"),
      ("Yield", #"{"lease":true}"#, "io.loaderd.Screen.InvalidParameter"),
      ("Quit", #"{"retain":"yes"}"#, "io.loaderd.Screen.InvalidParameter"),
      ("Yield", #"{"text":true,"x":1}"#, "io.loaderd.Screen.InvalidParameter"),
      ("Resume", #"{"x":1}"#, "io.loaderd.Screen.InvalidParameter"),
      ("Quit", #"{"x":1}"#, "io.loaderd.Screen.InvalidParameter"),
      ("GetState", #"{"x":1}"#, "io.loaderd.Screen.InvalidParameter"),
      ("GetTimeline", #"{"x":1}"#, "io.loaderd.Screen.InvalidParameter"),
      ("Quit", #"{"retain":true,"handover":true}"#, "io.loaderd.Screen.InvalidParameter"),
    ] {
      #expect(try client.call("io.loaderd.Screen.\(method)", parameters).error == error, "\(method)")
    }
    let show = try daemon.control(["show", "ring"])
    #expect(
      show.status == 1
        && show.errors
          == "loaderctl: the daemon has no method io.loaderd.Screen.Show; loaderd-minimal shows baked screens only\n",
      "\(show.errors)")
    #expect(try daemon.keepsDrawing())
  }

  @Test func quitEndsItAndRemovesItsSocket() throws {
    let folder = try baked(), daemon = try daemon(in: folder)
    #expect(try daemon.control(["quit"]).status == 0)
    #expect(try daemon.child.finish().status == 0)
    #expect(!folder.exists("s") && !folder.exists("s.handover"))
  }

  @Test func optionQuitEndsIt() throws {
    let folder = try baked()
    func quit() throws -> Int32? { try Program.loaderdMinimal.run(["--quit", "--socket", folder["s"]]).status }
    // It waits a second for the reply, which takes longer on a busy machine.
    let isAnswered = try eventually {
      let daemon = try daemon(in: folder), status = try quit()
      #expect(try daemon.child.finish().status == 0)
      return status == 0
    }
    #expect(isAnswered)
    #expect(try quit() == 1)
  }

  @Test func optionQuitFailsIfTheDaemonRefuses() throws {
    for answer in [#"{"error":"io.loaderd.Screen.NotPermitted"}"# + "\0", ""] {
      let folder = Folder(), listener = try Socket.listening(at: Bytes(Array(folder["s"].utf8)))
      let words = ["--quit", "--socket", folder["s"]].map { Array($0.utf8) }
      let child = try Child(.loaderdMinimal, words, in: Folder())
      #expect(listener.awaitBytes(until: .max))
      do {
        let client = try #require(try Socket.accepted(from: listener))
        #expect(client.awaitBytes(until: .max))
        _ = try client.read(upTo: 4096)
        try client.write(Array(answer.utf8))
      }
      let result = try child.finish()
      #expect(result.status == 1 && result.errors.contains(answer.isEmpty ? "no reply" : "NotPermitted"))
    }
  }

  @Test func loaderdTakesOverAtThePhase() throws {
    let folder = try baked("loader = spinner\ntitle = Hello"), first = try daemon(in: folder)
    _ = try folder.write("loaderd.conf", Array("[Screen]\ntheme = \(folder["theme"])\n".utf8))
    _ = try first.call("SetMode", #"{"mode":"update"}"#)
    _ = try first.call("SetProgress", #"{"value":0.4}"#)
    _ = try first.call("SetStatus", #"{"text":"Half"}"#)
    let before = try #require(try first.call("GetState").number("frame.time"))
    let next = try RunningDaemon(showing: nil, ["--replace", "--config", folder["loaderd.conf"]], in: folder)
    #expect(try first.child.finish().status == 0)
    let state = try next.call("GetState")
    #expect(state.text("mode") == "update" && state.number("progress") == 0.4 && state.text("status") == "Half")
    #expect(state.text("loader") == "spinner" && state.text("title") == "Hello")
    #expect(try #require(state.number("frame.time")) >= before, "the animation does not begin again")
    #expect(try next.keepsDrawing())
    #expect(folder.exists("s") && folder.exists("s.handover"))
  }

  /// It draws while the successor prepares its first frame, and after that has ended too early.
  @Test func itGoesOnWhenTheSuccessorEndsTooEarly() throws {
    let folder = try baked(), daemon = try daemon(in: folder)
    do {
      let connection = try Socket.connected(to: Bytes(Array((daemon.socket + ".handover").utf8)))
      var bytes: [UInt8] = [], overlap: FileDescriptor?
      while bytes != HandoverMessage.end.utf8, connection.awaitBytes(until: .max) {
        let message = try #require(try Socket.receive(upTo: 256, from: connection))
        bytes = message.bytes
        if bytes == HandoverMessage.overlap.utf8 { overlap = message.passed }
      }
      try #require(overlap).write(HandoverMessage.prepare.utf8)
    }
    #expect(try daemon.keepsDrawing())
    #expect(try daemon.child.errors.contains("loaderd-minimal goes on"))
  }

  /// A damaged or missing file costs the picture, not the daemon.
  @Test func withoutAUsableFileThereIsABar() throws {
    for isDamaged in [true, false] {
      let folder = try baked()
      var bytes = Array(try folder.data("boot.baked"))
      bytes[bytes.count / 2] ^= 1
      try FileManager.default.removeItem(atPath: folder["boot.baked"])
      if isDamaged { _ = try folder.write("boot.baked", bytes) }
      let daemon = try daemon(in: folder, ["--frames", folder["frames"]])
      #expect(try daemon.child.errors.contains("loaderctl bake"))
      _ = try daemon.call("SetProgress", #"{"value":1}"#)
      #expect(
        try eventually {
          let names = try FileManager.default.contentsOfDirectory(atPath: folder["frames"]).sorted()
          let shown = names.last.flatMap { try? PNGReader(folder.data("frames/" + $0)) }  // it may be half written
          return shown?[160, 100].red == 255
        })
    }
  }

  @Test func aFolderInsteadOfTheFileIsNamed() throws {
    let folder = try baked()
    let result = try Program.loaderdMinimal.run(
      ["--file", folder["theme"], "--output", "headless", "--once", "--socket", folder["s"]])
    #expect(result.status == 0 && result.errors.contains("/theme: read: Is a directory"), "\(result.errors)")
  }

  @Test func inAnInitramfsItsNameBeginsWithAnAtSign() throws {
    let folder = try baked(), daemon = try daemon(in: folder, ["--initramfs"])
    let line = try String(contentsOfFile: "/proc/\(daemon.child.pid)/cmdline", encoding: .utf8)
    #expect(line.hasPrefix("@"))
  }

  @Test func aFileThatIsOutOfDateIsFound() throws {
    let folder = try baked()
    func check() throws -> Outcome { try Program.loaderBake.run([folder["theme"], "--check", folder["boot.baked"]]) }
    #expect(try check().status == 0)
    _ = try folder.write("theme/theme.conf", Array("[Theme]\nloader = ring\n".utf8))
    let result = try check()
    #expect(result.status == 1 && result.errors.contains("bake it again"))
  }

  /// It compares what the file is made from, and not how.
  @Test(arguments: [["--size", "300x100"], ["--mode", "boot"], ["--fps", "30"], ["--rotate", "90"]])
  func checkRefusesOptionsWithoutEffect(options: [String]) throws {
    let result = try Program.loaderBake.run(["--check", "/dev/null"] + options)
    #expect(result.status == 2 && result.errors == "loader-bake: \(options[0]) has no effect with --check\n")
  }

  /// As after a loaderd that has ended on request: `--if-running` would take it for missing.
  @Test func itIsThereAfterADaemonThatHasEnded() throws {
    let folder = try baked()
    try folder.write("s.ended", [])
    let daemon = try daemon(in: folder)
    #expect(try daemon.control(["--if-running", "state"]).text.contains("mode") && !folder.exists("s.ended"))
  }
}
