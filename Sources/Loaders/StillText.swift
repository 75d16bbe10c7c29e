import Raster
public import Scene
public import Support
import Text

/// A text that does not move (docs/loaders.md, "text").
public struct StillText: Loader {
  /// The name by which the loader is chosen.
  public static var name: StaticString { "text" }
  /// One line for help texts and `ListLoaders`.
  public static var summary: StaticString { "a still line of text" }
  /// True: there is nothing else to draw.
  public static var needsText: Bool { true }
  /// The parameters in docs/loaders.md, "text".
  public static var parameters: [Parameter] {
    [Parameter("color", .color, "label", "the text")] + Parameter.text
  }

  let text: Bytes
  let style: TextStyle
  let color: Color

  /// A text.
  public init(_ text: Bytes, _ given: ParameterValues) {
    self.text = text
    style = given.textStyle(size: 17, weight: 500)
    color = given.color("color")
  }

  /// The text in its colour.
  public func body(_ moment: Moment) -> some Layer { Label(text, style).fill(color) }
}
