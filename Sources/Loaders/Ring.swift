import Raster
public import Scene
public import Support

/// A circle with a rotating arc, or an arc that grows with the progress (docs/loaders.md, "ring").
public struct Ring: Loader {
  /// The name by which the loader is chosen.
  public static var name: StaticString { "ring" }
  /// One line for help texts and `ListLoaders`.
  public static var summary: StaticString { "a circle that runs, or fills with a progress" }
  /// True: the arc shows the progress.
  public static var showsProgress: Bool { true }
  /// The parameters in docs/loaders.md, "ring".
  public static var parameters: [Parameter] {
    [
      Parameter("size", .points(4...2000), "48", "diameter"),
      Parameter("line-width", .points(0.5...200), "4", "width of the line"),
      Parameter("color", .color, "blue", "the arc"),
      Parameter("gutter", .color, "#8E8E9340", "the circle under it"),
      Parameter("duration", .seconds(0.1...3600), "1.2", "once around"),
      Parameter("progress", .fraction, nil, "fill to this value instead of running"),
    ]
  }

  let size, width: Double
  let color, gutter: Color
  let duration: Time
  let progress: Double?

  /// A ring; the text is ignored.
  public init(_ text: Bytes, _ given: ParameterValues) {
    size = given.number("size")
    width = given.number("line-width")
    color = given.color("color")
    gutter = given.color("gutter")
    duration = given.time("duration")
    progress = given.numberIfSet("progress")
  }

  /// The gutter and, over it, the arc: rotating, or as long as the progress.
  public func body(_ moment: Moment) -> some Layer {
    let shown = moment.shownProgress(given: progress)
    Overlay {
      StrokedArc(from: 0, to: 1, width: width).fill(gutter)
      if shown.presence < 1 {
        // The start of the arc moves at constant speed. The arc's length grows and shrinks once in two rotations.
        let start = moment.loop(duration), length = 0.12 + 0.5 * Easing.easeInOut(moment.pingPong(duration))
        StrokedArc(from: start, to: start + length, width: width).fill(color)
          .opacity((1 - shown.presence) * moment.motionOpacity)
      }
      if shown.presence > 0 {
        StrokedArc(from: 0, to: shown.value, width: width, includesCaps: true).fill(color).opacity(shown.presence)
      }
    }
    .frame(width: size, height: size)
  }
}
