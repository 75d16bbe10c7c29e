public import Raster

/// The first of several layers that fits the offered size, or else the last one.
public struct FirstFitting: Layer {
  private let layers: [AnyLayer]

  /// The layers, the best one first. Traps if there is none.
  public init(_ layers: [AnyLayer]) {
    precondition(!layers.isEmpty)
    self.layers = layers
  }

  /// The layer for an offered size, and its size.
  private func chosen(_ offered: Size, _ context: Context) -> (layer: AnyLayer, size: Size) {
    var chosen = (layers[0], layers[0].size(offered: offered, context))
    for layer in layers.dropFirst() {
      if chosen.1.width < offered.width + 1e-6, chosen.1.height < offered.height + 1e-6 { break }
      chosen = (layer, layer.size(offered: offered, context))
    }
    return chosen
  }

  /// The size of the chosen layer, in points.
  public func size(offered: Size, _ context: Context) -> Size { chosen(offered, context).size }

  /// Draws the chosen layer in the middle of an area.
  public func draw(in area: Area, _ context: Context, into drawOps: inout [DrawOp]) {
    let (layer, size) = chosen(area.size, context)
    layer.draw(in: area.aligned(size), context, into: &drawOps)
  }
}
