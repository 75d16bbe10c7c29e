public import Support
import Raster
public import Scene

/// A circle with a rotating arc, or an arc that grows with the progress.
public struct Ring: Loader {
  public static var name: StaticString { "ring" }
  public static var summary: StaticString { "a circle that runs, or fills with a progress" }
  public static var showsProgress: Bool { true }
  public static var parameters: [Parameter] {
    [
      Parameter("size", .points(4...2000), "48", "diameter"),
      Parameter("line-width", .points(0.5...200), "4", "of the circle"),
      Parameter("color", .color, "blue", "of what runs or fills"),
      Parameter("gutter", .color, "#8E8E9340", "of the circle behind it"),
      Parameter("duration", .seconds(0.1...3600), "1.2", "once around"),
      Parameter("progress", .fraction, nil, "how far it is: fills instead of running"),
    ]
  }

  let size, width: Double
  let color, gutter: Color
  let duration: Time
  let progress: Double?

  public init(_ text: Bytes, _ given: ParameterValues) {
    size = given.number("size")
    width = given.number("line-width")
    color = given.color("color")
    gutter = given.color("gutter")
    duration = given.time("duration")
    progress = given.numberIfSet("progress")
  }

  public func body(_ moment: Moment) -> some Layer {
    let progress = moment.progress ?? progress
    // The start of the arc moves at constant speed. The arc's length grows and shrinks once in two rotations.
    let start = progress != nil ? 0 : moment.loop(duration)
    let length = progress != nil ? 0 : 0.12 + 0.5 * Easing.easeInOut(moment.pingPong(duration))
    Overlay {
      StrokedArc(from: 0, to: 1, width: width).fill(gutter)
      StrokedArc(from: progress == nil ? start : 0, to: progress ?? start + length, width: width).fill(color)
        .opacity(progress == nil ? moment.motionOpacity : 1)
    }
    .frame(width: size, height: size)
  }
}
