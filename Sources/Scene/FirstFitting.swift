public import Raster
import Text

/// The first of several layers that fits the offered size, or else the last one.
///
/// It is not whole (`Typesetter.isWhole`) with a layer that leaves something out.
public struct FirstFitting: Layer {
  private let layers: [AnyLayer]
  private let wholeCount: Int

  /// The layers, the best one first, and after them those that leave something out. Traps if there is none.
  public init(_ layers: [AnyLayer], reduced: [AnyLayer] = []) {
    self.layers = layers + reduced
    wholeCount = layers.count
    precondition(!self.layers.isEmpty)
  }

  /// The layer for an offered size, and its size.
  private func chosen(_ offered: Size, _ context: Context) -> (layer: AnyLayer, size: Size) {
    let wasWhole = context.typesetter.isWhole
    var index = 0
    while true {
      context.typesetter.isWhole = wasWhole && index < wholeCount
      let layer = layers[index], size = layer.size(offered: offered, context)
      index += 1
      if index == layers.count || size.width < offered.width + 1e-6 && size.height < offered.height + 1e-6 {
        return (layer, size)
      }
    }
  }

  /// The size of the chosen layer, in points.
  public func size(offered: Size, _ context: Context) -> Size { chosen(offered, context).size }

  /// Draws the chosen layer in the middle of an area.
  public func draw(in area: Area, _ context: Context, into drawOps: inout [DrawOp]) {
    let (layer, size) = chosen(area.size, context)
    layer.draw(in: area.aligned(size), context, into: &drawOps)
  }
}
