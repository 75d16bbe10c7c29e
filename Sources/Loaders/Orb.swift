public import Support
import Raster
public import Scene

/// A glowing ball with rings that grow out of it (docs/loaders.md, "orb").
public struct Orb: Loader {
  public static var name: StaticString { "orb" }
  public static var summary: StaticString { "a glowing ball with rings that leave it" }
  public static var parameters: [Parameter] {
    [
      Parameter("size", .points(4...2000), "140", "the ball's diameter"),
      Parameter("colors", .colors, "blue,purple,pink", "of the rings; the first two of the ball and its glow"),
      Parameter("ring-duration", .seconds(0.1...3600), "2.4", "from one start of a ring to its next"),
      Parameter("pulse-duration", .seconds(0.05...3600), "1.6", "the ball's growing, and its shrinking"),
    ]
  }

  let size: Double
  let colors: [Color]
  let ringDuration, pulseDuration: Time

  public init(_ text: Bytes, _ given: ParameterValues) {
    size = given.number("size")
    colors = given.colors("colors")
    ringDuration = given.time("ring-duration")
    pulseDuration = given.time("pulse-duration")
  }

  public func body(_ moment: Moment) -> some Layer {
    let blue = colors[0], purple = colors[min(1, colors.count - 1)]
    Overlay {
      for ring in 0..<(moment.reducesMotion ? 0 : 3) {
        let lag = ring * ringDuration / 3
        let grown = Easing.easeOut(moment.later(lag).loop(ringDuration))
        StrokedCircle(width: 2).fill { .diagonal(colors, in: $0) }
          .opacity(moment.time < lag ? 0 : 0.7 * (1 - grown)).scale(0.75 + 0.85 * grown)
      }
      Overlay {
        Shadow(blur: 30).fill(purple.opacity(0.45))
        Shadow(blur: 15).fill(blue.opacity(0.35))
        FilledCircle().fill { ball in
          .circles(
            [.white, blue.opacity(0.9), purple], center: UnitPoint(0.35, 0.30), of: ball, radii: 4...max(5, 0.7 * size))
        }
      }
      .scale(0.94 + 0.12 * Easing.easeInOut(moment.pingPong(pulseDuration)))
      .opacity(moment.motionOpacity)
    }
    .frame(width: size, height: size).padding(size * 0.41)
  }
}
