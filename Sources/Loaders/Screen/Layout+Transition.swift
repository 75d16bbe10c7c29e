import Scene
import Support

/// Layouts on the way from one to another.
extension Layout {
  /// The same places in pixels, for a screen with another number of pixels per point.
  func rescaled(to scale: Double) -> Layout {
    if scale == context.scale { return self }
    var rescaled = places
    let factor = context.scale / scale
    rescaled.context = Context(context.typesetter, scale: scale)
    rescaled.context.leastTextSize = context.leastTextSize
    rescaled.zoom *= factor
    for index in rescaled.loaders.indices { rescaled.loaders[index].factor *= factor }
    for element in Element.allCases {
      rescaled.boxes[element] = places.boxes[element].map {
        Area($0.x * factor, $0.y * factor, $0.width * factor, $0.height * factor)
      }
      rescaled.texts[element] = places.texts[element].map { $0.resized(by: factor) }
    }
    return Layout(arguments, rescaled)
  }

  /// The layout on the way to `other`, which has the same scale: this one at `phase` 0, the other one at 1.
  ///
  /// What both have moves, and changes its size. What the other one has no room for stays and fades.
  func moved(to other: Layout, by phase: Double) -> Layout {
    if phase >= 1 { return other }
    func between(_ from: Double, _ to: Double) -> Double { from + (to - from) * phase }
    let old = places, new = other.places, hasSameLoader = arguments.hasLoader(of: other.arguments)
    var moved = new
    moved.scale = between(old.scale, new.scale)
    for element in Element.allCases {
      if element == .loader, !hasSameLoader { continue }
      moved.presences[element] = between(old.presences[element], new.presences[element])
      guard let from = old.boxes[element], other.arguments.isWanted(element) else { continue }
      guard let to = new.boxes[element] else {
        moved.boxes[element] = from
        moved.texts[element] = old.texts[element]
        if element == .loader { moved.loaders = old.loaders }
        moved.leaving[element] = true
        continue
      }
      if old.leaving[element] { continue }
      moved.boxes[element] = Area(
        between(from.x, to.x), between(from.y, to.y), between(from.width, to.width), between(from.height, to.height))
      if element == .loader, let placement = new.loaders.last, let box = moved.boxes[.loader] {
        moved.loaders = LoaderPlacement.between(old.loaders, placement, phase)
        if arguments.isConsole {  // it has the size of its box
          let factor = between(old.loaderFactor, new.loaderFactor)
          moved.loaders = [LoaderPlacement(factor: factor, size: box.resized(by: 1 / factor).size)]
        }
      }
      if arguments.contents.texts[element] == other.arguments.contents.texts[element],
        let placement = new.texts[element].last
      {
        moved.texts[element] = TextPlacement.between(old.texts[element], placement, phase)
      }
    }
    return Layout(other.arguments, moved)
  }
}
