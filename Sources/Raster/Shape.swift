/// The geometry of a drawing operation, without a colour.
public enum Shape: Equatable {
  /// A filled rectangle with rounded corners; a circle if `radius` is half of its side.
  case box(Box, radius: Fixed)
  /// The stroked edge of a rounded rectangle; half of `width` lies inside.
  case outline(Box, radius: Fixed, width: Fixed)
  /// A stroked circular arc.
  case arc(Arc)
  /// Operations that are composited as one: the opacity of the containing operation applies to the whole group, its
  /// paint is ignored.
  indirect case group([DrawOp])
  /// A coverage mask with its top left pixel at `x`, `y`.
  case mask(Mask, x: Int32, y: Int32)

  /// The pixels that the shape may touch.
  public var bounds: Rect {
    switch self {
    case .box(let box, _): box.bounds
    case .outline(let box, _, let width): box.grown(by: Fixed(raw: (width.raw + 1) / 2)).bounds
    case .arc(let arc): arc.bounds
    case .group(let drawOps): drawOps.reduce(.empty) { $0.union($1.bounds) }
    case .mask(let mask, let x, let y): Rect(x, y, x + mask.width, y + mask.height)
    }
  }
}
