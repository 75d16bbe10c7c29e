public import Support
import Raster
public import Scene
import Text

/// A text that does not move.
public struct StillText: Loader {
  public static var name: StaticString { "text" }
  public static var summary: StaticString { "a still line of text" }
  public static var needsText: Bool { true }
  public static var parameters: [Parameter] {
    [Parameter("color", .color, "label", "of the text")] + Parameter.text
  }

  let text: Bytes
  let style: TextStyle
  let color: Color

  public init(_ text: Bytes, _ given: ParameterValues) {
    self.text = text
    style = given.textStyle(size: 17, weight: 500)
    color = given.color("color")
  }

  public func body(_ moment: Moment) -> some Layer { Label(text, style).fill(color) }
}
