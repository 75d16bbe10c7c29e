import Display
import Images
import Loaders
import Process
import Raster
import Scene
import Settings
import Support
import Testing
import Text
import Varlink

@testable import Daemon
@testable import DaemonCore

/// The screen model: calls and times go in, replies, effects and frames come out.
@Suite struct ScreenModelTests {
  var model = ScreenModel(
    Files { (path) throws(ParameterError) in throw ParameterError("font", "no files here") })
  let snapshot: StatusSnapshot
  let context = Context(Typesetter(), scale: 1)

  init() throws {
    let output = try HeadlessOutput(width: 320, height: 200, rate: 60, folder: nil)
    snapshot = StatusSnapshot(
      outputs: [output], time: .zero, secondsToFirst: nil, isYielded: false, missingGlyphs: 0, isUnshaped: false)
  }

  @discardableResult
  mutating func call(_ method: StaticString, _ parameters: JSON = [:], at time: Int64 = 0) -> ScreenModel
    .Effect?
  {
    let (reply, effect) = model.answer(
      Call("io.loaderd.Screen." + Bytes(method), parameters.members ?? []), now: time, snapshot)
    return reply.error == nil ? effect : nil
  }

  private mutating func state(at time: Int64 = 0) -> JSON {
    .object(model.answer(Call("io.loaderd.Screen.GetState", []), now: time, snapshot).reply.parameters)
  }

  mutating func frame(at time: Int64) -> Frame {
    model.frame(at: time, width: 320, height: 200, context)
  }

  static let shimmer: JSON = ["loader": "shimmer", "text": "Hi"]

  @Test mutating func noProgressIsIndeterminate() {
    let second: Int64 = 1_000_000_000
    call("Show", ["loader": "bar", "transition": "none"])
    let sliding = frame(at: 5 * second).drawOps
    call("Show", ["loader": "bar", "progress": .number(0.5), "transition": "none"])
    #expect(frame(at: 5 * second).drawOps != sliding)
    call("SetProgress", ["alive": .bool(true)], at: second)
    #expect(frame(at: 5 * second).drawOps != sliding)
    call("SetProgress", [:], at: second)
    #expect(frame(at: 5 * second).drawOps == sliding)
    // The newest progress counts.
    call("SetProgress", ["value": .number(0.25)], at: second)
    call("Show", ["loader": "bar", "progress": .number(0.75), "transition": "none"], at: 2 * second)
    #expect(state(at: 2 * second)["progress"]?.number == 0.75)
    call("SetProgress", ["value": "alive"], at: 2 * second)
    #expect(state(at: 2 * second)["progress"]?.number == 0.75)
    call("SetProgress", ["value": "none"], at: 2 * second)
    #expect(state(at: 2 * second)["progress"]?.number == nil)
    // `none` is a value of the parameter too.
    call("Show", ["loader": "bar", "progress": "none", "transition": "none"])
    #expect(state()["progress"]?.number == nil)
    #expect(frame(at: 5 * second).drawOps == sliding)
  }

  @Test func timeLeftIsShownWithItsSetting() throws {
    let folder = Folder()
    let frames = try ["no", "yes"].map { value in
      let file = try folder.write("conf", Array("[Progress]\ntime-left = \(value)\n".utf8))
      var screen = try ScreenModelTests()
      screen.model.apply(Configuration(file: Bytes(Array(file.utf8)), kernelArguments: "/dev/null"))
      screen.call("SetProgress", ["value": .number(0)])
      screen.call("SetProgress", ["value": .number(0.25)], at: 10_000_000_000)
      return screen.frame(at: 12_000_000_000).drawOps
    }
    #expect(frames[1].count > frames[0].count)
  }

  @Test mutating func failureWithEmptyTextsIsShown() {
    call("ReportFailure", ["unit": "data.mount"])
    let standard = frame(at: 1_000_000_000).drawOps
    call("ReportFailure", ["unit": "data.mount", "sentence": "", "code": ""])
    #expect(frame(at: 1_000_000_000).drawOps == standard && !standard.isEmpty)
    // Two empty variables of systemd with a space between them.
    call("ReportFailure", ["unit": "data.mount", "code": " "])
    #expect(frame(at: 1_000_000_000).drawOps == standard)
  }

