import Foundation
import Loaders
import Raster
import Scene
import Support
import Testing
import Text

/// The glow and the rings of `orb`, compared with docs/loaders.md.
@Suite struct OrbTests {
  /// A radial function by the distance from the centre, in points.
  private struct Profile {
    var values: [Double]
    subscript(_ distance: Double) -> Double {
      let index = Int(distance)
      if index + 1 >= values.count { return 0 }
      return values[index] + (values[index + 1] - values[index]) * (distance - Double(index))
    }
    /// Blurred by a Gaussian: the sum over a grid around each distance.
    func blurred(_ sigma: Double, upTo reach: Int) -> Profile {
      let step = sigma / 8
      return Profile(
        values: (0...reach).map { distance in
          var sum = 0.0, weights = 0.0
          for y in stride(from: -4 * sigma, through: 4 * sigma, by: step) {
            for x in stride(from: -4 * sigma, through: 4 * sigma, by: step) {
              let weight = exp(-(x * x + y * y) / (2 * sigma * sigma))
              sum += weight * self[hypot(Double(distance) + x, y)]
              weights += weight
            }
          }
          return sum / weights
        })
    }
  }

  /// The purple shadow is that of the ball; the blue one, below it, that of ball and purple shadow together.
  @Test(arguments: [30.0, 10]) func shadowsChain(_ glow: Double) throws {
    let given: [(name: Bytes, text: Bytes)] = [("rings", "0"), ("pulse-scale", "0"), ("glow", "\(glow)")]
    let loader = try Catalog.loader("orb", "", given)
    let radius = 70 * 0.94, disc = Profile(values: (0...200).map { max(0, min(1, radius + 0.5 - Double($0))) })
    let purple = disc.blurred(glow * 0.94, upTo: 200)
    let both = Profile(
      values: (0...200).map { disc.values[$0] + (1 - disc.values[$0]) * 0.45 * purple.values[$0] })
    let blue = both.blurred(glow / 2 * 0.94, upTo: 200)
    let sheet = Sheet(loader, width: 400, height: 400, at: 0.5)
    for distance in stride(from: 70.5, to: 180, by: 5) {
      let alpha = 0.35 * blue[distance], above = 0.45 * purple[distance], seen = sheet[Int(200 + distance - 0.5), 200]
      for (channel, colors) in zip([10, 132, 255], [191, 90, 242]).enumerated() {
        let expected = Double(colors.1) * above + Double(colors.0) * alpha * (1 - above)
        #expect(abs(seen[channel] - expected) <= 2, "\(distance) pt: \(seen[channel]), not \(expected)")
      }
    }
  }

  @Test func ringsAreHeldBeforeTheirStart() throws {
    let loader = try Catalog.loader("orb", "", [("glow", "0"), ("size", "100"), ("ring-scale", "2")])
    func rings(_ time: Double) -> [DrawOp] {
      var drawOps: [DrawOp] = []
      loader.draw(Moment(Time(seconds: time)), Area(0, 0, 400, 400), Context(Typesetter(), scale: 1), &drawOps)
      return drawOps.filter { if case .outline = $0.shape { true } else { false } }
    }
    let first = rings(0)
    #expect(first.count == 3 && first.allSatisfy { $0.opacity == 179 && $0.shape == first[0].shape }, "0.7")
    #expect(rings(1.5)[2] == first[2] && rings(1.5)[1] != first[1])
  }
}
