import Loaders
import Notation
import Raster
import Scene
import Testing
import Text

@Suite struct MotionTests {
  static let names = Catalog.all.map { String(describing: $0.name) }

  private func marks(_ loader: AnyLoader, at seconds: Double, _ typesetter: Typesetter) -> [Mark] {
    var marks: [Mark] = []
    loader.draw(Moment(Time(seconds: seconds)), Area(0, 0, 320, 300), Context(typesetter, scale: 1), &marks)
    return marks
  }

  /// Reduced motion only changes opacities: the shapes stay where they are.
  @Test(arguments: names) func calmLoadersStandStill(_ name: String) throws {
    let loader = try Catalog.loader(Bytes(Array(name.utf8)), "Text", [("motion", "reduced")])
    let typesetter = Typesetter()
    func shapes(_ marks: [Mark]) -> [Shape] {
      marks.flatMap { mark in if case .group(let inner) = mark.shape { shapes(inner) } else { [mark.shape] } }
    }
    let first = shapes(marks(loader, at: 0.6, typesetter))
    #expect(!first.isEmpty)
    for step in 1..<80 { #expect(shapes(marks(loader, at: 0.6 + Double(step) * 0.13, typesetter)) == first) }
  }

  /// WCAG 2.2, 2.3.1: no more than three flashes in a second, a flash being a rise and a fall of a tenth of the light.
  @Test(arguments: names, ["full", "reduced"]) func nothingFlashes(_ name: String, _ motion: String) throws {
    let loader = try Catalog.loader(Bytes(Array(name.utf8)), "Text", [("motion", Bytes(Array(motion.utf8)))])
    let typesetter = Typesetter()
    var light: [[Double]] = []  // of 16 parts of the picture, 20 times a second
    for step in 0..<60 {
      let sheet = Sheet(loader, width: 160, height: 120, at: 1 + Double(step) / 20, typesetter)
      var parts = [Double](repeating: 0, count: 16)
      for (index, pixel) in sheet.pixels.enumerated() {
        let (x, y) = (index % 160 / 40, index / 160 / 30)
        let sum = (pixel >> 16 & 255) + (pixel >> 8 & 255) + (pixel & 255)
        parts[y * 4 + x] += Double(sum) / 765 / 1200
      }
      light.append(parts)
    }
    for part in 0..<16 {
      var turns: [Int] = [], extreme = light[0][part], isRising = true
      for (step, value) in light.map({ $0[part] }).enumerated() {
        if (isRising && value > extreme) || (!isRising && value < extreme) {
          extreme = value
        } else if abs(value - extreme) >= 0.1 {
          turns.append(step)
          (extreme, isRising) = (value, !isRising)
        }
      }
      for start in 0..<40 { #expect(turns.filter { (start..<start + 20).contains($0) }.count <= 6) }
    }
  }

  /// Every loader fits every screen: what it paints in its middle stays within, and something is painted.
  @Test(
    arguments: names,
    [(240, 240), (800, 480), (480, 800), (1024, 600), (1920, 1080), (1080, 1920), (3840, 2160)] as [(Int32, Int32)])
  func everySizeIsRight(_ name: String, _ size: (width: Int32, height: Int32)) throws {
    for (isRound, scale) in [(false, 1.0), (true, 1.0)] {
      var screen = Screen(background: .color(.black), scheme: .dark)
      screen.isRound = isRound
      let loader = try Catalog.loader(Bytes(Array(name.utf8)), "A text of some length that may have to wrap")
      screen.loader.replace(with: loader, at: .zero, fading: false)
      let marks = screen.marks(
        at: Moment(Time(seconds: 1.3)), width: size.width, height: size.height, Context(Typesetter(), scale: scale))
      let painted = marks.reduce(Rect.empty) { $0.union($1.bounds) }
      #expect(!painted.isEmpty)
      if loader.fillsScreen {
        #expect(painted.intersection(Rect(0, 0, size.width, size.height)).area == Int(size.width) * Int(size.height))
        continue
      }
      #expect(painted.minX >= 0 && painted.minY >= 0 && painted.maxX <= size.width && painted.maxY <= size.height)
      // In the middle, left and right alike; a shadow or a ring that grows is the same on both sides.
      if name != "console" {  // its lines start at the left
        #expect(abs(Int(painted.minX) - Int(size.width - painted.maxX)) <= Int(size.width / 8) + 8)
      }
      if isRound {
        let radius = Double(min(size.width, size.height)) / 2
        let (dx, dy) = (Double(painted.width) / 2, Double(painted.height) / 2)
        #expect((dx * dx + dy * dy).squareRoot() <= radius * 1.35, "within the circle but for what glows")
      }
    }
  }
}
