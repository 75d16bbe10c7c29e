public import Notation
import Raster
public import Scene
import Text

/// Text with a moving gradient (loaders.md, "shimmer").
public struct Shimmer: Loader {
  public static var name: StaticString { "shimmer" }
  public static var summary: StaticString { "text with a moving gradient" }
  public static var needsText: Bool { true }
  public static var parameters: [Parameter] {
    [
      Parameter("style", .choice(["gradient", "grok", "chatgpt", "calm", "processing"]), "chatgpt", "the look"),
      Parameter("colors", .colors, nil, "evenly spaced stops that move through the text"),
      Parameter(
        "base-color", .optionalColor, nil, "the text's colour under a moving highlight; none: the stops fill it"),
      Parameter("highlight", .color, "#FFFFFF59", "what the highlight adds at its middle"),
      Parameter("duration", .seconds(0.05...3600), nil, "one pass"),
      Parameter("delay", .seconds(0...3600), nil, "rest after each pass"),
    ] + Parameter.text
  }

  let text: Bytes
  let style: TextStyle
  let colors: [Color]
  let base: Color?
  let highlight: Color
  let duration, delay: Time
  let isCalm: Bool

  public init(_ text: Bytes, _ given: Values) {
    let look = ShimmerStyle(given.choice("style") ?? "chatgpt", given.scheme)
    self.text = text
    style = given.textStyle(size: look.size, weight: look.weight)
    colors = given.colors("colors") ?? look.colors
    base = given.isNone("base-color") ? nil : given.color("base-color") ?? look.base
    highlight = given.color("highlight") ?? .white
    duration = given.time("duration") ?? Time(seconds: look.duration)
    delay = given.time("delay") ?? Time(seconds: look.delay)
    isCalm = given.isCalm
  }

  public func body(_ moment: Moment) -> some Layer {
    let label = Label(text, style)
    if isCalm {
      label.fill(base ?? colors[0])
        .opacity(1 - 0.4 * Easing.easeInOut(moment.pingPong(Time(seconds: 2))))
    } else if let base {
      let phase = moment.loop(duration, delay: delay)
      label.fill(base)
      label.fill { text in
        let band = max(0.6 * text.width, 24)
        return .strip(
          [highlight.opacity(0), highlight, highlight.opacity(0)],
          x: text.x - band + phase * (text.width + band), width: band)
      }
      .blend(.plus)
    } else {
      let phase = moment.loop(duration, delay: delay)
      label.fill { text in
        .strip(colors, x: text.x - 2 * text.width + 2 * text.width * phase, width: 3 * text.width)
      }
    }
  }
}
