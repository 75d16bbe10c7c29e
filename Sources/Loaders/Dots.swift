import Raster
public import Scene
public import Support

/// Three dots that rise one after the other, like a typing indicator (docs/loaders.md, "dots").
public struct Dots: Loader {
  /// The name by which the loader is chosen.
  public static var name: StaticString { "dots" }
  /// One line for help texts and `ListLoaders`.
  public static var summary: StaticString { "three dots, like a typing indicator" }
  /// The parameters in docs/loaders.md, "dots".
  public static var parameters: [Parameter] {
    [
      Parameter("dot-size", .points(1...500), "10", "diameter of a dot"),
      Parameter("spacing", .points(0...500), "6", "gap between dots"),
      Parameter("color", .color, "secondaryLabel", "of the dots"),
      Parameter("duration", .seconds(0.35...3600), "1.2", "one round"),
    ]
  }

  let size, spacing: Double
  let color: Color
  let duration: Time

  /// Three dots; the text is ignored.
  public init(_ text: Bytes, _ given: ParameterValues) {
    size = given.number("dot-size")
    spacing = given.number("spacing")
    color = given.color("color")
    duration = given.time("duration")
  }

  /// The dots in a row. A raised dot is 0.6 of its diameter higher and fully opaque.
  public func body(_ moment: Moment) -> some Layer {
    let phase = moment.loop(duration)
    Row(spacing: spacing) {
      for dot in 0..<3 {
        // Each dot is raised for a third of the period, and starts a sixth of the period after its left neighbour.
        let rise = (phase - Double(dot) / 6) * 3
        let lift = rise <= 0 || rise >= 1 ? 0 : Easing.easeInOut(1 - abs(2 * rise - 1))
        FilledCircle().fill(color).frame(width: size, height: size)
          .opacity((0.5 + 0.5 * lift) * moment.motionOpacity)
          .offset(y: -0.6 * size * lift)
      }
    }
    .padding(0.6 * size)
  }
}
