import Display
import Foundation
import Loaders
import PNGReader
import Process
import Settings
import Support
import Testing

@testable import Daemon

/// A running daemon with a configuration file and a theme.
@Suite struct ConfigurationTests {
  @Test func themeOfTheConfigurationIsShown() throws {
    let folder = Folder()
    try folder.write("theme.conf", Array("[Theme]\nloader = bar\nbackground = #102030\n[bar]\ncolor = #FF0000\n".utf8))
    try folder.write("loaderd.conf", Array("[Screen]\ntheme = \(folder.path)\nscale = 2\nround = no\n".utf8))
    let daemon = try RunningDaemon(
      showing: nil, ["--config", folder["loaderd.conf"], "--frames", folder["frames"]], in: folder)
    let state = try daemon.call("GetState")
    #expect(state.text("loader") == "bar" && state.number("output.scale") == 2)
    #expect(try daemon.child.errors == "")
    #expect(eventually { folder.exists("frames/000002.png") })
    let picture = try PNGReader(folder.data("frames/000000.png"))
    #expect(picture[3, 3] == (16, 32, 48, 255))
    let row = (0..<picture.width).map { picture[$0, 100] }
    #expect(row.contains { $0 == (255, 0, 0, 255) })
    // Parameters of a call override the theme.
    #expect(try daemon.control(["show", "bar", "--color", "#00FF00"]).status == 0)
    let isGreen = try eventually {
      #expect(try daemon.control(["screenshot", "-o", folder["shot.png"]]).status == 0)
      let shot = try PNGReader(folder.data("shot.png"))
      return (0..<shot.width).contains { shot[$0, 100] == (0, 255, 0, 255) }
    }
    #expect(isGreen)
    #expect(try daemon.control(["show", "shimmer", "Text"]).status == 0)
    #expect(try daemon.call("GetState").text("loader") == "shimmer")
  }

  /// The kernel ends its command line with a newline, which belongs to no argument.
  @Test(arguments: [
    "theme=acme lang=de round=yes\n", "lang=de round=yes theme=acme\n", "round=yes theme=acme lang=de",
    "theme=\"acme\" lang=de enable=1 round=yes\n",
  ])
  func kernelArgumentsAreSettings(_ arguments: String) throws {
    let folder = Folder(), words = arguments.split(separator: " ").map { "loaderd." + $0 }.joined(separator: " ")
    let file = try folder.write("loaderd.conf", Array("[Screen]\ntheme = other\n".utf8))
    let line = try folder.write("cmdline", Array("quiet \(words)".utf8))
    let configuration = Configuration(file: Bytes(Array(file.utf8)), kernelArguments: Bytes(Array(line.utf8)))
    #expect(configuration.theme == "acme" && configuration.language == "de" && configuration.isRound)
    #expect(configuration.problems.all.isEmpty)
  }

