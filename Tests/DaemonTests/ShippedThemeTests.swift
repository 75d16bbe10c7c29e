import Display
import Foundation
import Images
import Loaders
import PNGReader
import Process
import Raster
import Scene
import Settings
import Support
import Testing
import Text
import Varlink

@testable import Daemon

/// The themes of the package, in the situations of a device and on displays from 128×64 to 1920×1080.
@Suite struct ShippedThemeTests {
  /// What is on the screen: a mode, or a failure. This is also the order of the pictures in
  /// docs/pictures/theme-NAME.png.
  enum Situation: String, CaseIterable { case boot, update, firmware, reset, shutdown, reboot, failure }

  static let folder = Peers.root.appendingPathComponent("systemd/themes")
  static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
  static let sizes: [(Int32, Int32)] = [(128, 64), (320, 240), (480, 272), (800, 480), (480, 800), (1920, 1080)]
  private let typesetter = Typesetter()

  /// The screen of a theme, at 5 s of its clock.
  private func model(_ name: String, _ situation: Situation) throws -> ScreenModel {
    let folder = ShippedThemeTests.folder.appendingPathComponent(name)
    let files = Files { (path) throws(ParameterError) in
      let url = folder.appendingPathComponent(String(decoding: path.utf8, as: UTF8.self))
      guard let data = try? Data(contentsOf: url) else { throw ParameterError("file", "\(path): cannot be read") }
      return Array(data)
    }
    let ini = INI(Bytes(try files.bytes("theme.conf")))
    var model = ScreenModel(files)
    model.failurePolicy = FailurePolicy(address: "https://acme.example/help?c=%code%")
    model.setThemes({ Theme(ini, mode: $0, files) }, at: 0)
    _ = model.showTheme(at: 0, fading: false)
    let output = try HeadlessOutput(width: 64, height: 64, rate: 60, folder: nil)
    let snapshot = StatusSnapshot(
      outputs: [output], time: .zero, secondsToFirst: nil, isYielded: false, missingGlyphs: 0, isUnshaped: false)
    func call(_ method: StaticString, _ parameters: JSON) {
      let call = Call("io.loaderd.Screen." + Bytes(method), parameters.members ?? [])
      let (reply, _) = model.answer(call, now: 1_000_000_000, snapshot)
      #expect(reply.error == nil, "\(name): \(reply.text)")
    }
    switch situation {
    case .boot:
      call("AppendLog", ["lines": .array((1...20).map { .string("[\($0).0] usb 1-\($0): new device") })])
      call("SetStatus", ["text": "Starting services"])
    case .update, .firmware, .reset:
      call("SetMode", ["mode": .string(Bytes(Array(situation.rawValue.utf8)))])
      call("SetStatus", ["text": "Installing 2 of 7"])
      call("SetMessage", ["text": "Do not turn off the device"])
      call("SetProgress", ["value": .number(0.62)])
    case .shutdown, .reboot: call("SetMode", ["mode": .string(Bytes(Array(situation.rawValue.utf8)))])
    case .failure:
      call("ReportFailure", ["unit": "data.mount", "sentence": "The data disk cannot be read", "code": "E42"])
    }
    #expect(model.takeProblems().map { $0.reason } == [], "\(name)")
    return model
  }

  private func context(_ width: Int32, _ height: Int32) -> Context {
    Context(typesetter, scale: DisplayScale(width: width, height: height).value)
  }

  /// What is large is drawn smaller on small displays; nothing is shortened or left out.
  @Test(arguments: names) func checkFindsNothing(_ name: String) throws {
    let outcome = try Program.loaderctl(in: Folder()).run(["check", ShippedThemeTests.folder.path + "/" + name])
    let warnings = outcome.errorLines.filter { !$0.contains("% of its size") }
    #expect(outcome.status == 0 && warnings == [], "\(outcome.errors)")
    #expect(outcome.errorLines.isEmpty || ["dawn", "signal"].contains(name), "\(outcome.errors)")
  }

  @Test(arguments: names, Situation.allCases)
  func everythingIsLegibleOnEveryDisplay(_ name: String, _ situation: Situation) throws {
    let screen = try model(name, situation).screen, moment = Moment(Time(seconds: 5))
    for (width, height) in ShippedThemeTests.sizes {
      let context = context(width, height), place = "\(name) \(situation) \(width)×\(height)"
      let layout = screen.layout(at: moment, width: width, height: height, context)
      #expect(layout[.loader] != nil, "\(place)")
      #expect((layout[.message] != nil) == situation.isUpdate, "\(place)")
      #expect((layout[.status] != nil) == (situation == .boot || situation.isUpdate) || height < 200, "\(place)")
      if height > 200, situation != .failure {
        #expect((layout[.title] != nil) == !screen.title.isEmpty && (layout[.logo] != nil) == (screen.logo != nil))
      }
      var inks: [Rect] = []
      for drawOp in screen.drawOps(at: moment, width: width, height: height, context) {
        guard case .mask(let mask, let x, let y) = drawOp.shape else { continue }
        let ink = Rect(x, y, x + mask.width, y + mask.height)
        #expect(Rect(0, 0, width, height).contains(ink), "\(place): \(ink) leaves the display")
        if !inks.contains(ink) { inks.append(ink) }
      }
      for (index, ink) in inks.enumerated() {
        #expect(!inks[..<index].contains { !$0.intersection(ink).isEmpty }, "\(place): \(ink) lies on another text")
      }
    }
  }

