import Raster
public import Scene
public import Support
import Text

/// Three dots whose colours rotate in steps, and a text (docs/loaders.md, "live").
public struct Live: Loader {
  /// The name by which the loader is chosen.
  public static var name: StaticString { "live" }
  /// One line for help texts and `ListLoaders`.
  public static var summary: StaticString { "three stepping dots and a word" }
  /// The text is optional.
  public static var drawsText: Bool { true }
  /// The parameters in docs/loaders.md, "live".
  public static var parameters: [Parameter] {
    [
      Parameter("size", .points(1...500), "10", "diameter of a dot"),
      Parameter("spacing", .points(0...500), "3", "gap between dots"),
      Parameter("colors", .colors(), "lightestRed,lightRed,red", "the dots at the start"),
      Parameter("period", .seconds(0.34...3600), "1", "between steps"),
      Parameter("text-color", .color, "red", "the text"),
    ] + Parameter.text
  }

  let text: Bytes
  let style: TextStyle
  let colors: [Color]
  let color: Color
  let size, spacing: Double
  let period: Time

  /// The dots and the text; an empty text becomes "Live Updates".
  public init(_ text: Bytes, _ given: ParameterValues) {
    self.text = text.isEmpty ? "Live Updates" : text
    style = given.textStyle(size: 17, weight: 800)
    size = given.number("size")
    spacing = given.number("spacing")
    let cycle = given.colors("colors")
    colors = (0..<3).map { cycle[$0 % cycle.count] }
    color = given.color("text-color")
    period = given.time("period")
  }

  /// The dots, with colours that move on by one dot every period, and the text.
  public func body(_ moment: Moment) -> some Layer {
    let step = Int(moment.step(every: period) % 3)
    Row(spacing: 8) {
      Row(spacing: spacing) {
        for dot in 0..<3 {
          FilledCircle().fill(colors[(dot + 3 - step) % 3]).opacity(moment.motionOpacity)
            .frame(width: size, height: size)
        }
      }
      Label(text, style).fill(color)
    }
  }
}
