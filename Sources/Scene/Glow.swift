public import Raster

/// The colours around a disc that has two shadows: one of the disc, and below it one of the disc and the first shadow
/// together. Lengths are in radii of the disc.
public struct Glow {
  /// The colours by the square of the distance from the centre, which is 1 at `end`.
  let stops: [Gradient.Stop]
  /// The distance of the last stop: at 3.5 standard deviations the coverage is below 1/1000.
  let end: Double
  /// The distance beyond which all colours are transparent.
  public let reach: Double

  /// A shadow blurred by a Gaussian with the standard deviation `sigma`, which is the radius of a shadow in Core
  /// Graphics and half of that in CSS, and below it one with half of `sigma`. With `isWide`, a fortieth of the glow is
  /// always wider than the smooth edge of what is drawn.
  public init(_ upper: Color, over lower: Color, sigma: Double, isWide: Bool) {
    let end = 1 + 3.5 * sigma, sigma = max(1e-3, sigma), alpha = Double(upper.alpha) / 255
    func above(_ distance: Double) -> Double { alpha * BlurredDisc.coverage(at: distance, sigma: sigma) }
    // The lower shadow is cast by the disc and by the upper shadow around it, which is approximated by rings of one
    // coverage each. Rings are differences of discs, and each disc is blurred by itself.
    let edges = (0...8).map { 1 + (end - 1) * Double($0) / 8 }
    let rings = zip(edges, edges.dropFirst()).map { above(($0 + $1) / 2) }
    let discs = edges.indices.dropLast().map { index in
      (radius: edges[index], part: (index == 0 ? 1 : rings[index - 1]) - rings[index])
    }
    self.end = end
    stops = (0...Glow.steps).map { step in
      let position = Double(step) / Double(Glow.steps), distance = position * end
      if step == Glow.steps { return Gradient.Stop(1, upper.opacity(0)) }
      let top = above(distance)
      let covered = discs.reduce(0) { sum, disc in
        sum + disc.part * BlurredDisc.coverage(at: distance / disc.radius, sigma: sigma / 2 / disc.radius)
      }
      let below = Double(lower.alpha) / 255 * covered * (1 - top), sum = max(1e-9, top + below)
      func mixed(_ top: UInt8, _ bottom: UInt8, _ part: Double) -> UInt8 {
        UInt8((Double(bottom) + (Double(top) - Double(bottom)) * part).rounded())
      }
      let part = top / sum
      return Gradient.Stop(
        position * position,
        Color(
          red: mixed(upper.red, lower.red, part), green: mixed(upper.green, lower.green, part),
          blue: mixed(upper.blue, lower.blue, part), alpha: UInt8((255 * max(0, min(1, sum))).rounded())))
    }
    // One stop further, so that the smooth edge of what is drawn is transparent, too.
    let visible = (stops.lastIndex { $0.color.alpha > 0 } ?? 0) + 2
    reach = isWide ? end * min(1, Double(visible) / Double(Glow.steps)) : end
  }

  private static var steps: Int { 40 }
}
