import Images
import Loaders
import Raster
import Scene
import SeededRandom
import Support
import Testing
import Text

/// The loader `frames` (docs/loaders.md, "frames").
@Suite struct FramesTests {
  /// A PNG file of one colour: red is the number of the frame.
  private static func file(_ number: Int, width: Int = 4, height: Int = 3) -> [UInt8] {
    let pixels = [UInt32](repeating: 0xFF00_0000 | UInt32(number) << 16, count: width * height)
    return PNG(PNG.Frame(width: width, height: height, pixels: pixels), hasAlpha: true).bytes
  }

  /// The files 0.png to 11.png, small.png and broken.png.
  private static func read(_ path: Bytes) throws(ParameterError) -> [UInt8] {
    switch path {
    case "small.png": return file(0, width: 3)
    case "broken.png": return Array(file(0).dropLast(20))
    case "wide.png": return file(0, width: 70_000, height: 1)
    case "large.png": return file(0, width: 1100, height: 1000)
    default:
      guard path.hasSuffix(".png"), let number = Int(String(decoding: path.utf8.dropLast(4), as: UTF8.self)),
        number < 12
      else { throw ParameterError("file", "\(path): No such file or directory") }
      return file(number)
    }
  }

  /// A frame that is equal to the one before is the same picture, so nothing is drawn for it.
  @Test func anEqualFrameIsTheSamePicture() throws {
    let sequence = try Files(FramesTests.read).sequence("1.png, 2.png, 2.png, 2.png, 3.png")
    let pictures = (0..<5).map { sequence.picture($0) }
    #expect(pictures[1] === pictures[2] && pictures[2] === pictures[3])
    #expect(pictures[0] !== pictures[1] && pictures[3] !== pictures[4] && sequence.picture(2).pixels[0] == 0xFF02_0000)
    #expect(sequence.picture(4).pixels[0] == 0xFF03_0000)
  }

  private func loader(
    _ pictures: Bytes, _ given: [(name: Bytes, text: Bytes)] = [], _ files: Files = Files(FramesTests.read)
  ) throws -> AnyLoader {
    try #require(Catalog.entry(named: "frames")).loader("", [("pictures", pictures)] + given, files)
  }

  /// The numbers of the frames that are shown at these times.
  private func frames(_ loader: AnyLoader, at times: [Double]) -> [Int] {
    times.map { Int(Sheet(loader, width: 4, height: 3, at: $0)[1, 1][0]) }
  }

  @Test func framesFollowEachOtherAndRepeat() throws {
    let times = [0, 0.09, 0.1, 0.25, 0.39, 0.4, 0.55, 7200.35]
    let played = try loader("{0..3}.png", [("fps", "10")])
    #expect(frames(played, at: times) == [0, 0, 1, 2, 3, 0, 1, 3])
    let withIntro = try loader("{0..3}.png", [("fps", "10"), ("intro", "2")])
    #expect(frames(withIntro, at: times + [0.65]) == [0, 0, 1, 2, 3, 2, 3, 3, 2])
    let once = try loader("{0..3}.png", [("fps", "10"), ("loop", "off")])
    #expect(frames(once, at: times) == [0, 0, 1, 2, 3, 3, 3, 3])
    let onlyIntro = try loader("{0..3}.png", [("fps", "10"), ("intro", "600")])
    #expect(frames(onlyIntro, at: times) == [0, 0, 1, 2, 3, 3, 3, 3])
    #expect(frames(try loader("{0..3}.png", [("motion", "reduced"), ("intro", "2")]), at: [9])[0] < 3)
  }

