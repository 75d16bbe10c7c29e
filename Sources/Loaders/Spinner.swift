public import Support
import Raster
public import Scene

/// Dots on a circle that fade one after the other, clockwise.
public struct Spinner: Loader {
  public static var name: StaticString { "spinner" }
  public static var summary: StaticString { "dots on a circle that fade one after the other" }
  public static var parameters: [Parameter] {
    [
      Parameter("size", .points(4...2000), "40", "diameter"),
      Parameter("dots", .number(3...60), "8", "how many"),
      Parameter("color", .color, "label", "of the dots"),
      Parameter("duration", .seconds(0.35...3600), "1", "once around"),
    ]
  }

  let size: Double
  let dots: Int
  let color: Color
  let duration: Time

  public init(_ text: Bytes, _ given: ParameterValues) {
    size = given.number("size")
    dots = Int(given.number("dots"))
    color = given.color("color")
    duration = given.time("duration")
  }

  public func body(_ moment: Moment) -> some Layer {
    let head = moment.loop(duration)
    let dot = min(size * 0.22, size * 1.8 / Double(dots)), reach = (size - dot) / 2
    Overlay {
      for index in 0..<dots {
        let place = Angle(Double(index) / Double(dots))
        let age = head - place.value - (head - place.value).rounded(.down)
        FilledCircle().fill(color).frame(width: dot, height: dot)
          .opacity((0.15 + 0.85 * (1 - age) * (1 - age)) * moment.motionOpacity)
          .offset(x: reach * place.sine, y: -reach * place.cosine)
      }
    }
    .frame(width: size, height: size)
  }
}
