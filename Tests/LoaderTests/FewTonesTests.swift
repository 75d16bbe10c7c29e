import Loaders
import Raster
import Scene
import Support
import Testing
import Text

/// Displays with one or two bits a pixel: solid texts and shapes.
@Suite struct FewTonesTests {
  private func picture(_ screen: Screen, _ tones: Tones, at seconds: Double) -> Sheet {
    var sheet = Sheet(128, 64)
    let drawOps = screen.drawOps(
      at: Moment(Time(seconds: seconds)), width: 128, height: 64, Context(Typesetter(), scale: 0.5))
    sheet.pixels.withUnsafeMutableBufferPointer {
      guard let start = $0.baseAddress else { return }
      let surface = Surface(start, width: 128, height: 64, stride: 128)
      Renderer(tones: tones).paintReduced(drawOps, over: screen.background.color, of: surface)
    }
    return sheet
  }

  private func pixels(
    _ loader: AnyLoader?, _ scheme: Scheme, _ tones: Tones = .two, at seconds: Double, status: Bytes? = nil
  ) -> Sheet {
    var screen = Screen(background: .color(scheme.background), scheme: scheme)
    screen.loader.replace(with: loader, at: .zero, fading: false)
    screen.status.replace(with: status, at: .zero, fading: false)
    if status != nil {
      screen.progress = ProgressAnimation(from: 0.4, to: 0.4, since: .zero)
      screen.message.replace(with: "Do not turn off", at: .zero, fading: false)
    }
    return picture(screen, tones, at: seconds)
  }

  @Test(arguments: Catalog.all.map { "\($0.name)" }, [true, false])
  func everyLoaderIsSeenInBlackAndWhite(_ name: String, _ isDark: Bool) throws {
    let scheme: Scheme = isDark ? .dark : .light
    let given: [(name: Bytes, text: Bytes)] = [("scheme", scheme == .dark ? "dark" : "light")]
    let loader = try Catalog.loader(Bytes(Array(name.utf8)), "Wait", given)
    for time in [0.6, 1.3, 2.9] {
      let sheet = pixels(loader, scheme, at: time)
      #expect(sheet.pixels.allSatisfy { $0 == 0xFF00_0000 || $0 == 0xFFFF_FFFF })
      #expect(Set(sheet.pixels).count == 2, "\(time) s")
    }
  }

  @Test(arguments: Catalog.all.map { "\($0.name)" }, [true, false])
  func everyLoaderIsSeenInFourGrays(_ name: String, _ isDark: Bool) throws {
    let scheme: Scheme = isDark ? .dark : .light
    let given: [(name: Bytes, text: Bytes)] = [("scheme", scheme == .dark ? "dark" : "light")]
    let loader = try Catalog.loader(Bytes(Array(name.utf8)), "Wait", given)
    for time in [0.6, 1.3, 2.9] {
      let sheet = pixels(loader, scheme, .four, at: time)
      #expect(sheet.pixels.allSatisfy { [0xFF00_0000, 0xFF55_5555, 0xFFAA_AAAA, 0xFFFF_FFFF].contains($0) })
      #expect(Set(sheet.pixels).count >= 2, "\(time) s")
    }
  }

  /// A dithered stroke has pixels without a neighbour.
  @Test(arguments: [true, false], [Tones.two, .four]) func textsAreSolid(_ isDark: Bool, _ tones: Tones) throws {
    let scheme: Scheme = isDark ? .dark : .light
    let sheet = pixels(
      try Catalog.loader("text", "Loading", [("scheme", scheme == .dark ? "dark" : "light")]), scheme, tones, at: 1)
    let ground = sheet.pixels[0]
    var count = 0, lonely = 0
    for y in 1..<63 {
      for x in 1..<127 where sheet.pixels[y * 128 + x] != ground {
        count += 1
        let near = [(-1, 0), (1, 0), (0, -1), (0, 1)].contains { sheet.pixels[(y + $1) * 128 + x + $0] != ground }
        if !near { lonely += 1 }
      }
    }
    #expect(count > 60 && lonely * 20 < count, "\(lonely) of \(count)")
  }

