import Loaders
import Raster
import Scene
import Support

/// A pulsing dot.
struct Pulse: Loader {
  static var name: StaticString { "pulse" }
  static var summary: StaticString { "a pulsing dot" }
  static var parameters: [Parameter] { [Parameter("color", .color, "blue", "the dot's colour")] }

  let color: Color

  init(_ text: Bytes, _ given: ParameterValues) { color = given.color("color") }

  func body(_ moment: Moment) -> some Layer {
    FilledCircle().fill(color)
      .frame(width: 40, height: 40)
      .scale(0.8 + 0.2 * Easing.easeInOut(moment.pingPong(Time(seconds: 0.8))))
  }
}