  /// The last frames are shown once, when the loader is hidden; then the last one fades out. The texts wait for it.
  @Test func outroIsShownOnceWhenTheLoaderIsHidden() throws {
    let files = Files { (path) throws(ParameterError) in FramesTests.file(40 * Int(path.utf8[0] - UInt8(ascii: "0"))) }
    let given: [(name: Bytes, text: Bytes)] = [("fps", "10"), ("intro", "1"), ("outro", "2")]
    let played = try loader("{1..6}.png", given, files)
    #expect(frames(played, at: [0, 0.1, 0.3, 0.4, 0.7, 7200.35]) == [40, 80, 160, 80, 80, 160])
    var screen = Screen(background: .color(.black), scheme: .dark)
    let context = Context(Typesetter(), scale: 1)
    func red(_ seconds: Double) -> Int {
      var sheet = Sheet(100, 50)
      let drawOps = screen.drawOps(at: Moment(Time(seconds: seconds)), width: 100, height: 50, context)
      sheet.paint(drawOps, over: screen.background.color, in: Region(Rect(0, 0, 100, 50)))
      return Int(sheet[50, 25][0])
    }
    func isPlaced(_ seconds: Double) -> Bool {
      screen.layout(at: Moment(Time(seconds: seconds)), width: 100, height: 50, context)[.loader] != nil
    }
    screen.setLoader(played, at: .zero, fading: false)
    screen.setLoader(nil, at: Time(seconds: 1), fading: true)
    #expect(screen.loader.current == nil)
    for (time, expected) in [(1.0, 200), (1.09, 200), (1.1, 240), (1.2, 240), (1.3, 120), (1.4, 0), (9, 0)] {
      #expect(abs(red(time) - expected) <= 1, "\(time) s: \(red(time))")
    }
    #expect(isPlaced(1.19) && !isPlaced(1.2))
    screen.removeFinished(at: Time(seconds: 1.3))
    #expect(red(1.3) > 100)
    // Another loader, or no transition: there is no outro. Nor is there one with reduced motion.
    screen.setLoader(played, at: Time(seconds: 10), fading: false)
    let clear = try Catalog.loader("bar", "", [("color", "clear"), ("gutter", "clear")])
    screen.setLoader(clear, at: Time(seconds: 11), fading: true)
    #expect(red(11) == 80 && abs(red(11.1) - 60) <= 2)
    screen.setLoader(played, at: Time(seconds: 20), fading: false)
    screen.setLoader(nil, at: Time(seconds: 21), fading: false)
    #expect(red(21) == 0)
    screen.setLoader(
      try loader("{1..6}.png", given + [("motion", "reduced")], files), at: Time(seconds: 30), fading: false)
    screen.setLoader(nil, at: Time(seconds: 31), fading: true)
    #expect(red(31.2) == 0)
  }

  /// A frame is drawn when the next one begins, and none after the last.
  @Test func nothingIsDrawnBetweenFrames() throws {
    func change(_ loader: AnyLoader, at seconds: Double) -> Moment.Change {
      let moment = Moment(Time(seconds: seconds))
      var drawOps: [DrawOp] = []
      loader.draw(moment, Area(0, 0, 4, 3), Context(Typesetter(), scale: 1), &drawOps)
      return moment.change
    }
    #expect(change(try loader("{0..3}.png", [("fps", "10")]), at: 0.43) == .at(Time(seconds: 0.5)))
    #expect(change(try loader("{0..3}.png", [("fps", "10"), ("loop", "off")]), at: 0.35) == .never)
    #expect(change(try loader("{0..3}.png", [("fps", "10"), ("intro", "9")]), at: 0.35) == .never)
    #expect(change(try loader("7.png"), at: 0) == .never)
  }

  @Test func namesMayBeRangesAndRepeated() throws {
    let names = [
      ("2.png, 5.png,5.png", [2, 5, 5]), ("{9..11}.png", [9, 10, 11]), ("2.png,{0..1}.png,{1..1}.png", [2, 0, 1, 1]),
      ("{08..10}.png", [8, 9, 10]),
    ]
    for (text, expected) in names {
      let loader = try loader(Bytes(Array(text.utf8)), [("fps", "1")])
      #expect(frames(loader, at: expected.indices.map { Double($0) }) == expected, "\(text)")
    }
  }

  @Test func whatCannotBePlayedIsRefusedWithASentence() throws {
    let none = "not 1 to 600 pictures, as in spin-{01..24}.png"
    let sentences: [(Bytes, String)] = [
      ("", ": \(none)"), (",", ",: \(none)"), ("{0..9999}.png", "{0..9999}.png: \(none)"),
      ("{0..}.png", "{0..}.png: \(none)"),
      ("{0-3}.png", "{0-3}.png: \(none)"), ("{0..3.png", "{0..3.png: \(none)"),
      ("{0..300}.png,{0..299}.png", "{0..300}.png,{0..299}.png: \(none)"),
      ("{0..20}.png", "12.png: No such file or directory"),
      ("0.png,small.png", "small.png: another size than the first picture"),
      ("0.png,broken.png", "broken.png: a damaged PNG file"),
      ("large.png", "large.png: too many pixels; make it smaller"),
      ("wide.png", "wide.png: too large; make the pictures smaller or fewer"),
    ]
    for (names, sentence) in sentences {
      do {
        _ = try loader(names)
        Issue.record("accepted: \(names)")
      } catch let error as ParameterError {
        #expect(String(decoding: error.reason.utf8, as: UTF8.self) == sentence)
        #expect(error.name == "pictures")
      }
    }
  }

  /// 64 frames of 1 Mi pixels are 256 MB.
  @Test func sequencesAreLimitedInPixelsAndInBytes() throws {
    let large = FramesTests.file(1, width: 1024, height: 1024)
    var reads = 0
    let files = Files { (path) throws(ParameterError) in
      reads += 1
      return large
    }
    #expect(throws: ParameterError.self) { try loader("{1..64}.png", [], files) }
    #expect(reads == 1)
    var random = SeededRandom(seed: 3)
    let noisy = (0..<2).map { _ in
      let noise = (0..<500_000).map { _ in UInt32.random(in: 0xFF00_0000...UInt32.max, using: &random) }
      return PNG(PNG.Frame(width: 1000, height: 500, pixels: noise), hasAlpha: false).bytes
    }
    let changing = Files { (path) throws(ParameterError) in
      reads += 1
      return noisy[reads % 2]
    }
    #expect(throws: ParameterError.self) { try loader("{1..60}.png", [], changing) }
    #expect(reads < 12, "8 MB are five of these frames")
  }

