import Raster
import Scene
import Support

/// The colours of texts and bar, and the logo, on the background or on a loader that covers it.
extension Screen {
  /// A colour in the scheme of what is below it: the background, and the loaders that cover it, as much as they are
  /// seen.
  func color(at moment: Moment, _ color: (Look, Scheme) -> Color) -> Color {
    var shown = looks.color(at: moment) { color($0, $0.scheme) }
    for (item, opacity) in loader.visible(at: moment) {
      guard let scheme = item.content.coverScheme else { continue }
      shown = shown.mixed(with: looks.color(at: moment) { color($0, scheme) }, by: opacity)
    }
    return shown
  }

  /// The colour of the text of an element.
  func textColor(of element: Layout.Element, _ look: Look, _ scheme: Scheme) -> Color {
    if let color = visible(look.style[element].color, look, scheme) { return color }
    let isSecondary = element == .subtitle || element == .status || element == .hint
    return isSecondary ? Color.secondaryText(scheme) : Color.label(scheme)
  }

  /// A colour of the theme, or nil where it would hardly be seen: over a loader of the other scheme that covers the
  /// background, if it is light on light or dark on dark.
  func visible(_ color: Color?, _ look: Look, _ scheme: Scheme) -> Color? {
    guard let color, scheme != look.scheme, color.isLight == (scheme == .light) else { return color }
    return nil
  }

  /// The logo of the colour scheme of what is below it.
  func logo(of look: Look, on cover: Scheme?) -> Artwork? {
    ((cover ?? look.scheme) == .light ? look.style.lightLogo : nil) ?? look.logo
  }

  /// The logos with their opacity (0…1), from back to front: more than one while one replaces another.
  func logos(at moment: Moment) -> [(picture: Artwork, leaves: Time?, opacity: Double)] {
    var shown = looks.pictures(at: moment) { logo(of: $0, on: nil) }
    for (item, opacity) in loader.visible(at: moment) {
      guard let scheme = item.content.coverScheme else { continue }
      let covered = looks.pictures(at: moment) { logo(of: $0, on: scheme) }
      if covered.elementsEqual(shown, by: { $0.picture == $1.picture }) { continue }
      if opacity == 1 { shown = [] }
      for index in shown.indices { shown[index].opacity *= 1 - opacity }
      shown += covered.map { ($0.picture, $0.leaves, $0.opacity * opacity) }
    }
    return shown
  }
}
