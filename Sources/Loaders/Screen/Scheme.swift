public import Raster

/// Light text on a dark background (`dark`), or dark text on a light background (`light`).
public enum Scheme: Equatable {
  case dark, light

  /// Black or white.
  public var background: Color { self == .dark ? .black : .white }
}
