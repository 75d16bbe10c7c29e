import Loaders
import Raster
import Scene
import Support
import Testing
import Text

/// Motion of the loaders, and their size on every screen.
@Suite struct MotionTests {
  static let names = Catalog.all.map { String(describing: $0.name) }

  private func drawOps(_ loader: AnyLoader, at seconds: Double, _ typesetter: Typesetter) -> [DrawOp] {
    var drawOps: [DrawOp] = []
    loader.draw(Moment(Time(seconds: seconds)), Area(0, 0, 320, 300), Context(typesetter, scale: 1), &drawOps)
    return drawOps
  }

  /// With `motion=reduced` only opacities change; all shapes stay in place.
  @Test(arguments: names) func reducedMotionKeepsShapesInPlace(_ name: String) throws {
    let loader = try Catalog.loader(Bytes(Array(name.utf8)), "Text", [("motion", "reduced")])
    let typesetter = Typesetter()
    func shapes(_ drawOps: [DrawOp]) -> [Shape] {
      drawOps.flatMap { op in if case .group(let inner) = op.shape { shapes(inner) } else { [op.shape] } }
    }
    let first = shapes(drawOps(loader, at: 0.6, typesetter))
    #expect(!first.isEmpty)
    for step in 1..<80 { #expect(shapes(drawOps(loader, at: 0.6 + Double(step) * 0.13, typesetter)) == first) }
  }

  /// WCAG 2.2, 2.3.1: at most three flashes per second. A flash is a rise and a fall of 10 % of the luminance.
  @Test(arguments: names, ["full", "reduced"]) func loadersFlashAtMostThreeTimesPerSecond(
    _ name: String, _ motion: String
  ) throws {
    let loader = try Catalog.loader(Bytes(Array(name.utf8)), "Text", [("motion", Bytes(Array(motion.utf8)))])
    let typesetter = Typesetter()
    var light: [[Double]] = []  // of 16 parts of the picture, 20 samples per second
    for step in 0..<60 {
      let sheet = Sheet(loader, width: 160, height: 120, at: 1 + Double(step) / 20, typesetter)
      var parts = [Double](repeating: 0, count: 16)
      for (index, pixel) in sheet.pixels.enumerated() {
        let x = index % 160 / 40
        let y = index / 160 / 30
        let sum = (pixel >> 16 & 255) + (pixel >> 8 & 255) + (pixel & 255)
        parts[y * 4 + x] += Double(sum) / 765 / 1200
      }
      light.append(parts)
    }
    for part in 0..<16 {
      var reversals: [Int] = [], extreme = light[0][part], isRising = true
      for (step, value) in light.map({ $0[part] }).enumerated() {
        if (isRising && value > extreme) || (!isRising && value < extreme) {
          extreme = value
        } else if abs(value - extreme) >= 0.1 {
          reversals.append(step)
          extreme = value
          isRising.toggle()
        }
      }
      for start in 0..<40 { #expect(reversals.filter { (start..<start + 20).contains($0) }.count <= 6) }
    }
  }

  /// Every loader draws something on every screen size, and stays within the screen (within the circle if it is round).
  @Test(
    arguments: names,
    [(240, 240), (800, 480), (480, 800), (1024, 600), (1920, 1080), (1080, 1920), (3840, 2160)] as [(Int32, Int32)])
  func loadersFitEveryScreenSize(_ name: String, _ size: (width: Int32, height: Int32)) throws {
    for (isRound, scale) in [(false, 1.0), (true, 1.0)] {
      var screen = Screen(background: .color(.black), scheme: .dark)
      screen.isRound = isRound
      let loader = try Catalog.loader(Bytes(Array(name.utf8)), "A text of some length that may have to wrap")
      screen.loader.replace(with: loader, at: .zero, fading: false)
      let drawOps = screen.drawOps(
        at: Moment(Time(seconds: 1.3)), width: size.width, height: size.height, Context(Typesetter(), scale: scale))
      let painted = drawOps.reduce(Rect.empty) { $0.union($1.bounds) }
      #expect(!painted.isEmpty)
      if loader.fillsScreen {
        #expect(painted.intersection(Rect(0, 0, size.width, size.height)).area == Int(size.width) * Int(size.height))
        continue
      }
      // A glow may reach beyond the loader's box.
      let solid = drawOps.reduce(Rect.empty) { all, op in
        if case .gradient(let gradient) = op.paint, case .squares = gradient.axis { return all }
        return all.union(op.bounds)
      }
      #expect(solid.minX >= 0 && solid.minY >= 0 && solid.maxX <= size.width && solid.maxY <= size.height)
      // Horizontally centred. Shadows and growing rings are symmetric.
      if name != "console" {  // left-aligned
        #expect(abs(Int(painted.minX) - Int(size.width - painted.maxX)) <= Int(size.width / 8) + 8)
      }
      if isRound {
        let radius = Double(min(size.width, size.height)) / 2
        let dx = Double(solid.width) / 2
        let dy = Double(solid.height) / 2
        #expect((dx * dx + dy * dy).squareRoot() <= radius * 1.35, "within the circle")
      }
    }
  }
}
