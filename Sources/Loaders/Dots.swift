public import Notation
import Raster
public import Scene

/// Three dots that rise one after the other, as when somebody types.
public struct Dots: Loader {
  public static var name: StaticString { "dots" }
  public static var summary: StaticString { "three dots, as when somebody types" }
  public static var parameters: [Parameter] {
    [
      Parameter("dot-size", .points(1...500), "10", "a dot's diameter"),
      Parameter("spacing", .points(0...500), "6", "between dots"),
      Parameter("color", .color, "secondaryLabel", "of the dots"),
      Parameter("duration", .seconds(0.35...3600), "1.2", "one round"),
    ]
  }

  let size, spacing: Double
  let color: Color
  let duration: Time

  public init(_ text: Bytes, _ given: Values) {
    (size, spacing) = (given.number("dot-size"), given.number("spacing"))
    (color, duration) = (given.color("color"), given.time("duration"))
  }

  public func body(_ moment: Moment) -> some Layer {
    let phase = moment.loop(duration)
    Row(spacing: spacing) {
      for dot in 0..<3 {
        // Each is up for a third of the round, a sixth after its neighbour.
        let place = (phase - Double(dot) / 6) * 3
        let lift = place <= 0 || place >= 1 ? 0 : Easing.easeInOut(1 - abs(2 * place - 1))
        Disc().fill(color).frame(width: size, height: size)
          .opacity((0.5 + 0.5 * lift) * moment.glow)
          .offset(y: -0.6 * size * lift)
      }
    }
    .padding(0.6 * size)
  }
}
