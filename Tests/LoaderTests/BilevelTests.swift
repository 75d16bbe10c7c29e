import Loaders
import Raster
import Scene
import Support
import Testing
import Text

/// Displays with one bit a pixel: solid texts and shapes.
@Suite struct BilevelTests {
  private func pixels(_ loader: AnyLoader?, _ scheme: Scheme, at seconds: Double, status: Bytes? = nil) -> Sheet {
    var screen = Screen(background: .color(scheme.background), scheme: scheme)
    screen.loader.replace(with: loader, at: .zero, fading: false)
    screen.status.replace(with: status, at: .zero, fading: false)
    if status != nil {
      screen.progress = ProgressAnimation(from: 0.4, to: 0.4, since: .zero)
      screen.message.replace(with: "Do not turn off", at: .zero, fading: false)
    }
    var sheet = Sheet(128, 64)
    let drawOps = screen.drawOps(
      at: Moment(Time(seconds: seconds)), width: 128, height: 64, Context(Typesetter(), scale: 0.5))
    sheet.pixels.withUnsafeMutableBufferPointer {
      guard let start = $0.baseAddress else { return }
      let surface = Surface(start, width: 128, height: 64, stride: 128)
      Renderer(isBilevel: true).paint(
        drawOps, over: screen.background.color, in: Region(Rect(0, 0, 128, 64)), of: surface)
    }
    return sheet
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

  /// A dithered stroke has pixels without a neighbour.
  @Test(arguments: [true, false]) func textsAreSolid(_ isDark: Bool) throws {
    let scheme: Scheme = isDark ? .dark : .light
    let sheet = pixels(
      try Catalog.loader("text", "Loading", [("scheme", scheme == .dark ? "dark" : "light")]), scheme, at: 1)
    let ink: UInt32 = scheme == .dark ? 0xFFFF_FFFF : 0xFF00_0000
    var count = 0, lonely = 0
    for y in 1..<63 {
      for x in 1..<127 where sheet.pixels[y * 128 + x] == ink {
        count += 1
        let near = [(-1, 0), (1, 0), (0, -1), (0, 1)].contains { sheet.pixels[(y + $1) * 128 + x + $0] == ink }
        if !near { lonely += 1 }
      }
    }
    #expect(count > 60 && lonely * 20 < count, "\(lonely) of \(count)")
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

  @Test func screenMatchesTheReferencePicture() throws {
    try Golden("bilevel").check(
      pixels(try Catalog.loader("ring", ""), .dark, at: 0.8, status: "Starting services"))
  }

  /// Repainting the damage gives the same picture as painting everything.
  @Test func damageIsEnough() throws {
    let loader = try Catalog.loader("worm", "")
    var drawOps: [DrawOp] = [], partial = [UInt32](repeating: 0, count: 64 * 64), isFirst = true
    let renderer = Renderer(isBilevel: true)
    for frame in 0..<40 {
      var next: [DrawOp] = []
      loader.draw(
        Moment(Time(seconds: Double(frame) / 20)), Area(0, 0, 64, 64), Context(Typesetter(), scale: 1), &next)
      let all = Region(Rect(0, 0, 64, 64)), damage = isFirst ? all : Region(from: drawOps, to: next)
      var whole = [UInt32](repeating: 0, count: 64 * 64)
      for (isWhole, region) in [(false, damage), (true, all)] {
        func paint(_ pixels: inout [UInt32]) {
          pixels.withUnsafeMutableBufferPointer {
            guard let start = $0.baseAddress else { return }
            renderer.paint(next, over: .black, in: region, of: Surface(start, width: 64, height: 64, stride: 64))
          }
        }
        if isWhole { paint(&whole) } else { paint(&partial) }
      }
      #expect(partial == whole, "frame \(frame)")
      drawOps = next
      isFirst = false
    }
  }
}
