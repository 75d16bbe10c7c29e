import Support
import Raster
import Scene
import Text

/// A row of the table of styles in loaders.md ("shimmer"), with what the parameters change of it: `flow` is called `grok`
/// there, and `sweep` `chatgpt`. The old names stay accepted.
struct ShimmerStyle {
  static var names: [StaticString] { ["gradient", "flow", "sweep", "calm", "processing"] }
  /// What they were called before.
  static var aliases: [Parameter.Alias] { [("grok", "flow"), ("chatgpt", "sweep")] }

  let colors: [Color]
  /// Nil is fill mode.
  let base: Color?
  let highlight: Color
  let duration, delay: Time
  let text: TextStyle

  init(_ given: ParameterValues) {
    let label = Color.secondaryLabel(given.scheme), faint = label.opacity(0.45)
    let rainbow = [Color(0x007AFF), Color(0xAF52DE), Color(0xFF2D55), Color(0x007AFF)]
    var colors = [label, faint, label, faint, label], base: Color?
    var seconds = (duration: 2.0, delay: 0.0), font = (size: 15.0, weight: 500)
    switch given.choice("style") {
    case "gradient": (colors, font) = (rainbow, (22, 700))
    case "flow": (colors, font) = (rainbow, (17, 600))
    case "calm": (base, seconds, font) = (label, (2, 0.5), (15, 400))
    case "processing": (base, seconds) = (label, (1.5, 0))
    default: break
    }
    self.colors = given.colorsIfSet("colors") ?? colors
    self.base = given.isNone("base-color") ? nil : given.colorIfSet("base-color") ?? base
    highlight = given.color("highlight")
    duration = given.timeIfSet("duration") ?? Time(seconds: seconds.duration)
    delay = given.timeIfSet("delay") ?? Time(seconds: seconds.delay)
    text = given.textStyle(size: font.size, weight: font.weight)
  }
}
