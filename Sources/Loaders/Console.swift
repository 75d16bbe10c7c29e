import Raster
public import Scene
public import Support
import Text

/// The newest lines of a log, the last one at the bottom; older lines are fainter (docs/loaders.md, "console").
public struct Console: Loader {
  /// The name by which the loader is chosen.
  public static var name: StaticString { "console" }
  /// One line for help texts and `ListLoaders`.
  public static var summary: StaticString {
    "the newest lines of a log; without a text, the kernel's messages and the lines that programs send"
  }
  /// The text is optional.
  public static var drawsText: Bool { true }
  /// True: the lines start at the left edge of the area.
  public static var fillsBox: Bool { true }
  /// True: a log leaves no room for a title.
  public static var standsAlone: Bool { true }
  /// The parameters in docs/loaders.md, "console".
  public static var parameters: [Parameter] {
    [
      Parameter("lines", .count(1...200), "12", "how many lines are shown"),
      Parameter("color", .color, "label", "the newest line"),
    ] + Parameter.text
  }

  let lines: [Bytes]
  let style: TextStyle
  let color: Color

  /// The last lines of `text`, which are separated by line feeds.
  public init(_ text: Bytes, _ given: ParameterValues) {
    let count = Int(given.number("lines"))
    lines = Array(text.split(at: UInt8(ascii: "\n")).suffix(count))
    var style = given.textStyle(size: 12, weight: 400)
    // A wrapped line continues at the left edge.
    if style.alignment == .center { style.alignment = .leading }
    style.isMonospaced = style.font == nil
    self.style = style
    color = given.color("color")
  }

  /// The lines, with an opacity that falls by 0.08 per line from 0.9 to 0.3.
  public func body(_ moment: Moment) -> some Layer {
    LastFitting(spacing: 2, isTrailing: style.alignment == .trailing) {
      for (index, line) in lines.enumerated() {
        let age = Double(lines.count - 1 - index)
        Label(line, style).fill(color).opacity(max(0.3, 0.9 - 0.08 * age))
      }
    }
  }
}
