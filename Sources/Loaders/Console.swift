public import Support
import Raster
public import Scene
import Text

/// The newest lines of a log, the last one at the bottom. Older lines are fainter.
public struct Console: Loader {
  public static var name: StaticString { "console" }
  public static var summary: StaticString {
    "the newest lines of a log; without a text the kernel's and what programs report"
  }
  public static var fillsBox: Bool { true }
  public static var standsAlone: Bool { true }
  public static var parameters: [Parameter] {
    [
      Parameter("lines", .number(1...200), "12", "how many are shown"),
      Parameter("color", .color, "label", "of the newest line"),
    ] + Parameter.text
  }

  let lines: [Bytes]
  let style: TextStyle
  let color: Color

  public init(_ text: Bytes, _ given: ParameterValues) {
    let count = Int(given.number("lines"))
    lines = Array(text.split(at: UInt8(ascii: "\n")).suffix(count))
    var style = given.textStyle(size: 12, weight: 400)
    // A wrapped line continues at the left edge.
    if style.alignment == .center { style.alignment = .leading }
    self.style = style
    color = given.color("color")
  }

  public func body(_ moment: Moment) -> some Layer {
    Column(spacing: 2, alignment: 0) {
      for (index, line) in lines.enumerated() {
        let age = Double(lines.count - 1 - index)
        Label(line, style).fill(color).opacity(max(0.3, 0.9 - 0.08 * age))
      }
    }
    .frame(width: 480, .leading)
  }
}
