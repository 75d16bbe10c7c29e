import Raster
public import Scene
public import Support

/// A trail of light through a grid of 3×3 dots (docs/loaders.md, "worm").
public struct Worm: Loader {
  /// The name by which the loader is chosen.
  public static var name: StaticString { "worm" }
  /// One line for help texts and `ListLoaders`.
  public static var summary: StaticString { "a trail of light through nine dots" }
  /// The parameters in docs/loaders.md, "worm".
  public static var parameters: [Parameter] {
    [
      Parameter("dot-size", .points(0.5...500), "5", "diameter of a dot"),
      Parameter("spacing", .points(0...500), "5", "gap between dots"),
      Parameter("dot-duration", .seconds(0.01...60), "0.16", "from one dot to the next"),
      Parameter("trail-length", .number(0.1...9), "2.8", "length of the trail in dots"),
      Parameter("pause", .seconds(0...3600), "0.4", "after the last dot"),
      Parameter("color", .color, "label", "the trail"),
      Parameter("base-color", .color, "restingDot", "the dots at rest; dotGray, at 35 % on dark"),
    ]
  }

  /// The serial numbers of the dots, row by row: the head passes the dot with the number 1 first.
  static let serials = [3, 2, 1, 9, 8, 7, 4, 5, 6]
  let size, spacing, trail: Double, step, pause: Time
  let color, base: Color

  /// A grid of dots; the text is ignored.
  public init(_ text: Bytes, _ given: ParameterValues) {
    size = given.number("dot-size")
    spacing = given.number("spacing")
    trail = given.number("trail-length")
    step = given.time("dot-duration")
    pause = given.time("pause")
    color = given.color("color")
    base = given.color("base-color")
  }

  /// Every dot at rest, and over it the trail's dot with the opacity light^1.2 and the scale 0.94 + 0.16·light.
  public func body(_ moment: Moment) -> some Layer {
    let head = moment.run(9 * step, pause: pause).map { 9 * $0 } ?? -1
    Column(spacing: spacing) {
      for row in 0..<3 {
        Row(spacing: spacing) {
          for column in 0..<3 {
            let behind = head - Double(Worm.serials[3 * row + column] - 1)
            let light = behind >= 0 && behind <= trail ? 1 - behind / trail : 0
            Overlay {
              FilledCircle().fill(base).opacity(moment.motionOpacity)
              FilledCircle().fill(color).opacity(light * fifthRoot(light)).scale(0.94 + 0.16 * light)
            }
            .frame(width: size, height: size)
          }
        }
      }
    }
  }
}
