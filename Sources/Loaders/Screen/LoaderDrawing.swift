import Raster
import Scene

extension AnyLoader {
  /// Draws the loader in its box on a screen of `pixels`. The background of one that fills the screen is everywhere.
  func draw(_ moment: Moment, placedBy layout: Layout, on pixels: Size, _ drawOps: inout [DrawOp]) {
    guard let box = layout[.loader] else { return }
    var inner = layout.context, factor = layout.places.loaderFactor
    if fillsScreen {
      let screen = inner.screen(of: pixels)
      if box != screen, let cover { Rectangle().fill(cover).draw(in: screen, inner, into: &drawOps) }
      if box.height < 1 { return }
      factor = min(layout.places.zoom, box.height / max(1, size(.unlimited, inner).height))
    }
    inner.scale(by: factor, about: box)
    draw(moment, box.resized(by: 1 / factor), inner, &drawOps)
  }
}
