public import Support
import Raster
public import Scene

/// A bar with a pill that slides to and fro, or a progress bar if a progress is known (docs/loaders.md, "bar").
public struct Bar: Loader {
  public static var name: StaticString { "bar" }
  public static var summary: StaticString { "a bar that slides, or fills with a progress" }
  public static var fillsBox: Bool { true }
  public static var showsProgress: Bool { true }
  public static var parameters: [Parameter] {
    [
      Parameter("color", .color, "blue", "the fill"),
      Parameter("gutter", .color, "#8E8E9380", "what the fill moves on"),
      Parameter("corner-radius", .points(0...1000), "5", "of the bar and its fill, at most half the height"),
      Parameter("duration", .seconds(0.05...3600), "0.85", "one way"),
      Parameter("progress", .fraction, nil, "how far it is: fills instead of sliding"),
    ]
  }

  let color, gutter: Color
  let radius: Double
  let duration: Time
  let progress: Double?

  public init(_ text: Bytes, _ given: ParameterValues) {
    color = given.color("color")
    gutter = given.color("gutter")
    radius = given.number("corner-radius")
    progress = given.numberIfSet("progress")
    duration = given.time("duration")
  }

  public func body(_ moment: Moment) -> some Layer {
    let progress = moment.progress ?? progress
    let phase = progress != nil ? 0.5 : Easing.cubicBezier(0.6, 0, 0.4, 1)(moment.pingPong(duration))
    Overlay {
      Rectangle().fill(gutter)
      Rectangle(cornerRadius: radius).fill(color)
        .offset { bar in
          progress.map { Area(bar.x, bar.y, bar.width * $0, bar.height) }
            ?? Area(bar.x + phase * bar.width - bar.width / 4, bar.y, bar.width / 2, bar.height)
        }
        .opacity(progress == nil ? moment.motionOpacity : 1)
    }
    .clip(cornerRadius: radius)
    .frame(width: 100, height: 10)
  }
}