  /// On a display with one bit a pixel, the bar is solid from its left end to the progress, and not after it. In some
  /// themes the loader shows the progress itself.
  @Test(arguments: names.filter { !["line", "night", "terminal"].contains($0) }) func barIsReadableInOneBit(
    _ name: String
  ) throws {
    let model = try model(name, .update), moment = Moment(Time(seconds: 5)), context = context(128, 64)
    let box = try #require(model.screen.layout(at: moment, width: 128, height: 64, context)[.bar])
    let pixels = picture(model, 128, 64, tones: .two).pixels, ground = pixels[0]
    let left = Int((box.x * context.scale).rounded(.up)), right = Int((box.x + box.width) * context.scale)
    let row = Int((box.y + box.height / 2) * context.scale) * 128, end = left + (right - left) * 62 / 100
    #expect(pixels[row + left + 2..<row + end - 2].allSatisfy { $0 != ground }, "\(name)")
    #expect(pixels[row + end + 2..<row + right - 2].contains { $0 == ground }, "\(name)")
  }

  /// With `RECORD=1` in the environment the picture is written.
  @Test func contactSheetOfTheManualShowsTheThemes() throws {
    let names = ShippedThemeTests.names.filter { $0 != "default" }, gap = 8
    let large = (width: Int32(480), height: Int32(272)), cell = (width: 240, height: 136)
    let situations: [Situation] = [.boot, .update, .shutdown, .failure]
    let width = gap + situations.count * (cell.width + gap), height = gap + names.count * (cell.height + gap)
    var pixels = [UInt32](repeating: 0xFF6E_6E73, count: width * height)
    for (row, name) in names.enumerated() {
      for (column, situation) in situations.enumerated() {
        let picture = picture(try model(name, situation), large.width, large.height)
        let small = picture.resized(width: Int32(cell.width), height: Int32(cell.height)).pixels
        for y in 0..<cell.height {
          let start = (gap + row * (cell.height + gap) + y) * width + gap + column * (cell.width + gap)
          pixels.replaceSubrange(start..<start + cell.width, with: small[y * cell.width..<(y + 1) * cell.width])
        }
      }
    }
    try checkPicture("themes", width, height, pixels)
  }

  /// All situations, one column each, on all displays, one row each. With `RECORD=1` in the environment the picture is
  /// written.
  @Test(arguments: names.filter { $0 != "default" }) func contactSheetShowsAllModesOnAllDisplays(_ name: String) throws
  {
    let gap: Int32 = 8, side: Int32 = 216
    let cells = ShippedThemeTests.sizes.map { width, height -> (width: Int32, height: Int32) in
      let factor = min(1, Double(side) / Double(max(width, height)))
      return (Int32((Double(width) * factor).rounded()), Int32((Double(height) * factor).rounded()))
    }
    let width = gap + Int32(Situation.allCases.count) * (side + gap),
      height = cells.reduce(gap) { $0 + $1.height + gap }
    var pixels = [UInt32](repeating: 0xFF6E_6E73, count: Int(width * height))
    for (column, situation) in Situation.allCases.enumerated() {
      var top = gap
      for ((across, down), cell) in zip(ShippedThemeTests.sizes, cells) {
        let picture = picture(try model(name, situation), across, down, tones: across == 128 ? .two : .all)
        let small = picture.resized(width: cell.width, height: cell.height).pixels
        let left = gap + Int32(column) * (side + gap) + (side - cell.width) / 2
        for y in 0..<cell.height {
          let start = Int((top + y) * width + left), row = small[Int(y * cell.width)..<Int((y + 1) * cell.width)]
          pixels.replaceSubrange(start..<start + Int(cell.width), with: row)
        }
        top += cell.height + gap
      }
    }
    try checkPicture("theme-\(name)", Int(width), Int(height), pixels)
  }

  /// Compares pixels with a picture of docs/pictures.
  private func checkPicture(_ name: String, _ width: Int, _ height: Int, _ pixels: [UInt32]) throws {
    let data = Data(PNG(PNG.Frame(width: width, height: height, pixels: pixels), hasAlpha: false).bytes)
    let file = Peers.root.appendingPathComponent("docs/pictures/\(name).png")
    if ProcessInfo.processInfo.environment["RECORD"] != nil { try data.write(to: file) }
    #expect(try PNGReader(data) == PNGReader(Data(contentsOf: file)), "look at \(name).png with RECORD=1")
  }

  /// A frame of a display.
  private func picture(_ model: ScreenModel, _ width: Int32, _ height: Int32, tones: Tones = .all) -> Picture {
    var model = model
    let frame = model.frame(at: 5_000_000_000, width: width, height: height, context(width, height))
    var pixels = [UInt32](repeating: 0, count: Int(width) * Int(height))
    pixels.withUnsafeMutableBufferPointer { memory in
      guard let start = memory.baseAddress else { return }
      let surface = Surface(start, width: width, height: height, stride: Int(width))
      Renderer(tones: tones).paintReduced(frame.drawOps, over: model.screen.background.color, of: surface)
    }
    return Picture(width: width, height: height, pixels: pixels.map { $0 | 0xFF00_0000 })
  }
}

extension ShippedThemeTests.Situation {
  /// Whether something is installed, with a status, a message and a progress.
  var isUpdate: Bool { self == .update || self == .firmware || self == .reset }
}
