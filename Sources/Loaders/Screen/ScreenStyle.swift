import Raster
import Scene
import Support
import Text

/// The sizes, colours and places of a screen's parts.
///
/// It holds the values of `Theme.keys` that frames need, so that no frame looks a value up by its name. An immutable
/// class, because screens are copied often.
public final class ScreenStyle {
  /// The size and weight of a text, and its colour; nil is the scheme's colour.
  struct TextPart {
    let style: TextStyle
    let color: Color?

    fileprivate init(_ values: ParameterValues, _ size: StaticString, weight: Int, _ color: StaticString) {
      style = values.textStyle(size: values.number(size), weight: weight)
      self.color = values.colorIfSet(color)
    }
  }

  /// Where the logo or the bar stands: in the column, or at an edge of the screen.
  enum Place {
    case column, top, bottom

    fileprivate init(_ choice: Bytes?) {
      switch choice {
      case "top": self = .top
      case "bottom": self = .bottom
      default: self = .column
      }
    }
  }

  /// The width of the empty edge, in percent of the screen's shorter side.
  let margin: Double
  /// The height of the loader's middle, as a fraction of the screen's height.
  let align: Double
  /// The logo on a light background; nil uses the other one.
  let lightLogo: Artwork?
  /// In points; nil is the logo's own width.
  let logoWidth: Double?
  let logoPlace: Place
  let watermark: Artwork?
  let title, subtitle, percent, status, message: TextPart
  /// Nil is the scheme's label colour.
  let barColor: Color?
  let barGutter: Color
  /// The default of `bar-gutter`, which is seen on light and on dark.
  nonisolated(unsafe) static let standardGutter = ParameterValues(defaultsOf: Theme.keys).color("bar-gutter")
  /// In points.
  let barWidth, barHeight: Double
  let barPlace: Place
  /// Whether the progress is a number too.
  let showsPercent: Bool

  /// Takes the values of `Theme.keys`.
  public init(_ values: ParameterValues) {
    margin = values.number("margin")
    align = values.number("align")
    lightLogo = values.pictures("logo-light")?.first
    logoWidth = values.numberIfSet("logo-width")
    logoPlace = Place(values.choice("logo-place"))
    watermark = values.pictures("watermark")?.first
    title = TextPart(values, "title-size", weight: 600, "title-color")
    subtitle = TextPart(values, "subtitle-size", weight: 400, "subtitle-color")
    percent = TextPart(values, "percent-size", weight: 600, "percent-color")
    status = TextPart(values, "status-size", weight: 400, "status-color")
    message = TextPart(values, "message-size", weight: 600, "message-color")
    barColor = values.colorIfSet("bar-color") ?? values.colorIfSet("accent")
    barGutter = values.color("bar-gutter")
    barWidth = values.number("bar-width")
    barHeight = values.number("bar-height")
    barPlace = Place(values.choice("bar-place"))
    showsPercent = values.choice("percent") == "yes"
  }

  /// The style of a text.
  subscript(element: Layout.Element) -> TextPart {
    switch element {
    case .title: title
    case .subtitle: subtitle
    case .percent: percent
    case .message: message
    default: status
    }
  }
}
