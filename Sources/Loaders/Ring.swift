public import Notation
import Raster
public import Scene

/// A circle that runs, or fills with a progress.
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
      Parameter("progress", .fraction, nil, "0.42 or 42%: fills instead of running"),
    ]
  }

  let size, width: Double
  let color, gutter: Color
  let duration: Time
  let progress: Double?

  public init(_ text: Bytes, _ given: Values) {
    (size, width) = (given.number("size"), given.number("line-width"))
    (color, gutter) = (given.color("color"), given.color("gutter"))
    (duration, progress) = (given.time("duration"), given.numberIfSet("progress"))
  }

  public func body(_ moment: Moment) -> some Layer {
    let progress = moment.progress ?? progress
    // The head runs evenly; the tail catches up and falls back once in two rounds.
    let turn = progress != nil ? 0 : moment.loop(duration)
    let breadth = progress != nil ? 0 : 0.12 + 0.5 * Easing.easeInOut(moment.pingPong(duration))
    Overlay {
      Sweep(from: 0, to: 1, width: width).fill(gutter)
      Sweep(from: progress == nil ? turn : 0, to: progress ?? turn + breadth, width: width).fill(color)
        .opacity(progress == nil ? moment.glow : 1)
    }
    .frame(width: size, height: size)
  }
}
