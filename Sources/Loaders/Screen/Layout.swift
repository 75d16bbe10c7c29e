public import Scene
import Text

/// The places of everything on a screen: a pure function of its contents, its style and its size.
///
/// The column has the loader with the logo above and the texts below it. What does not fit is first drawn smaller, then
/// shortened with an ellipsis, then left out in the order of `LayoutSearch.leastImportant`. No two boxes overlap.
///
/// A class, because frames use one layout several times; it does not change.
public final class Layout {
  /// Without the loader.
  let arguments: LayoutArguments
  let places: LayoutPlaces

  init(_ arguments: LayoutArguments, _ places: LayoutPlaces) {
    self.arguments = arguments
    self.places = places
  }

  /// Places the contents of a screen inside its safe area; only a loader that fills the screen reaches beyond it.
  convenience init(_ arguments: LayoutArguments) {
    let search = LayoutSearch(arguments)
    self.init(search.arguments, search.places)
  }

  var context: Context { places.context }

  /// The box of an element in points; nil if it is not shown.
  public subscript(element: Element) -> Area? { places.boxes[element] }

  /// How much of an element is shown, 0…1.
  public func presence(of element: Element) -> Double { places.presences[element] }

  /// How the text of an element is set, from back to front; more than one while one replaces another.
  func placements(of element: Element) -> [TextPlacement] { places.texts[element] }

  /// The style of the text of an element, the newest one.
  func style(of element: Element) -> TextStyle {
    places.texts[element].last?.style ?? arguments.contents.style[element].style
  }

  /// Whether an element is left out because there is no room for it.
  func isLeftOut(_ element: Element) -> Bool {
    self[element] == nil && arguments.isWanted(element) && !arguments.isExcluded(element)
  }
}
