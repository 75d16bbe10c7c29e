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
      Parameter("colors", .colors(), "blue,purple,pink", "the rings; the first two also colour the ball and its glow"),
      Parameter("stroke", .points(0.5...200), "2", "width of a ring's line"),
      Parameter("rings", .count(0...12), "3", "number of rings"),
      Parameter("ring-scale", .number(0...4), "0.85", "how much a ring grows, from 0.75 times the size"),
      Parameter("pulse-scale", .number(0...1), "0.12", "how much the ball grows, from 0.94 times the size"),
      Parameter("glow", .points(0...500), "30", "standard deviation of the outer shadow; the inner one has half of it"),
      Parameter("ring-duration", .seconds(0.1...3600), "2.4", "from one start of a ring to its next"),
      Parameter("pulse-duration", .seconds(0.05...3600), "1.6", "the ball grows, or shrinks"),
    ]
  }

  let size, stroke, ringScale, pulseScale: Double
  let rings: Int
  let glow: Glow?
  let colors: [Color]
  let ringDuration, pulseDuration: Time

  /// A ball; the text is ignored.
  public init(_ text: Bytes, _ given: ParameterValues) {
    size = given.number("size")
    stroke = given.number("stroke")
    rings = Int(given.number("rings"))
    ringScale = given.number("ring-scale")
    pulseScale = given.number("pulse-scale")
    colors = given.colors("colors")
    let width = given.number("glow"), sigma = width / (size / 2), second = colors[min(1, colors.count - 1)]
    glow =
      sigma > 0
      ? Glow(second.opacity(0.45), over: colors[0].opacity(0.35), sigma: sigma, isWide: width >= 20) : nil
    ringDuration = given.time("ring-duration")
    pulseDuration = given.time("pulse-duration")
  }

  /// The rings, which are left out with reduced motion, and over them the glow and the ball.
  public func body(_ moment: Moment) -> some Layer {
    let first = colors[0], second = colors[min(1, colors.count - 1)]
    Overlay {
      for ring in 0..<(moment.reducesMotion ? 0 : rings) {
        let delay = ring * ringDuration / rings
        let growth = moment.time < delay ? 0 : Easing.easeOut(moment.later(delay).loop(ringDuration))
        StrokedCircle(width: stroke).fill { .diagonal(colors, in: $0) }
          .opacity(0.7 * (1 - growth)).scale(0.75 + ringScale * growth)
      }
      Overlay {
        if let glow { FilledCircle().fill { .glow(glow, in: $0) }.scale(glow.reach) }
        FilledCircle().fill { ball in
          .circles(
            [.white, first.opacity(0.9), second], center: UnitPoint(0.35, 0.30), of: ball,
            radii: 4...max(5, 0.7 * size))
        }
      }
      .scale(0.94 + pulseScale * Easing.easeInOut(moment.pingPong(pulseDuration)))
      .opacity(moment.motionOpacity)
    }
    .frame(width: size, height: size).padding(size * 0.41)
  }
}
