/// The colours of a drawing operation.
public enum Paint: Equatable {
  /// One colour.
  case color(Color)
  /// A gradient.
  case gradient(Gradient)
  /// A picture with its top left pixel at `x`, `y`; the operation is clipped to the picture.
  case picture(Picture, x: Int32, y: Int32)
}