  @Test func unknownKernelArgumentIsAnsweredWithAllThatThereAre() throws {
    let folder = Folder(), line = try folder.write("cmdline", Array("loaderd.mod=800x480\n".utf8))
    let configuration = Configuration(file: "/dev/null", kernelArguments: Bytes(Array(line.utf8)))
    #expect(
      configuration.problems.all == [
        """
        kernel command line: 'mod': unknown; there are theme, lang, fonts, show, scale, round, rotate, least-rate, \
        atomic, wayland, serial, role, mode, one-bit, two-bit, enable, debug; did you mean 'mode'?
        """
      ])
  }

  @Test func kernelArgumentWithoutAValueIsAProblem() throws {
    let folder = Folder(), line = try folder.write("cmdline", Array("loaderd.rotat loaderd.round loaderd.debug\n".utf8))
    let configuration = Configuration(file: "/dev/null", kernelArguments: Bytes(Array(line.utf8)))
    #expect(configuration.problems.all.count == 2 && configuration.isDebugging)
    #expect(configuration.problems.all.first?.hasPrefix("kernel command line: 'rotat': unknown") == true)
    #expect(configuration.problems.all.last == "kernel command line: round: needs a value")
  }

  @Test func aBadValueKeepsTheValueBefore() throws {
    let folder = Folder()
    let lines = "[Progress]\nhistory = no\nhistory = var/lib/x\nstall-after = 30\nstall-after = 30x\n"
    let file = try folder.write("loaderd.conf", Array(lines.utf8))
    let configuration = Configuration(file: Bytes(Array(file.utf8)), kernelArguments: "/dev/null")
    #expect(configuration.startup.history == "no" && configuration.stallsAfter == 30)
    #expect(configuration.problems.all.count == 2)
  }

  @Test func anOutputWinsOverTheScreenAndTheKernelOverBoth() throws {
    let folder = Folder()
    let lines = "[Output DSI-1]\nrotate = 90\nscale = 2\n[Screen]\nrotate = 180\nscale = 3\n"
    let file = try folder.write("loaderd.conf", Array(lines.utf8))
    let line = try folder.write("cmdline", Array("loaderd.rotate=270 loaderd.scale=1".utf8))
    func rules(_ arguments: String) -> [OutputConfiguration.Rule] {
      let configuration = Configuration(
        file: Bytes(Array(file.utf8)), kernelArguments: Bytes(Array(arguments.utf8)))
      return ["DSI-1", "HDMI-A-1"].map { configuration.startup.outputConfiguration.rule(for: $0) }
    }
    #expect(rules("/dev/null").map { $0.rotation?.degrees } == [90, 180] && rules("/dev/null")[0].scale == 2)
    #expect(rules(line).map { $0.rotation?.degrees } == [270, 270] && rules(line).map { $0.scale } == [1, 1])
    let empty = try folder.write("empty", Array("loaderd.rotate= loaderd.scale=".utf8))
    let configuration = Configuration(file: Bytes(Array(file.utf8)), kernelArguments: Bytes(Array(empty.utf8)))
    #expect(configuration.scale == nil && rules(empty).map { $0.rotation?.degrees } == [90, nil])
  }

  @Test func anEmptyValueTakesBackTheValuesBefore() {
    let vendor =
      "[Screen]\ntheme = acme\nscale = 2\nlang = de\n[Output HDMI-*]\nrotate = 90\n[Progress]\nestimate = yes\n"
    let product = "[Screen]\ntheme =\nscale =\n[Output HDMI-*]\nrotate =\n[Progress]\nestimate =\nestimat =\n"
    let source = ConfigurationSource { (path) throws(ParameterError) in
      switch path {
      case "/usr/lib/loaderd/loaderd.conf": Array(vendor.utf8)
      case "/etc/loaderd.conf.d/1.conf": Array(product.utf8)
      case "/proc/cmdline":
        Array("loaderd.lang= \"loaderd.scale=3\" loaderd.least_rate=10 loaderd.fonts=\"/a b\"\n".utf8)
      default: nil
      }
    } names: { _ in
      [".#1.conf", ".hidden.conf", "1.conf", "1.conf~"]
    }
    let configuration = Configuration(file: nil, from: source)
    #expect(configuration.theme == nil && configuration.scale == 3 && configuration.language.isEmpty)
    #expect(configuration.startup.outputConfiguration.rules.map { $0.scale } == [3] && !configuration.estimatesBoot)
    #expect(configuration.startup.fonts == "/a b")
    #expect(configuration.problems.all.count == 2)
    #expect(configuration.problems.all.first?.hasPrefix("kernel command line: 'least_rate': unknown") == true)
    #expect(configuration.problems.all.last?.hasPrefix("/etc/loaderd.conf.d/1.conf:8: 'estimat': unknown") == true)
  }

  @Test func invalidSettingsAreLoggedAndIgnored() throws {
    let folder = Folder()
    try folder.write("theme.conf", Array("[Theme]\nloader = dots\nlogo = gone.png\n".utf8))
    try folder.write(
      "loaderd.conf",
      Array(
        "[Screen]\nround = maybe\nscale = 99\nshow = nosuch\ncolour = red\n[Other]\nx = y\ntheme\n[Screen]\ntheme = \(folder.path)\n[Handover]\nuntil = later\n[Screen]\nserial = ttyS0\n"
          .utf8))
    let daemon = try RunningDaemon(showing: nil, ["--config", folder["loaderd.conf"]], in: folder)
    #expect(try daemon.call("GetState").text("loader") == "dots")
    let errors = try daemon.child.errors
    for words in [
      "loaderd.conf:2: round: 'maybe'", "loaderd.conf:3: scale: '99'", "loaderd.conf:4: show: no loader 'nosuch'",
      "loaderd.conf:5: 'colour': unknown",
      "loaderd.conf:6: section 'Other'", "loaderd.conf:8: 'theme'", "theme.conf:3: logo:",
      "loaderd.conf:12: until: 'later'", "loaderd.conf:14: serial: 'ttyS0' is neither a terminal's path nor no",
    ] { #expect(errors.contains(words), "\(words) is not in \(errors)") }
  }

  @Test func invalidInputSettingsAreLoggedAndKeyWaitsTimeOut() throws {
    let folder = Folder()
    try folder.write(
      "loaderd.conf",
      Array(
        "[Input]\ndevices = evdev\nconsole = escape\ncancel = delete, 28\nlong-press = 0.1\ntap-area = middle\ntaps = no\n"
          .utf8))
    let daemon = try RunningDaemon(["--config", folder["loaderd.conf"]], in: folder)
    let errors = try daemon.child.errors
    for words in [
      "loaderd.conf:3: console: 'escape' is not a list of keys", "loaderd.conf:5: long-press: '0.1' is not within",
      "loaderd.conf:6: tap-area: 'middle' is not one of",
    ] { #expect(errors.contains(words), "\(words) is not in \(errors)") }
    let outcome = try daemon.control(["key", "--timeout", "0.1"])
    #expect(outcome.status == 1 && outcome.text == "" && outcome.errors == "")
    #expect(try daemon.control(["key", "--keys", "escape"]).errors.contains("'escape' is no key"))
    #expect(try daemon.call("GetState").text("loader") == "shimmer")
  }

  @Test func missingConfigurationFileIsLogged() throws {
    let daemon = try RunningDaemon(["--config", "/nonexistent/loaderd.conf"])
    #expect(try daemon.child.errors.contains("/nonexistent/loaderd.conf: No such file"))
    #expect(try daemon.call("GetState").text("loader") == "shimmer")
  }

  @Test func checkListsTheErrorsOfATheme() throws {
    let folder = Folder()
    try folder.write("theme.conf", Array("[Theme]\nloader = dots\n".utf8))
    let good = try Program.loaderctl(in: folder).run(["check", folder.path])
    #expect(good.status == 0 && good.text.contains("no problems found"))
    try folder.write("theme.conf", Array("[Theme]\nloader = dot\n[update]\nbackground = nocolour\n".utf8))
    let bad = try Program.loaderctl(in: folder).run(["check", folder.path])
    #expect(bad.status == 1 && bad.errorLines.count == 2 && bad.errors.contains("theme.conf:4: background"))
    #expect(try Program.loaderctl(in: folder).run(["check", "/nonexistent/theme"]).status == 1)
  }
}
