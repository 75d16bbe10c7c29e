import Scene

/// Size and opacity of a loader of a screen.
struct LoaderPlacement {
  /// The factor by which it is made smaller.
  var factor = 1.0
  /// Its size in its own points, which the factor makes smaller. Zero for a loader that fills the screen.
  var size = Size.zero
  /// How much of it is shown, 0…1.
  var presence = 1.0

  /// The way from some placements of a loader to another one: at `phase` 0 the old ones, at 1 the new one. A loader
  /// whose own size stays grows or shrinks. One with a text that has other lines, or another share of it, has another
  /// size: the new one fades in while the old ones fade out.
  static func between(_ old: [LoaderPlacement], _ new: LoaderPlacement, _ phase: Double) -> [LoaderPlacement] {
    var placements = old, next = new
    next.presence = phase
    if let last = old.last {
      let width = abs(new.size.width - last.size.width), height = abs(new.size.height - last.size.height)
      if max(width, height) < 1e-6 {
        placements.removeLast()
        next.factor = last.factor + (new.factor - last.factor) * phase
        next.presence = last.presence + (1 - last.presence) * phase
      }
    }
    for index in placements.indices { placements[index].presence *= 1 - phase }
    return placements + [next]
  }
}