  /// One text replaces another from one frame to the next: the display is not empty between them.
  @Test func crossfadeIsOneStepInBlackAndWhite() {
    var screen = Screen(background: .color(.black), scheme: .dark)
    screen.status.replace(with: "Starting services", at: .zero, fading: false)
    let before = picture(screen, .two, at: 0.9).pixels
    screen.status.replace(with: "Stopping", at: Time(seconds: 1), fading: true)
    let after = picture(screen, .two, at: 3).pixels
    #expect(before != after)
    for step in 0...60 {
      let now = picture(screen, .two, at: 1 + Double(step) / 120).pixels
      #expect(now == before || now == after, "\(step)")
    }
  }

  /// With four greys a text is at least two steps from what is below, and a faint shape one.
  @Test func faintTextsAndShapesAreMadeStronger() {
    let bounds = Rect(0, 0, 64, 32), coverage = [UInt8](repeating: 255, count: 64)
    func levels(_ shape: Shape, _ color: UInt32, over background: UInt32) -> (shape: UInt32, ground: UInt32) {
      var pixels = [UInt32](repeating: 0, count: 64 * 32)
      pixels.withUnsafeMutableBufferPointer {
        guard let start = $0.baseAddress else { return }
        Renderer(tones: .four).paintReduced(
          [DrawOp(shape, .color(Color(color)))], over: Color(background),
          of: Surface(start, width: bounds.width, height: bounds.height, stride: 64))
      }
      return ((pixels[10 * 64 + 10] & 255) / 85, (pixels[0] & 255) / 85)
    }
    let text = Shape.mask(Mask(width: 8, height: 8, coverage: coverage), x: 8, y: 8)
    let box = Shape.box(Box(minX: Fixed(8), minY: Fixed(8), maxX: Fixed(40), maxY: Fixed(16)), radius: Fixed(0))
    for (background, color, textLevel, boxLevel, ground) in [
      (0x000000, 0x666666, 2, 1, 0), (0x000000, 0xFFFFFF, 3, 3, 0), (0x000000, 0x1C1C1E, 2, 1, 0),
      (0xFFFFFF, 0x777777, 1, 1, 3), (0xFFFFFF, 0xE3DED3, 1, 2, 3), (0x3A1FD1, 0x6A5FD9, 3, 2, 1),
      (0x707070, 0x404040, 3, 1, 1), (0x707070, 0x707070, 1, 1, 1),
    ] as [(UInt32, UInt32, UInt32, UInt32, UInt32)] {
      #expect(levels(text, color, over: background) == (textLevel, ground), "text \(color) over \(background)")
      if color != 0x404040 {
        #expect(levels(box, color, over: background) == (boxLevel, ground), "box \(color) over \(background)")
      }
    }
  }

  /// The mark on the disc of `failure` differs from the disc by its contrast to it, not to the background.
  @Test(arguments: [true, false]) func markOnADiscIsSeen(_ isDark: Bool) throws {
    let scheme: Scheme = isDark ? .dark : .light
    let failure = try Catalog.loader("failure", "Failed", [("scheme", isDark ? "dark" : "light")])
    let sheet = pixels(failure, scheme, at: 1)
    let disc: UInt32 = isDark ? 0xFFFF_FFFF : 0xFF00_0000
    let rows = (0..<64).filter { y in
      let row = sheet.pixels[y * 128..<y * 128 + 128]
      guard let first = row.firstIndex(of: disc), let last = row.lastIndex(of: disc) else { return false }
      return first < y * 128 + 64 && last > y * 128 + 64 && sheet.pixels[y * 128 + 64] != disc
    }
    #expect(rows.count >= 6, "\(rows)")
  }

  /// An opaque grey track is neither as light as the bar nor lighter: the part that is reached is solid.
  @Test(arguments: [true, false], [Tones.two, .four])
  func barStandsOutFromAnOpaqueTrack(_ isDark: Bool, _ tones: Tones) throws {
    for isLoader in [false, true] { try checkTrack(isDark, tones, isLoader) }
  }

  /// A faint track is a step from the background, also where the bar is not reached.
  @Test func faintTrackIsSeenInFourGrays() {
    let theme = Theme(
      INI("[Theme]\nbar-gutter = #E3DED3\nbar-color = #1B4F8F\nbar-height = 20"), mode: .boot, Files { _ in [] })
    var screen = Screen(background: .color(Color(0xFAF8F3)), scheme: .light)
    screen.style = ScreenStyle(theme.style)
    screen.setProgress(ProgressAnimation(from: 0.5, to: 0.5, since: .zero), at: .zero, fading: false)
    let pixels = picture(screen, .four, at: 1).pixels, rest = pixels[32 * 128 + 70..<32 * 128 + 100]
    #expect(rest.allSatisfy { $0 == 0xFFAA_AAAA } && pixels[0] == 0xFFFF_FFFF)
  }

