import Scene
import Support

/// What a layout depends on. Two with equal arguments are equal.
struct LayoutArguments {
  private(set) var contents: Layout.Contents
  let screen: Area
  /// Where everything but a loader that covers the screen is.
  let safeArea: Area
  let context: Context
  private let loader: AnyLoader.Identity?
  /// Whether the loader is a console, which has no logo, and whether it has no titles.
  let isConsole, standsAlone: Bool

  init(_ contents: Layout.Contents, on screen: Area, _ safeArea: Area, _ context: Context) {
    (self.contents, self.screen, self.safeArea, self.context) = (contents, screen, safeArea, context)
    loader = contents.loader?.identity
    isConsole = contents.loader?.isConsole == true
    standsAlone = contents.loader?.standsAlone == true
  }

  /// Stops keeping the loader, with its pictures, in memory; it remains known.
  mutating func releaseLoader() { contents.loader = nil }

  /// Whether the loader is the same one.
  func hasLoader(of other: LayoutArguments) -> Bool { loader === other.loader }

  func isEqual(to other: LayoutArguments) -> Bool {
    hasLoader(of: other) && contents.style === other.contents.style && contents.hasBar == other.contents.hasBar
      && contents.texts == other.contents.texts && contents.pictures == other.contents.pictures
      && screen == other.screen && safeArea == other.safeArea && context.typesetter === other.context.typesetter
      && context.scale == other.context.scale && context.leastTextSize == other.context.leastTextSize
  }

  /// The widest line, in points.
  var textWidth: Double { min(safeArea.width, 640) }

  /// Whether the loader is never shown with this element, even if there is room for it.
  func isExcluded(_ element: Layout.Element) -> Bool {
    isConsole && element == .logo || standsAlone && (element == .title || element == .subtitle)
  }

  /// Whether there is something to show, if there is room for it.
  func isWanted(_ element: Layout.Element) -> Bool {
    switch element {
    case .loader: loader != nil
    case .bar: contents.hasBar
    default: contents.pictures[element] != nil || !contents.texts[element].isEmpty
    }
  }
}