  @Test mutating func failureWhoseAddressWouldBeTooLongIsShown() {
    model.failurePolicy = FailurePolicy(address: "https://help.example/%unit%")
    #expect(call("ReportFailure", ["unit": .string(Bytes([UInt8](repeating: UInt8(ascii: "%"), count: 2000)))]) != nil)
    #expect(state()["failure"] != .null)
  }

  @Test mutating func failureEndsWithItsMode() {
    call("ReportFailure", ["unit": "data.mount", "sentence": "broken"])
    call("SetMode", ["mode": "boot", "title": "Starting"])
    #expect(state()["failure"] == "broken")
    call("SetMode", ["mode": "shutdown"])
    #expect(state()["failure"] == .null)
  }

  @Test mutating func callsHaveTheirEffects() {
    #expect(call("GetState") == ScreenModel.Effect.none)
    #expect(call("ListLoaders") == ScreenModel.Effect.none)
    #expect(call("Show", ScreenModelTests.shimmer) == .redraw)
    #expect(call("SetStatus", ["text": "s"]) == .redraw)
    #expect(call("SetProgress", ["value": .number(0.5)]) == .redraw)
    #expect(call("Hide") == .redraw)
    #expect(call("ListOutputs") == ScreenModel.Effect.none)
    #expect(call("Yield") == .yield && call("Resume") == .resume)
    #expect(call("Quit") == .quit(.now) && call("Quit", ["retain": .bool(true)]) == .quit(.retain))
    #expect(call("Quit", ["retain": "yes"]) == nil && call("Yield", ["now": .bool(true)]) == nil)
    #expect(call("Explode") == nil && call("Show") == nil)
  }

  @Test mutating func consoleOfAThemeFollowsTheLog() {
    let theme = Theme(INI("[Theme]\nloader = console"), mode: .boot, model.files)
    model.setThemes({ _ in theme }, at: 0)
    let shown = model.showTheme(at: 0, fading: false), empty = frame(at: 0).drawOps
    #expect(shown != nil && shown?["text"]?.string == nil && model.showsLog && empty.isEmpty)
    #expect(call("AppendLog", ["lines": .array(["usb 1-1: new device"])]) == .redraw)
    #expect(frame(at: 0).drawOps.count == 1)
  }

  @Test mutating func backgroundOfAThemeEndsWithIt() {
    let theme = Theme(INI("[Theme]\nscheme = light\nloader = dots"), mode: .boot, model.files)
    model.setThemes({ _ in theme }, at: 0)
    #expect(model.showTheme(at: 0, fading: false) != nil && model.screen.background.color.isLight)
    model.setThemes({ _ in nil }, at: 0)
    #expect(model.screen.background.color == .black)
  }

  /// As with `loaderd --show console`, and `show = console` in the configuration.
  @Test mutating func consoleWithAnEmptyTextFollowsTheLog() {
    call("Show", ["loader": "console", "text": "", "transition": "none"])
    #expect(model.showsLog && frame(at: 0).drawOps.isEmpty)
    call("AppendLog", ["lines": .array(["usb 1-1: new device"])])
    #expect(frame(at: 0).drawOps.count == 1)
  }

  /// A client that starts the daemon calls before more of the theme is read than the first frame of its own loader
  /// needs.
  @Test(arguments: ["ring", "logo"]) mutating func earlyCallsHaveTheThemesParameters(_ loader: String) {
    let ini = INI("[Theme]\nloader = dots\n[ring]\ncolor = red\nsize = 100\n[logo]\nimage = logo.png")
    let picture = PNG(
      PNG.Frame(width: 90, height: 20, pixels: [UInt32](repeating: 0xFFFF_FFFF, count: 1800)), hasAlpha: true)
    let unread = Files { (path) throws(ParameterError) in throw ParameterError("file", "\(path): not read yet") }
    let complete = Theme(ini, mode: .boot, Files { _ in picture.bytes })
    let show: JSON = ["loader": .string(Bytes(Array(loader.utf8))), "transition": "none"]
    model.setThemes({ _ in complete }, at: 0)
    call("Show", show)
    let time: Int64 = 1_500_000_000, expected = frame(at: time).drawOps
    model.setThemes({ Theme(ini, mode: $0, unread, only: ["dots"]) }, at: 0)
    call("Show", show)
    #expect(frame(at: time).drawOps == expected || loader == "logo", "the parameters that name no files")
    model.setThemes({ _ in complete }, at: 1_000_000_000)
    #expect(frame(at: time).drawOps.map { $0.bounds } == expected.map { $0.bounds })
  }

