import Text

/// Style, line width and opacity of a text of a screen.
struct TextPlacement {
  /// Its size is in points.
  var style: TextStyle
  /// The widest line, in points.
  var width: Double
  /// Whether the whole text stands on one line.
  var isOneLine: Bool
  /// How much of it is shown, 0…1.
  var presence = 1.0

  /// The same lines in another size.
  func resized(by factor: Double) -> TextPlacement {
    var resized = self
    resized.style.size *= factor
    resized.width *= factor
    return resized
  }

  /// Whether a text that is set in this way has the same glyphs and lines as in the other one, but for its size.
  private func hasSameLines(as other: TextPlacement) -> Bool {
    if style == other.style && width == other.width { return true }
    return isOneLine && other.isOneLine && style.font === other.style.font && style.weight == other.style.weight
  }

  /// The way from some placements of a text to another one: at `phase` 0 the old ones, at 1 the new one. A text with
  /// the same lines in both grows or shrinks; else the new one fades in while the old ones fade out.
  static func between(_ old: [TextPlacement], _ new: TextPlacement, _ phase: Double) -> [TextPlacement] {
    var placements = old, next = new
    next.presence = phase
    if let last = old.last, last.hasSameLines(as: new) {
      placements.removeLast()
      next.style.size = last.style.size + (new.style.size - last.style.size) * phase
      next.width = max(last.width, new.width)
      next.presence = last.presence + (1 - last.presence) * phase
    }
    for index in placements.indices { placements[index].presence *= 1 - phase }
    return placements + [next]
  }
}
