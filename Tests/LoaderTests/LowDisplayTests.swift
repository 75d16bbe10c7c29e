import Foundation
import Loaders
import Raster
import Rendering
import Scene
import Support
import Testing
import Text

/// Displays with the height of a few lines of text: what is most important stands alone.
@Suite struct LowDisplayTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../systemd/themes").standardized
  /// The shipped themes, and none.
  private static let themes =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path())) ?? []).sorted() + [""]
  private let typesetter = Typesetter()

  /// The screen of a theme, which shows its loader and its texts at once.
  private func screen(_ name: String, mode: ScreenMode?, message: Bytes?, progress: Bytes?) throws -> Screen {
    let folder = LowDisplayTests.folder.appending(path: name)
    let files = Files { (path) throws(ParameterError) in
      let url = folder.appending(path: String(decoding: path.utf8, as: UTF8.self))
      guard let data = try? Data(contentsOf: url) else { throw ParameterError("file", "\(path): cannot be read") }
      return Array(data)
    }
    let ini = name.isEmpty ? INI("") : INI(Bytes(try files.bytes("theme.conf")))
    let failure: [(name: Bytes, text: Bytes)] = [
      ("unit", "data.mount"), ("code", "E42"), ("address", "https://support.example/?u=data.mount&c=E42"),
    ]
    return try Screen(Theme(ini, mode: mode ?? .boot, files), mode: mode, failure: failure) {
      switch Bytes($0) {
      case "message": message
      case "progress": progress
      default: nil
      }
    }
  }

  private func picture(_ screen: Screen, _ width: Int32, _ height: Int32) -> Sheet {
    let context = Context(typesetter, scale: DisplayScale(width: width, height: height).value)
    let drawOps = screen.drawOps(at: Moment(Time(seconds: 4)), width: width, height: height, context)
    var sheet = Sheet(Int(width), Int(height))
    sheet.paint(drawOps, over: screen.background.color, in: Region(Rect(0, 0, width, height)))
    return sheet
  }

  @Test(arguments: themes) func aScreenWithATextOrALoaderIsNeverEmpty(_ name: String) throws {
    for mode in ScreenMode.allCases + [nil] {
      let texts: [(Bytes?, Bytes?)] = [(nil, nil), ("Do not turn off", nil), ("Do not turn off", "0.3")]
      for (message, progress) in texts {
        let screen = try screen(name, mode: mode, message: message, progress: progress)
        let empty = Screen(background: screen.background, scheme: screen.scheme)
        let isEmpty = picture(screen, 640, 480).pixels == picture(empty, 640, 480).pixels
        for width in [64, 96, 128, 256] as [Int32] where !isEmpty {
          for height in [8, 9, 10, 12, 16, 20, 24, 32, 48, 64] as [Int32] {
            let place = "\(name) in \(mode?.name ?? "failure") on \(width)×\(height)"
            #expect(picture(screen, width, height).pixels != picture(empty, width, height).pixels, "\(place)")
            let context = Context(typesetter, scale: DisplayScale(width: width, height: height).value)
            let layout = screen.layout(at: Moment(.zero), width: width, height: height, context)
            #expect(layout[.message] != nil || screen.message.current == nil, "\(place): no message")
          }
        }
      }
    }
  }

  /// A loader that has no room leaves all of it to the texts.
  @Test(arguments: MotionTests.names) func textsStayWithoutTheLoader(_ name: String) throws {
    try checkTexts(without: Catalog.loader(Bytes(Array(name.utf8)), "Loading…"))
  }

  @Test func textsStayWithoutALoaderThatFitsAtNoSize() throws {
    try checkTexts(without: Catalog.loader("ring", "", [("size", "2000")]))
  }

  /// Where there is no loader, the layout is that of a screen without one.
  private func checkTexts(without loader: AnyLoader) throws {
    if loader.fillsScreen { return }
    var screen = Screen(background: .color(.black), scheme: .dark)
    screen.title = loader.standsAlone ? "" : "Title"
    screen.status.replace(with: "Starting", at: .zero, fading: false)
    for message in [nil, "Do not turn off"] as [Bytes?] {
      screen.message.replace(with: message, at: .zero, fading: false)
      for width in [64, 128, 256] as [Int32] {
        for height in 8...64 as ClosedRange<Int32> {
          let context = Context(typesetter, scale: DisplayScale(width: width, height: height).value)
          func layout(_ loader: AnyLoader?) -> Layout {
            screen.loader.replace(with: loader, at: .zero, fading: false)
            return screen.layout(at: Moment(.zero), width: width, height: height, context)
          }
          let shown = layout(loader), bare = layout(nil)
          for element in Layout.Element.allCases where shown[.loader] == nil {
            #expect(shown[element] == bare[element], "\(width)×\(height): \(element)")
          }
        }
      }
    }
  }

  /// The loader is left out where it would be a speck above the message.
  @Test func loaderThatIsMadeSmallerHasEightPixels() throws {
    let screen = try screen("night", mode: .update, message: "Do not turn off", progress: "0.3")
    for height in 16...64 as ClosedRange<Int32> {
      let scale = DisplayScale(width: 256, height: height).value
      let layout = screen.layout(at: Moment(.zero), width: 256, height: height, Context(typesetter, scale: scale))
      if let box = layout[.loader] { #expect(box.height * scale > 8 - 1e-6, "\(height)") }
    }
  }

  /// What support needs comes before the brand.
  @Test(arguments: [true, false]) func failureThatLacksAnythingHasNoLogo(_ hasAddress: Bool) throws {
    var screen = try screen("signal", mode: nil, message: nil, progress: nil)
    let text: Bytes = "The data disk cannot be read and an explanation follows which needs four lines or more."
    let address: [(name: Bytes, text: Bytes)] = hasAddress ? [("address", "https://support.example/?c=E42")] : []
    let failure = try Catalog.loader("failure", text, [("unit", "data.mount"), ("code", "E42")] + address)
    screen.loader.replace(with: failure, at: .zero, fading: false)
    let context = Context(typesetter, scale: DisplayScale(width: 128, height: 64).value)
    let layout = screen.layout(at: Moment(.zero), width: 128, height: 64, context)
    #expect(layout[.logo] == nil && layout[.loader] != nil)
  }

  /// With a failure, the logo leaves before the QR code does and before a text is shortened. It has 8 pixels at least.
  @Test func logoLeavesBeforeTheQRCode() throws {
    func layout(_ width: Int32, _ height: Int32, withLogo: Bool) throws -> Layout {
      var screen = try screen("signal", mode: nil, message: nil, progress: nil)
      if !withLogo { screen.logo = nil }
      let context = Context(typesetter, scale: DisplayScale(width: width, height: height).value)
      return screen.layout(at: Moment(.zero), width: width, height: height, context)
    }
    let small = try layout(128, 64, withLogo: true), bare = try layout(128, 64, withLogo: false)
    let large = try layout(480, 272, withLogo: true)
    #expect(small[.logo] == nil && small[.loader] == bare[.loader])
    #expect(large[.logo] != nil)
    // Where there is room, the logo keeps its distance from the sign.
    let roomy = try layout(800, 480, withLogo: true), logo = try #require(roomy[.logo])
    #expect(try #require(roomy[.loader]).y - logo.y - logo.height > 24 - 1e-6)
    for height in 16...128 as ClosedRange<Int32> {
      let scale = DisplayScale(width: 128, height: height).value
      if let box = try layout(128, height, withLogo: true)[.logo] { #expect(box.height * scale > 8 - 1e-6) }
    }
  }

  /// A long sentence beside the QR code has the lines that it needs, and the code's modules keep two pixels. Where
  /// there is no room for that, the sentence is shortened, and neither code nor details are left out.
  @Test(
    arguments: [(240, 135, true), (250, 122, true), (320, 240, true), (128, 64, false)] as [(Int32, Int32, Bool)])
  func aLongSentenceOfAFailureIsWhole(_ size: (width: Int32, height: Int32, hasRoom: Bool)) throws {
    let text: Bytes =
      "The data disk cannot be read. Take the card out, clean its contacts, put it in again, and switch the device off "
      + "and on; if this does not help, call support."
    var screen = Screen(background: .color(.black), scheme: .dark)
    let given: [(name: Bytes, text: Bytes)] = [
      ("unit", "data.mount"), ("code", "E42"), ("address", "https://support.example/?u=data.mount&c=E42"),
    ]
    screen.setLoader(try Catalog.loader("failure", text, given), at: .zero, fading: false)
    let context = Context(typesetter, scale: DisplayScale(width: size.width, height: size.height).value)
    func drawOps() -> [DrawOp] {
      screen.drawOps(at: Moment(Time(seconds: 4)), width: size.width, height: size.height, context)
    }
    _ = drawOps()
    typesetter.isWhole = true
    let texts = drawOps().filter { if case .mask = $0.shape { true } else { false } }
    let codes = texts.filter { $0.paint == .color(.black) }
    // Besides the code: sentence, details and, where all has room in one column, the address.
    #expect(typesetter.isWhole == size.hasRoom && texts.count == (size.height < 200 ? 3 : 4))
    // The number of modules is odd.
    #expect(try #require(codes.first).bounds.width % 2 == (size.hasRoom ? 0 : 1))
  }
}