  /// A boot shows the first frame at once, and the rest when the worker has read it.
  @Test func onlyTheFirstFrameIsReadBeforeTheFirstPicture() throws {
    var read: [Bytes] = []
    let files = Files(
      { (path) throws(ParameterError) in
        read.append(path)
        return try FramesTests.read(path)
      }, isDecodedOnUse: true
    ).remembering()
    let first = try loader("{4..9}.png", [], files)
    #expect(frames(first, at: [0, 0.5, 3]) == [4, 4, 4])
    #expect(read == ["4.png"])
  }

  /// Throbbers of 60 frames, 300 pixels wide and high, as designers make them, drawn by loaders.
  private static func throbber(_ name: Bytes, _ given: [(name: Bytes, text: Bytes)]) throws -> [Sheet] {
    let loader = try Catalog.loader(name, "", given)
    return (0..<60).map {
      Sheet(loader, width: 300, height: 300, at: Double($0) / 30, over: .clear, framing: Size(300, 300))
    }
  }

  private static var throbbers: [(name: Bytes, given: [(name: Bytes, text: Bytes)])] {
    [
      ("spinner", [("size", "290"), ("duration", "2")]),
      ("ring", [("size", "290"), ("line-width", "24"), ("duration", "1")]),
      ("worm", [("dot-size", "60"), ("spacing", "20")]),
      ("orb", [("size", "160"), ("ring-duration", "1"), ("pulse-duration", "1")]),
    ]
  }

  /// The orb is left out: its soft glow is different noise in each frame, and takes 3.5 MB.
  @Test(arguments: throbbers.indices.dropLast()) func sixtyFramesTakeLessThanTwoMegabytes(_ index: Int) throws {
    let (name, given) = FramesTests.throbbers[index]
    var packer = PictureSequencePacker(width: 300, height: 300)
    for sheet in try FramesTests.throbber(name, given) {
      packer.append(Picture(width: 300, height: 300, pixels: sheet.pixels))
    }
    // Two frames are unpacked.
    let bytes = packer.bytes.count + 2 * 4 * 300 * 300
    #expect(bytes < 2_000_000, "\(name): \(bytes)")
  }

  /// The picture of any time is that of playing up to it, also for a display that joins late.
  @Test(arguments: throbbers.indices) func anyTimeShowsTheSameAsPlayingUpToIt(_ index: Int) throws {
    let (name, given) = FramesTests.throbbers[index], sheets = try FramesTests.throbber(name, given)
    let files = Files { (path) throws(ParameterError) in
      let number = Int(String(decoding: path.utf8, as: UTF8.self)) ?? 0
      return PNG(PNG.Frame(width: 300, height: 300, pixels: sheets[number].pixels), hasAlpha: true).bytes
    }
    let parameters: [(name: Bytes, text: Bytes)] = [("intro", "7"), ("width", "100")]
    let played = try loader("{0..59}", parameters, files), typesetter = Typesetter()
    func draw(_ loader: AnyLoader, _ step: Int) -> Sheet {
      Sheet(loader, width: 100, height: 100, at: Double(step) / 60, typesetter)
    }
    let film = (0..<240).map { draw(played, $0) }
    var random = SeededRandom(seed: 4)
    let sought = try loader("{0..59}", parameters, files)
    for step in (0..<240).shuffled(using: &random).prefix(40) {
      let isSame = draw(sought, step).pixels == film[step].pixels
      #expect(isSame, "\(step)")
    }
  }

  @Test(arguments: [(128, 64), (480, 272), (800, 480)])
  func screensMatchTheReferencePictures(_ width: Int, _ height: Int) throws {
    let sheets = try FramesTests.throbber("worm", [("dot-size", "60"), ("spacing", "20")])
    let files = Files { (path) throws(ParameterError) in
      let number = Int(String(decoding: path.utf8, as: UTF8.self)) ?? 0
      return PNG(PNG.Frame(width: 300, height: 300, pixels: sheets[number].pixels), hasAlpha: true).bytes
    }
    var screen = Screen(background: .color(.black), scheme: .dark)
    screen.loader.replace(with: try loader("{0..59}", [("width", "120")], files), at: .zero, fading: false)
    screen.status.replace(with: "Loading modules", at: .zero, fading: false)
    var sheet = Sheet(width, height)
    let context = Context(Typesetter(), scale: 1)
    let drawOps = screen.drawOps(at: Moment(Time(seconds: 1)), width: Int32(width), height: Int32(height), context)
    sheet.paint(drawOps, over: .black, in: Region(Rect(0, 0, Int32(width), Int32(height))))
    try Golden("frames-\(width)x\(height)").check(sheet)
  }
}
