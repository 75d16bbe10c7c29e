import Scene

/// The newest layouts of a screen: its contents stay the same over many frames.
final class LayoutCache {
  /// The one that was used last is the last.
  private var layouts: [Layout] = []
  /// The most layouts of a display. While a screen changes from one to another, two are in use.
  private static let displayLimit = 4
  /// The most layouts.
  private static let limit = 16

  /// The layout of these arguments.
  func layout(of arguments: LayoutArguments) -> Layout {
    if let index = layouts.lastIndex(where: { $0.arguments.isEqual(to: arguments) }) {
      let layout = layouts[index]
      if index < layouts.count - 1 { layouts.append(layouts.remove(at: index)) }
      return layout
    }
    let layout = Layout(arguments)
    layouts.append(layout)
    let others = layouts.indices.filter { layouts[$0].arguments.screen == arguments.screen }
    if others.count > LayoutCache.displayLimit { layouts.remove(at: others[0]) }
    if layouts.count > LayoutCache.limit { layouts.removeFirst() }
    return layout
  }
}