  /// A call of 64 KiB holds 15 000 lines, which would delay frames. A number is refused where it is read.
  @Test mutating func onlyTheNewestLinesOfACallAreRead() {
    let newest = [JSON](repeating: "a line", count: LogLines.limit)
    #expect(call("AppendLog", ["lines": .array([.number(1)] + newest)]) != nil)
    #expect(call("AppendLog", ["lines": .array(newest.dropFirst() + [.number(1)])]) == nil)
  }

  @Test mutating func stateFollowsTheCalls() {
    let steps: [(StaticString, JSON, loader: JSON, text: JSON, status: JSON, progress: JSON)] = [
      ("Hide", [:], .null, .null, "", .null),
      ("SetStatus", ["text": "Early"], .null, .null, "Early", .null),
      ("Show", ScreenModelTests.shimmer, "shimmer", "Hi", "Early", .null),
      ("Show", ["loader": "shimmer", "text": ""], "shimmer", "Hi", "Early", .null),
      ("SetProgress", ["value": .number(0.5)], "shimmer", "Hi", "Early", .number(0.5)),
      ("SetProgress", ["value": .number(2), "label": "Late"], "shimmer", "Hi", "Early", .number(0.5)),
      ("SetProgress", ["value": .null, "label": "Late"], "shimmer", "Hi", "Late", .null),
      ("Show", ["loader": "shimmer", "text": "Ho"], "shimmer", "Ho", "Late", .null),
      ("SetProgress", ["value": .number(1)], "shimmer", "Ho", "Late", .number(1)),
      ("Hide", [:], .null, .null, "", .null),
    ]
    for (index, step) in steps.enumerated() {
      call(step.0, step.1)
      let now = state()
      #expect(now["loader"] == step.loader && now["text"] == step.text, "step \(index)")
      #expect(now["status"] == step.status && now["progress"] == step.progress, "step \(index)")
    }
  }

  /// CSS ease-out, cubic-bezier(0, 0, 0.58, 1), solved by bisection.
  private func easeOut(_ phase: Double) -> Double {
    var low = 0.0, high = 1.0
    for _ in 0..<50 {
      let t = (low + high) / 2
      if 3 * (1 - t) * t * t * 0.58 + t * t * t < phase { low = t } else { high = t }
    }
    return 3 * (1 - low) * low * low + low * low * low
  }

  private func expectProgress(from: Double, to: Double, _ location: SourceLocation = #_sourceLocation) {
    let progress = model.screen.progress
    #expect(abs((progress?.from ?? -1) - from) < 1e-6 && progress?.to == to, sourceLocation: location)
  }

  /// Without a loader, texts and background are those of the theme, whatever was shown before.
  @Test mutating func groundWithoutALoaderIsTheThemes() {
    let ini = INI("[Theme]\nscheme = light\nbackground = white\ntitle = Off\n[update]\nloader = ring\nscheme = dark")
    let files = model.files
    model.begin(in: .boot, at: 0)
    model.setThemes({ Theme(ini, mode: $0, files) }, at: 0)
    #expect(model.screen.scheme == .light && model.screen.background.color == .white)
    call("SetMode", ["mode": "update"])
    call("SetMode", ["mode": "boot"], at: 1_000_000_000)
    #expect(model.screen.scheme == .light && model.screen.background.color == .white)
    call("Show", ["loader": "ring", "scheme": "dark"], at: 2_000_000_000)
    #expect(model.screen.scheme == .dark)
    call("Hide", at: 3_000_000_000)
    #expect(model.screen.scheme == .light && model.screen.background.color == .white)
  }

