import Images
import Loaders
import Raster
import Scene
import Support
import Testing
import Text

/// How the pictures of `parallax` move. Plain pictures replace the artwork, so that edges can be located.
@Suite struct ParallaxTests {
  private func picture(_ width: Int, _ height: Int, _ pixel: (Int) -> UInt32) -> [UInt8] {
    PNG(PNG.Frame(width: width, height: height, pixels: (0..<width * height).map(pixel)), hasAlpha: true).bytes
  }

  private func loader(city: Bytes, tree: Bytes, _ more: [(name: Bytes, text: Bytes)] = []) throws -> AnyLoader {
    let files = Files { (path) throws(ParameterError) in
      switch path {
      case "plain": picture(91, 30) { _ in 0xFFFF_0000 }
      case "striped": picture(910, 300) { $0 % 910 < 455 ? 0xFF00_0000 : 0xFFFF_0000 }
      case "tree": picture(150, 150) { (50..<100).contains($0 % 150) ? 0xFFFF_0000 : 0 }
      case "blank": picture(91, 30) { _ in 0 }
      default: picture(1, 1) { _ in 0 }
      }
    }
    let given: [(name: Bytes, text: Bytes)] = [
      ("city", city), ("tree", tree), ("walker", "clear"), ("background", "black"),
    ]
    return try #require(Catalog.entry(named: "parallax")).loader(
      "", given.filter { old in !more.contains { $0.name == old.name } } + more, files)
  }

  /// Strips of one colour cover every column at every time, also while they fade in.
  @Test(arguments: [1, 1.5]) func stripsNeverShowAGap(_ scale: Double) throws {
    let loader = try loader(city: "plain", tree: "clear", [("scale", "\(scale)")])
    for frame in 0..<480 {
      let sheet = Sheet(loader, width: 1000, height: 4, at: Double(frame) / 60), middle = sheet[0, 2]
      #expect((0..<sheet.width).allSatisfy { sheet[$0, 2] == middle }, "frame \(frame)")
      if frame >= 30 { #expect(middle == [255, 0, 0]) }
    }
  }

  /// The red left of an edge grows or shrinks in each frame by the way of the edge, which is no whole number of pixels.
  @Test func picturesMoveEvenly() throws {
    let city = try loader(city: "striped", tree: "clear"), tree = try loader(city: "blank", tree: "tree")
    for (loader, from, count, step, row) in [(city, 1.0, 45, 910.0 / 480, 10), (tree, 3.2, 60, 1150.0 / 480, 200)] {
      let sums = (0..<count).map { frame in
        let sheet = Sheet(loader, width: 1000, height: 300, at: from + Double(frame) / 60)
        return (100..<700).reduce((sum: 0.0, moment: 0.0)) { sum, x in
          let red = sheet[x, row][0] / 255
          return (sum.sum + red, sum.moment + red * Double(x))
        }
      }
      for (before, after) in zip(sums, sums.dropFirst()) {
        // The sum for the city, whose edge crosses column 700; the centre for the tree.
        let way = row == 10 ? after.sum - before.sum : after.moment / after.sum - before.moment / before.sum
        #expect(abs(abs(way) - step) < 0.02, "\(way)")
      }
    }
  }

  /// The tree comes and goes outside of the screen, and is at most twice as fast as the city.
  @Test(arguments: [128, 320, 480, 800, 836, 1280, 1920, 3840]) func treeNeverAppearsOnTheScreen(_ width: Int32) throws
  {
    let loader = try loader(city: "plain", tree: "tree")
    var last: Rect?
    for frame in 0..<2400 {
      var drawOps: [DrawOp] = []
      let moment = Moment(Time(nanoseconds: Int64(frame) * 16_666_667))
      loader.draw(moment, Area(0, 0, Double(width), 400), Context(Typesetter(), scale: 1), &drawOps)
      let tree = try #require(drawOps.first { $0.bounds.height == 150 }).bounds
      if let last, abs(last.minX - tree.minX) > 4 {
        #expect(last.maxX <= 5 && tree.minX >= width - 1, "from \(last) to \(tree)")
      }
      last = tree
    }
  }

  /// The walk rests after each pass.
  @Test func walkRestsForItsDelay() throws {
    let loader = try loader(city: "striped", tree: "tree", [("delay", "2")])
    func frame(_ time: Double) -> [UInt32] { Sheet(loader, width: 400, height: 300, at: time).pixels }
    #expect(frame(8.1) == frame(9.9) && frame(8.1) != frame(7.5))
    for time in [0.6, 3, 7.9] { #expect(frame(time) == frame(time + 10)) }
  }

  @Test func picturesFadeInByThemselves() throws {
    let loader = try loader(
      city: "clear", tree: "clear", [("fade-in", "2"), ("walker", "plain"), ("background", "white")])
    let half = Easing.easeOut(0.5)
    for (time, part) in [(0.0, 0.0), (1, half), (2, 1)] {
      let sheet = Sheet(loader, width: 400, height: 300, at: time)
      #expect(sheet[2, 2] == [255, 255, 255] && abs(sheet[200, 280][1] - 255 * (1 - part)) <= 1, "\(time) s")
    }
  }
}
