import Raster
import Scene
import Support
import Text

/// The parameters of a shimmer: a row of the table of styles in docs/loaders.md, "shimmer", with the given parameters
/// in place of the row's.
struct ShimmerStyle {
  /// The names of the styles, in the order of the table.
  static var names: [StaticString] { ["gradient", "flow", "sweep", "calm", "processing"] }
  /// Names from before version 0.2, for older configurations.
  static var aliases: [Parameter.Alias] { [("grok", "flow"), ("chatgpt", "sweep")] }

  /// The stops of the gradient in fill mode, and those of two such gradients one after the other.
  let stops, doubled: [Gradient.Stop]
  /// The text's colour in highlight mode; nil selects fill mode.
  let base: Color?
  /// The stops of what the highlight adds.
  let highlight: [Gradient.Stop]
  /// The duration of a pass, and the rest after it.
  let duration, delay: Time
  let text: TextStyle
  /// True if the gradient goes on after a pass, false if it starts again.
  let goesOn: Bool

  init(_ given: ParameterValues) {
    let label = Color.secondaryLabel(given.scheme), faint = label.opacity(0.45)
    let rainbow = (["blue", "purple", "pink", "blue"] as [Bytes]).compactMap { Color(named: $0, given.scheme) }
    var colors = [label, faint, label, faint, label], base: Color?
    var seconds = (duration: 2.0, delay: 0.0), font = (size: 15.0, weight: 500)
    switch given.choice("style") {
    case "gradient": (colors, font) = (rainbow, (22, 700))
    case "flow": (colors, font) = (rainbow, (17, 600))
    case "calm": (base, seconds, font) = (label, (2, 0.5), (15, 400))
    case "processing": (base, seconds) = (label, (1.5, 0))
    default: break
    }
    colors = given.colorsIfSet("colors") ?? colors
    self.base = given.isNone("base-color") ? nil : given.colorIfSet("base-color") ?? base
    let highlight = given.color("highlight"), clear = highlight.opacity(0)
    self.highlight = Fill.stops(of: [clear, highlight, clear])
    duration = given.timeIfSet("duration") ?? Time(seconds: seconds.duration)
    delay = given.timeIfSet("delay") ?? Time(seconds: seconds.delay)
    goesOn = delay <= .zero && given.choice("seam") != "restart"
    if goesOn && colors[0] != colors[colors.count - 1] { colors.append(colors[0]) }
    stops = Fill.stops(of: colors)
    doubled = Fill.stops(of: colors + colors.dropFirst())
    text = given.textStyle(size: font.size, weight: font.weight)
  }
}
