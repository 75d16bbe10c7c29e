import Scene

/// The newest layouts of a screen: its contents stay the same over many frames.
final class LayoutCache {
  /// The newest one is the last. While a screen changes from one layout to another, two are in use.
  private var layouts: [Layout] = []

  /// The layout of these arguments, which are those of `Layout.init`.
  func layout(of contents: Layout.Contents, on screen: Area, _ safeArea: Area, _ context: Context) -> Layout {
    if let layout = layouts.first(where: { $0.isLayout(of: contents, on: screen, safeArea, context) }) { return layout }
    let layout = Layout(contents, on: screen, safeArea, context)
    if layouts.count == 4 { layouts.removeFirst() }
    layouts.append(layout)
    return layout
  }
}
