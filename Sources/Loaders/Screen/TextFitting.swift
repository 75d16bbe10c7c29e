import Scene
import Support
import Text

extension LayoutSearch {
  /// The largest size of a text, as a fraction of the safe area's height, which has room for a line of it then.
  static var largestTextShare: Double { 0.7 }

  /// The factors for the sizes of texts and gaps, from the first level on.
  private static var textScales: [Double] { [1, 0.85, 0.7] }
  /// The factor for the sizes of texts and gaps at the current level.
  var textScale: Double { LayoutSearch.textScales[min(level, 2)] }

  /// How the text of an element is set at the current level.
  func fitted(_ element: Layout.Element) -> TextPlacement {
    var style = arguments.contents.style[element].style
    let least = context.leastTextSize / context.scale
    let wanted = min(style.size, LayoutSearch.largestTextShare * safeArea.height)
    let text = arguments.contents.texts[element]
    let most = text.isEmpty ? .infinity : largestSize(of: element)
    func size(_ scale: Double) -> Double { min(most, max(least, wanted * scale)) }
    style.size = size(textScale)
    let oneLineLevel = LayoutSearch.oneLineLevel - (element == .subtitle ? 1 : 0)
    style.lineLimit = level < oneLineLevel || element == .message && !isOmitted(.bar) ? 2 : 1
    // A text that is a little too long for one line is made smaller, and so is one that is not whole.
    if text.isEmpty { return TextPlacement(style: style, width: textWidth, isOneLine: false) }
    func width() -> Double { Label(text, style).size(offered: .unlimited, context).width }
    var natural = width()
    if natural > textWidth, natural * 0.75 < textWidth {
      style.size = max(least, style.size * textWidth / natural * 0.999)
      natural = width()
    } else if natural > textWidth {
      let length = natural / style.size
      for scale in LayoutSearch.textScales where scale <= textScale {
        style.size = size(scale)
        let mayFit = length * style.size < textWidth * Double(style.lineLimit)
        if mayFit, Label(text, style).isWhole(offered: Size(textWidth, .infinity), context) { break }
      }
    }
    let isOneLine = natural <= textWidth && !text.utf8.contains(UInt8(ascii: "\n"))
    return TextPlacement(style: style, width: textWidth, isOneLine: isOneLine)
  }

  /// The largest size of the text of an element in points: a subtitle does not become larger than a title that is made
  /// smaller, and a wait hint not larger than the status line.
  private func largestSize(of element: Layout.Element) -> Double {
    let upper: Layout.Element
    switch element {
    case .subtitle: upper = .title
    case .hint: upper = .status
    default: return .infinity
    }
    if arguments.contents.style[element].style.size > arguments.contents.style[upper].style.size { return .infinity }
    return fitted(upper).style.size
  }
}
