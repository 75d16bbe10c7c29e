import Raster
public import Scene
public import Support
import Text

/// An error message with the failed unit, an error code, and an address for help as a QR code and as text
/// (docs/loaders.md, "failure").
public struct Failure: Loader {
  /// The name by which the loader is chosen.
  public static var name: StaticString { "failure" }
  /// One line for help texts and `ListLoaders`.
  public static var summary: StaticString { "what went wrong, and where help is" }
  /// True: the text says what went wrong.
  public static var needsText: Bool { true }
  /// True: a title would compete with the message.
  public static var standsAlone: Bool { true }
  /// The parameters in docs/loaders.md, "failure".
  public static var parameters: [Parameter] {
    [
      Parameter("unit", .text, nil, "what failed, by its name"),
      Parameter("code", .text, nil, "what to tell support"),
      Parameter("address", .text, nil, "where help is: shown as a QR code and as a line"),
      Parameter("color", .color, "red", "the sign"),
      Parameter("text-color", .color, nil, "all texts; from the scheme without it"),
      Parameter("size", .points(40...2000), "148", "the QR code with its margin"),
    ] + Parameter.text
  }

  let sentence, details, address: Bytes
  /// The code, with modules of two pixels and more, which cameras read best, or with those of its size.
  let codes: [QRCode]
  let style: TextStyle
  let color, label, secondary: Color

  /// A message with the details that `given` has; `text` is the sentence at the top.
  public init(_ text: Bytes, _ given: ParameterValues) {
    sentence = text
    // A long name leaves room for the code, which support needs.
    details = [given.text("unit").shortened(to: 64), given.text("code")].filter { !$0.isEmpty }.joined(by: "\u{A0}· ")
    address = given.text("address")
    style = given.textStyle(size: 20, weight: 600)
    color = given.color("color")
    let code = QRCode(address, size: given.number("size"))
    codes = code.map { [$0.withModules(ofAtLeast: 2), $0] } ?? []  // empty for a long address
    let text = given.colorIfSet("text-color")
    label = text ?? .label(given.scheme)
    secondary = text ?? .secondaryText(given.scheme)
  }

  /// The sign, the sentence, the details and, if there is an address, the QR code with the address below it. Where that
  /// does not fit, the code beside the sentence, or the sentence alone.
  public func body(_ moment: Moment) -> some Layer {
    // A long sentence that is shortened by its area leaves no room for the rest.
    let words = [words(lines: 12), self.words(lines: 4)]
    var layers = codes.isEmpty ? words.map { column($0, nil) } : []
    for code in codes { for words in words { layers += [column(words, code), row(code, words)] } }
    return FirstFitting(layers, reduced: words + [message(lines: 12)])
  }

  /// The code with the words beside it.
  private func row(_ code: QRCode, _ words: AnyLayer) -> AnyLayer {
    AnyLayer(
      Row(spacing: 16) {
        code
        Column(spacing: 0) {
          words
          Rectangle().fill(label).frame(width: 100, height: 0)  // the least width
        }
      })
  }

  /// The sentence with so many lines at most.
  private func message(lines: Int) -> AnyLayer { AnyLayer(Label(sentence, limited(style, lines: lines)).fill(label)) }

  /// The sentence with so many lines at most, and the details below it.
  private func words(lines: Int) -> AnyLayer {
    AnyLayer(
      Column(spacing: 8) {
        message(lines: lines)
        if !details.isEmpty { Label(details, small(size: 13, lines: 3)).fill(secondary) }
      })
  }

  /// Everything, one below the other.
  private func column(_ words: AnyLayer, _ code: QRCode?) -> AnyLayer {
    let mark = color.isLight ? Color.black : .white
    return AnyLayer(
      Column(spacing: 24) {
        Overlay {
          FilledCircle().fill(color)
          Column(spacing: 4) {
            Rectangle(cornerRadius: 2).fill(mark).frame(width: 4, height: 14)
            Rectangle(cornerRadius: 2).fill(mark).frame(width: 4, height: 4)
          }
          .frame(width: 4, height: 22)
        }
        .frame(width: 44, height: 44)
        words
        if !address.isEmpty {
          Column(spacing: 10) {
            if let code { code }
            Label(address, small(size: 11, lines: 2)).fill(secondary)
          }
        }
      })
  }

  /// The style of a line below the sentence, in its font.
  private func small(size: Double, lines: Int) -> TextStyle {
    var small = TextStyle(size: size, lineLimit: lines)
    small.font = style.font
    return small
  }

  /// The style with another line limit.
  private func limited(_ style: TextStyle, lines: Int) -> TextStyle {
    var style = style
    style.lineLimit = lines
    return style
  }
}
