import Raster
public import Scene
public import Support

/// Text with a moving gradient (docs/loaders.md, "shimmer").
public struct Shimmer: Loader {
  /// The name by which the loader is chosen.
  public static var name: StaticString { "shimmer" }
  /// One line for help texts and `ListLoaders`.
  public static var summary: StaticString { "text with a moving gradient" }
  /// True: the text is the mask of the gradient.
  public static var needsText: Bool { true }
  /// The parameters in docs/loaders.md, "shimmer".
  public static var parameters: [Parameter] {
    [
      Parameter("style", .choice(ShimmerStyle.names), "sweep", "the look", aliases: ShimmerStyle.aliases),
      Parameter("colors", .colors(), nil, "evenly spaced stops that move through the text"),
      Parameter(
        "base-color", .optionalColor, nil, "the text's colour under a moving highlight; none: the stops fill it"),
      Parameter("highlight", .color, "#FFFFFF59", "what the highlight adds at its middle"),
      Parameter("duration", .seconds(0.05...3600), nil, "one pass"),
      Parameter("delay", .seconds(0...3600), nil, "rest after each pass"),
      Parameter(
        "seam", .choice(["continuous", "restart"]), "continuous", "whether the stops go on or jump after a pass"),
    ] + Parameter.text
  }

  let label: Label
  let look: ShimmerStyle

  /// A text in a style.
  public init(_ text: Bytes, _ given: ParameterValues) {
    look = ShimmerStyle(given)
    label = Label(text, look.text)
  }

  /// The text filled with the moving gradient, or in the base colour with the highlight added to it.
  public func body(_ moment: Moment) -> some Layer {
    if moment.reducesMotion {
      label.fill(look.base ?? look.stops[0].color).opacity(moment.motionOpacity)
    } else if let base = look.base {
      let phase = moment.loop(look.duration, delay: look.delay)
      label.fill(base)
      label.fill { text in
        let band = max(0.6 * text.width, 24)
        return .strip(look.highlight, x: text.x - band + phase * (text.width + band), width: band)
      }
      .blend(.plus)
    } else {
      // In widths of the text, the strip is 3 long and moves by 2 in a pass. One that goes on repeats every 3.
      let way = look.goesOn ? 3 * moment.loop(3 * look.duration / 2) : 2 * moment.loop(look.duration, delay: look.delay)
      let stops = way > 2 ? look.doubled : look.stops, length = way > 2 ? 6.0 : 3
      label.fill { .strip(stops, x: $0.x + (way + 1 - length) * $0.width, width: length * $0.width) }
    }
  }
}
