public import Raster

/// Light text on a dark background (`dark`), or dark text on a light background (`light`).
public enum Scheme: Equatable {
  /// The schemes of themes and parameters.
  case dark, light

  /// The named colour `background`: black for `dark`, white for `light`.
  public var background: Color { self == .dark ? .black : .white }
}
