import Raster
public import Scene
public import Support

/// Dots on a circle that fade one after the other, clockwise (docs/loaders.md, "spinner").
public struct Spinner: Loader {
  /// The name by which the loader is chosen.
  public static var name: StaticString { "spinner" }
  /// One line for help texts and `ListLoaders`.
  public static var summary: StaticString { "dots on a circle that fade one after the other" }
  /// The parameters in docs/loaders.md, "spinner".
  public static var parameters: [Parameter] {
    [
      Parameter("size", .points(4...2000), "40", "diameter"),
      Parameter("dots", .count(3...60), "8", "number of dots"),
      Parameter("color", .color, "label", "of the dots"),
      Parameter("duration", .seconds(0.35...3600), "1", "once around"),
    ]
  }

  let size: Double
  let dots: Int
  let color: Color
  let duration: Time

  /// A circle of dots; the text is ignored.
  public init(_ text: Bytes, _ given: ParameterValues) {
    size = given.number("size")
    dots = Int(given.number("dots"))
    color = given.color("color")
    duration = given.time("duration")
  }

  /// The dots, with the opacity 0.15 + 0.85·(1 − age)², where `age` is in rounds since the head passed.
  public func body(_ moment: Moment) -> some Layer {
    let head = moment.loop(duration)
    let dot = min(size * 0.22, size * 1.8 / Double(dots)), radius = (size - dot) / 2
    Overlay {
      for index in 0..<dots {
        let angle = Angle(Double(index) / Double(dots))
        let age = head - angle.value - (head - angle.value).rounded(.down)
        FilledCircle().fill(color).frame(width: dot, height: dot)
          .opacity((0.15 + 0.85 * (1 - age) * (1 - age)) * moment.motionOpacity)
          .offset(x: radius * angle.sine, y: -radius * angle.cosine)
      }
    }
    .frame(width: size, height: size)
  }
}