  @Test mutating func messageWithoutALifetimeStays() {
    call("SetMessage", ["text": "Wait", "lifetime": .number(1)])
    call("SetMessage", ["text": "Wait"])
    #expect(model.screen.message.current(at: Time(seconds: 9)) == "Wait")
  }

  @Test mutating func progressEasesFromTheValueOfTheLoader() {
    call("Show", ["loader": "bar", "progress": .number(0.2)], at: 0)
    call("SetProgress", ["value": .number(0.8)], at: 1_000_000_000)
    expectProgress(from: 0.2, to: 0.8)
  }

  @Test mutating func failureTakesTheMessageAway() {
    call("SetMessage", ["text": "Do not turn off"], at: 0)
    call("ReportFailure", ["unit": "data.mount"], at: 1_000_000_000)
    #expect(model.screen.message.current == nil)
  }

  @Test mutating func progressEasesFromTheShownValue() {
    call("SetProgress", ["value": .number(0.2)], at: 0)
    expectProgress(from: 0.2, to: 0.2)  // the first value is shown at once
    call("SetProgress", ["value": .number(0.6)], at: 1_000_000_000)
    expectProgress(from: 0.2, to: 0.6)
    call("SetProgress", ["value": .number(1)], at: 1_100_000_000)
    expectProgress(from: 0.2 + 0.4 * easeOut(0.4), to: 1)
    call("SetProgress", ["value": .number(0.3)], at: 9_000_000_000)
    expectProgress(from: 1, to: 0.3)
    call("SetProgress", ["value": .null], at: 9_100_000_000)
    call("SetProgress", ["value": .number(0.4)], at: 9_200_000_000)
    expectProgress(from: 0.4, to: 0.4)
  }

  /// `Monitor` sends the state when it has changed.
  @Test mutating func endOfAMessageIsAChange() {
    call("SetMessage", ["text": "Bye", "lifetime": .number(5)], at: 0)
    let before = model.generation
    model.removeFinished(at: 4_999_999_999)
    #expect(model.generation == before && model.messageEnd == Time(seconds: 5))
    model.removeFinished(at: 5_000_000_000)
    #expect(model.generation > before && model.messageEnd == nil)
  }

  @Test mutating func messagesExpire() {
    call("SetMessage", ["text": "Bye", "lifetime": .number(5)], at: 0)
    #expect(state(at: 3_000_000_000)["message"] == "Bye")
    #expect(frame(at: 3_000_000_000).next == 5_000_000_000, "no frame before the message expires")
    #expect(!frame(at: 3_000_000_000).drawOps.isEmpty)
    #expect(state(at: 6_000_000_000)["message"] == "")
    #expect(frame(at: 6_000_000_000).drawOps.isEmpty && frame(at: 6_000_000_000).next == nil)
  }

  @Test mutating func messagesCanBeRemovedBeforeTheyExpire() {
    call("SetMessage", ["text": "Bye", "lifetime": .number(5)], at: 0)
    call("SetMessage", ["text": ""], at: 1_000_000_000)
    #expect(state(at: 2_000_000_000)["message"] == "")
    #expect(frame(at: 2_000_000_000).drawOps.isEmpty)
  }

  /// On a machine that has been up for days too, such as one that is updated.
  @Test mutating func milestoneIsReportedHoweverLongTheMachineIsUp() {
    let day: Int64 = 86_400_000_000_000
    let reports: [(Bytes, Int64)] = [
      ("first.service", 2 * day), ("second.service", 2 * day + 1), ("first.service", 3 * day),
    ]
    for (name, time) in reports {
      call("SetProgress", ["milestone": .string(name)], at: time)
      #expect(state(at: time)["milestone"]?.string == name)
    }
    call("SetProgress", ["milestone": .string(Bytes((0..<129).map { _ in UInt8(ascii: "x") }))], at: 4 * day)
    #expect(state(at: 4 * day)["milestone"]?.string == "first.service", "too long")
  }
}
