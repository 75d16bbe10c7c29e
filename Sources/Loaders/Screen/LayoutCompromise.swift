import Scene
import Support
import Text

/// What a layout does with an element that does not fit at its place.
public enum LayoutCompromise: Equatable {
  /// There is no room for it.
  case leftOut
  /// Its texts end with an ellipsis.
  case shortened
  /// It is drawn in this percentage of its size, 1…99.
  case smaller(Int)
  /// Its edge of the display is taken by another element.
  case displaced(by: Layout.Element)
}

extension Layout {
  /// All compromises, in the order of elements. A bar that is narrower than its width is none.
  public var compromises: [(element: Element, compromise: LayoutCompromise)] {
    var found: [(element: Element, compromise: LayoutCompromise)] = []
    for element in Element.allCases {
      guard let box = self[element] else {
        if isLeftOut(element) { found.append((element, .leftOut)) }
        continue
      }
      if isShortened(element) { found.append((element, .shortened)) }
      let percent = Int((factor(of: element, box) * 100).rounded())
      if percent < 100 { found.append((element, .smaller(max(1, percent)))) }
      if let other = elementAtEdge(of: element, box) { found.append((element, .displaced(by: other))) }
    }
    return found
  }

  private func isShortened(_ element: Element) -> Bool {
    if element == .loader { return places.isLoaderShortened }
    let text = arguments.contents.texts[element]
    if text.isEmpty { return false }
    var style = style(of: element)
    let offered = Size(arguments.textWidth, .infinity),
      height = Label(text, style).size(offered: offered, context).height
    style.lineLimit = .max
    return Label(text, style).size(offered: offered, context).height > height + 1e-6
  }

  /// The size in which an element is drawn, as a factor of its own.
  private func factor(of element: Element, _ box: Area) -> Double {
    if element == .loader { return places.loaderFactor }
    if let natural = arguments.contents.pictures[element] {
      let width = element == .logo ? arguments.contents.style.logoWidth ?? natural.width : natural.width
      return box.width / max(1, width)
    }
    if arguments.contents.texts[element].isEmpty { return 1 }
    let least = context.leastTextSize / context.scale
    return max(least, style(of: element).size) / max(least, arguments.contents.style[element].style.size)
  }

  /// What stands at the edge of the display that the theme gives an element; nil if the element itself does.
  private func elementAtEdge(of element: Element, _ box: Area) -> Element? {
    let place: ScreenStyle.Place =
      switch element {
      case .bar: arguments.contents.style.barPlace
      case .logo: arguments.contents.style.logoPlace
      case .watermark: .bottom
      default: .column
      }
    func isAtEdge(_ box: Area) -> Bool {
      let bottom = arguments.safeArea.y + arguments.safeArea.height
      return place == .top ? box.y < arguments.safeArea.y + 1e-6 : box.y + box.height > bottom - 1e-6
    }
    if place == .column || isAtEdge(box) { return nil }
    return Element.allCases.first { other in self[other].map { isAtEdge($0) } ?? false }
  }
}
