import Raster
import Scene

extension AnyLoader {
  /// Draws the loader in its box on a screen of `pixels`. The background of one that fills the screen is everywhere.
  func draw(_ moment: Moment, placedBy layout: Layout, on pixels: Size, _ drawOps: inout [DrawOp]) {
    guard let box = layout[.loader] else { return }
    var placements = layout.places.loaders
    if fillsScreen {
      let context = layout.context, screen = context.screen(of: pixels)
      if box != screen, let cover { Rectangle().fill(cover).draw(in: screen, context, into: &drawOps) }
      if box.height < 1 { return }
      let factor = min(layout.places.zoom, box.height / max(1, size(.unlimited, context).height))
      placements = [LoaderPlacement(factor: factor, size: box.resized(by: 1 / factor).size)]
    }
    for placement in placements {
      var inner = layout.context
      inner.scale(by: placement.factor, about: box)
      drawOps.addGroup(opacity: placement.presence) { draw(moment, box.aligned(placement.size), inner, &$0) }
    }
  }
}
