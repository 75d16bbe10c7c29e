public import Raster
import Text

/// The first of several layers that fits the offered size with its texts whole, or else the first that fits with
/// shortened texts. Where none fits: the first of those that leave something out, or else the last one.
///
/// If the layer leaves something out, `Typesetter.isWhole` becomes false.
public struct FirstFitting: Layer {
  private let layers, reduced: [AnyLayer]

  /// The layers, the best one first, and after them those that leave something out. Traps if there is no layer.
  public init(_ layers: [AnyLayer], reduced: [AnyLayer] = []) {
    precondition(!layers.isEmpty)
    self.layers = layers
    self.reduced = reduced
  }

  /// The layer for an offered size, and its size.
  private func chosen(_ offered: Size, _ context: Context) -> (layer: AnyLayer, size: Size) {
    let typesetter = context.typesetter, wasWhole = typesetter.isWhole
    func fits(_ size: Size) -> Bool { size.width < offered.width + 1e-6 && size.height < offered.height + 1e-6 }
    var shortened: (layer: AnyLayer, size: Size)?
    for layer in layers {
      typesetter.isWhole = true
      let size = layer.size(offered: offered, context)
      if fits(size), typesetter.isWhole {
        typesetter.isWhole = wasWhole
        return (layer, size)
      }
      if fits(size) { shortened = shortened ?? (layer, size) }
    }
    var chosen = shortened
    for layer in reduced where chosen == nil {
      let size = layer.size(offered: offered, context)
      if fits(size) { chosen = (layer, size) }
    }
    typesetter.isWhole = false
    let last = reduced.last ?? layers[layers.count - 1]
    return chosen ?? (last, last.size(offered: offered, context))
  }

  /// The size of the chosen layer, in points.
  public func size(offered: Size, _ context: Context) -> Size { chosen(offered, context).size }

  /// Draws the chosen layer in the middle of an area.
  public func draw(in area: Area, _ context: Context, into drawOps: inout [DrawOp]) {
    let (layer, size) = chosen(area.size, context)
    layer.draw(in: area.aligned(size), context, into: &drawOps)
  }
}