  private func checkTrack(_ isDark: Bool, _ tones: Tones, _ isLoader: Bool) throws {
    let scheme: Bytes = isDark ? "dark" : "light"
    let track: Bytes = isDark ? "#8E8E93" : "#77777C", color: Bytes = isDark ? "white" : "black"
    var text: Bytes = "[Theme]\nscheme = \(scheme)\nbar-gutter = \(track)\nbar-color = \(color)\nbar-height = 20\n"
    text += "[bar]\ngutter = \(track)\ncolor = \(color)\nwidth = 200\nheight = 20\ncorner-radius = 0\n"
    let theme = Theme(INI(text), mode: .boot, Files { _ in [] })
    #expect(theme.problems.map { $0.reason } == [])
    let ground: Scheme = isDark ? .dark : .light
    var screen = Screen(background: .color(ground.background), scheme: ground)
    screen.style = ScreenStyle(theme.style)
    if isLoader {
      screen.setLoader(try Catalog.loader("bar", "", theme.parameters(of: "bar")), at: .zero, fading: false)
    }
    screen.setProgress(ProgressAnimation(from: 0.5, to: 0.5, since: .zero), at: .zero, fading: false)
    let pixels = picture(screen, tones, at: 1).pixels
    let row = pixels[32 * 128..<33 * 128], solid: UInt32 = isDark ? 0xFFFF_FFFF : 0xFF00_0000
    let reached = row.dropFirst(18).prefix(40), rest = row.dropFirst(70).prefix(40)
    #expect(row.first == pixels[0], "the bar has another place")
    #expect(reached.allSatisfy { $0 == solid }, "the bar is not solid")
    #expect(rest.contains { $0 != solid } && rest.contains { $0 != pixels[0] }, "the track is not grey")
  }

  /// The part of a circle that is not reached is a checkerboard.
  @Test(arguments: [true, false])
  func trackOfTheRingIsSeenInBlackAndWhite(_ isDark: Bool) throws {
    let scheme = isDark ? "dark" : "light" as Bytes
    func marks(_ gutter: Bytes) throws -> Int {
      let given: [(name: Bytes, text: Bytes)] = [("progress", "0.0"), ("gutter", gutter), ("scheme", scheme)]
      let sheet = pixels(try Catalog.loader("ring", "", given), isDark ? .dark : .light, at: 1)
      return sheet.pixels.count { $0 != sheet.pixels[0] }
    }
    let track = try marks("#8E8E9340"), circle = try marks("label")
    #expect(circle > 60 && (circle * 2 / 5...circle * 3 / 5).contains(track), "\(track) of \(circle)")
  }

  /// The track of a bar is blended with the background. The part that is reached differs from both, in the same
  /// direction.
  @Test(arguments: [true, false])
  func barStandsOutFromItsTrackInFourGrays(_ isDark: Bool) throws {
    let loader = try Catalog.loader("bar", "", [("progress", "50%"), ("scheme", isDark ? "dark" : "light")])
    let row = pixels(loader, isDark ? .dark : .light, .four, at: 1).pixels[32 * 128..<33 * 128].map { Int($0 & 255) }
    let levels = [row[0], row[75], row[52]]  // the background, the track and the bar
    #expect(levels == levels.sorted { isDark ? $0 < $1 : $0 > $1 } && Set(levels).count == 3, "\(levels)")
  }

