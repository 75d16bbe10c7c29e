import Raster
public import Scene
public import Support

/// A glowing ball with rings that grow out of it (docs/loaders.md, "orb").
public struct Orb: Loader {
  /// The name by which the loader is chosen.
  public static var name: StaticString { "orb" }
  /// One line for help texts and `ListLoaders`.
  public static var summary: StaticString { "a glowing ball with rings that leave it" }
  /// The parameters in docs/loaders.md, "orb".
  public static var parameters: [Parameter] {
    [
      Parameter("size", .points(4...2000), "140", "diameter of the ball"),
      Parameter("colors", .colors, "blue,purple,pink", "the rings; the first two also colour the ball and its glow"),
      Parameter("ring-duration", .seconds(0.1...3600), "2.4", "from one start of a ring to its next"),
      Parameter("pulse-duration", .seconds(0.05...3600), "1.6", "the ball grows, or shrinks"),
    ]
  }

  let size: Double
  let colors: [Color]
  let ringDuration, pulseDuration: Time

  /// A ball; the text is ignored.
  public init(_ text: Bytes, _ given: ParameterValues) {
    size = given.number("size")
    colors = given.colors("colors")
    ringDuration = given.time("ring-duration")
    pulseDuration = given.time("pulse-duration")
  }

  /// The rings, which are left out with reduced motion, and over them the shadows and the ball.
  public func body(_ moment: Moment) -> some Layer {
    let first = colors[0], second = colors[min(1, colors.count - 1)]
    Overlay {
      for ring in 0..<(moment.reducesMotion ? 0 : 3) {
        let delay = ring * ringDuration / 3
        let growth = Easing.easeOut(moment.later(delay).loop(ringDuration))
        StrokedCircle(width: 2).fill { .diagonal(colors, in: $0) }
          .opacity(moment.time < delay ? 0 : 0.7 * (1 - growth)).scale(0.75 + 0.85 * growth)
      }
      Overlay {
        Shadow(blur: 30).fill(second.opacity(0.45))
        Shadow(blur: 15).fill(first.opacity(0.35))
        FilledCircle().fill { ball in
          .circles(
            [.white, first.opacity(0.9), second], center: UnitPoint(0.35, 0.30), of: ball,
            radii: 4...max(5, 0.7 * size))
        }
      }
      .scale(0.94 + 0.12 * Easing.easeInOut(moment.pingPong(pulseDuration)))
      .opacity(moment.motionOpacity)
    }
    .frame(width: size, height: size).padding(size * 0.41)
  }
}
