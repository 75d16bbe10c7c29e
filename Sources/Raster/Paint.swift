/// The colours of a drawing operation.
public enum Paint: Equatable {
  /// One colour.
  case color(Color)
  /// A gradient.
  case gradient(Gradient)
  /// A picture with its top left pixel at `x`, `y`; the operation is clipped to the picture.
  case picture(Picture, x: Int32, y: Int32)
  /// A picture with its top left pixel at `x`, `y`, moved to the right by `shift` / 255 pixel with linear filtering. It
  /// is one column wider then, or goes on at its other edge if it `repeats`.
  case movingPicture(Picture, x: Int32, y: Int32, shift: UInt8, repeats: Bool)

  var isPicture: Bool {
    switch self {
    case .color, .gradient: false
    case .picture, .movingPicture: true
    }
  }
}