  /// Dots of one size have one shape, wherever they are.
  @Test(arguments: [1.2, 2.5, 3, 4.4, 5, 9.7]) func dotsHaveOneShape(_ size: Double) {
    var shapes: [[Bool]] = []
    for (x, y) in [(8.0, 8.0), (8.3, 8), (8.5, 8.25), (8.8, 8.6), (8.49, 8.51), (8.01, 8.99)] {
      let box = Box(minX: Fixed(x), minY: Fixed(y), maxX: Fixed(x + size), maxY: Fixed(y + size))
      let dot = DrawOp(.box(box, radius: Fixed(size / 2)), .color(.white))
      var sheet = Sheet(32, 32)
      sheet.pixels.withUnsafeMutableBufferPointer {
        guard let start = $0.baseAddress else { return }
        let surface = Surface(start, width: 32, height: 32, stride: 32)
        Renderer(tones: .two).paintReduced([dot], over: .black, of: surface)
      }
      let lit = sheet.pixels.map { $0 == 0xFFFF_FFFF }
      guard let first = lit.firstIndex(of: true) else { continue }
      shapes.append(Array(lit[(first - first % 32)...]))
      let left = (0..<32).first { column in lit.indices.contains { $0 % 32 == column && lit[$0] } } ?? 0
      shapes[shapes.count - 1] = Array(shapes[shapes.count - 1].dropFirst(left).prefix(32 * 12))
    }
    #expect(shapes.count == 6 && shapes.allSatisfy { $0 == shapes[0] })
  }

  /// The extent of a shape may exceed the largest coordinate.
  @Test func aVeryLargeShapeIsDrawn() {
    let box = Box(minX: Fixed(-.infinity), minY: Fixed(4), maxX: Fixed(.infinity), maxY: Fixed(8))
    let line = DrawOp(.box(box, radius: Fixed(0)), .color(.white))
    var sheet = Sheet(16, 16)
    sheet.pixels.withUnsafeMutableBufferPointer {
      guard let start = $0.baseAddress else { return }
      let surface = Surface(start, width: 16, height: 16, stride: 16)
      Renderer(tones: .two).paintReduced([line], over: .black, of: surface)
    }
    #expect(sheet.pixels[5 * 16..<6 * 16].allSatisfy { $0 == 0xFFFF_FFFF } && sheet.pixels[0] == 0xFF00_0000)
  }

  @Test(arguments: [(Tones.two, "bilevel"), (.four, "four-greys")])
  func screenMatchesTheReferencePicture(_ tones: Tones, _ name: String) throws {
    let loader = try Catalog.loader("ring", "")
    try Golden(name).check(pixels(loader, .dark, tones, at: 0.8, status: "Starting services"))
  }

  /// Loaders with gradients, moving light, a glow and a picture.
  @Test(arguments: ["shimmer", "skeleton", "orb", "failure", "spinner", "parallax", "bar"])
  func loaderInFourGraysMatchesTheReferencePicture(_ name: String) throws {
    let light = name == "bar" || name == "skeleton"
    let loader = try Catalog.loader(Bytes(Array(name.utf8)), "Loading", light ? [("scheme", "light")] : [])
    try Golden("four-greys-\(name)").check(pixels(loader, light ? .light : .dark, .four, at: 1.3))
  }

  /// Repainting the damage gives the same picture as painting everything.
  @Test(arguments: [Tones.two, .four], ["worm", "orb", "bar", "failure"])
  func damageIsEnough(_ tones: Tones, _ name: String) throws {
    let loader = try Catalog.loader(Bytes(Array(name.utf8)), "Text", name == "bar" ? [("gutter", "#8E8E93")] : [])
    var drawOps: [DrawOp] = [], partial = [UInt32](repeating: 0, count: 64 * 64), isFirst = true
    let renderer = Renderer(tones: tones)
    for frame in 0..<40 {
      var next: [DrawOp] = []
      loader.draw(
        Moment(Time(seconds: Double(frame) / 20), progress: frame < 20 ? nil : Double(frame - 20) / 20),
        Area(0, 0, 64, 64), Context(Typesetter(), scale: 1), &next)
      let all = Rect(0, 0, 64, 64), reduced = renderer.reduced(next, over: .black, on: all)
      let damage = isFirst ? Region(all) : Region(from: drawOps, to: reduced.drawOps)
      var whole = [UInt32](repeating: 0, count: 64 * 64)
      for (isWhole, region) in [(false, damage), (true, Region(all))] {
        func paint(_ pixels: inout [UInt32]) {
          pixels.withUnsafeMutableBufferPointer {
            guard let start = $0.baseAddress else { return }
            renderer.paint(
              reduced.drawOps, over: reduced.background, in: region,
              of: Surface(start, width: 64, height: 64, stride: 64))
          }
        }
        if isWhole { paint(&whole) } else { paint(&partial) }
      }
      #expect(partial == whole, "frame \(frame)")
      drawOps = reduced.drawOps
      isFirst = false
    }
  }
}
