import Raster
public import Scene
public import Support

/// A bar whose fill slides to and fro, or shows the progress if one is known (docs/loaders.md, "bar").
public struct Bar: Loader {
  /// The name by which the loader is chosen.
  public static var name: StaticString { "bar" }
  /// One line for help texts and `ListLoaders`.
  public static var summary: StaticString { "a bar that slides, or fills with a progress" }
  /// True: the bar stretches to the area that it is drawn in.
  public static var fillsBox: Bool { true }
  /// True: the fill shows the progress.
  public static var showsProgress: Bool { true }
  /// The parameters in docs/loaders.md, "bar".
  public static var parameters: [Parameter] {
    [
      Parameter("width", .points(1...4000), "100", "the bar's width"),
      Parameter("height", .points(1...1000), "10", "the bar's height"),
      Parameter("color", .color, "blue", "the fill"),
      Parameter("gutter", .color, "#8E8E9380", "the track under the fill"),
      Parameter("corner-radius", .points(0...1000), "5", "of the bar and its fill, at most half the height"),
      Parameter("duration", .seconds(0.05...3600), "0.85", "one way"),
      Parameter("progress", .fraction, nil, "fill to this value instead of sliding"),
    ]
  }

  let color, gutter: Color
  let width, height, radius: Double
  let duration: Time
  let progress: Double?

  /// A bar; the text is ignored.
  public init(_ text: Bytes, _ given: ParameterValues) {
    color = given.color("color")
    gutter = given.color("gutter")
    width = given.number("width")
    height = given.number("height")
    radius = given.number("corner-radius")
    progress = given.numberIfSet("progress")
    duration = given.time("duration")
  }

  /// The gutter and, over it, the fill: sliding, or as wide as the progress.
  public func body(_ moment: Moment) -> some Layer {
    let shown = moment.shownProgress(given: progress)
    Overlay {
      Rectangle().fill(gutter)
      if shown.presence < 1 {
        let phase = Easing.cubicBezier(0.6, 0, 0.4, 1)(moment.pingPong(duration))
        Rectangle(cornerRadius: radius).fill(color)
          .offset { bar in Area(bar.x + phase * bar.width - bar.width / 4, bar.y, bar.width / 2, bar.height) }
          .opacity((1 - shown.presence) * moment.motionOpacity)
      }
      if shown.presence > 0 {
        Rectangle(cornerRadius: radius).fill(color)
          .offset { bar in Area(bar.x, bar.y, bar.width * shown.value, bar.height) }
          .opacity(shown.presence)
      }
    }
    .clip(cornerRadius: radius)
    .frame(width: width, height: height)
  }
}
