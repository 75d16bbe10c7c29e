/// The horizontal alignment of lines of different widths.
public enum Alignment: Equatable {
  /// At the left edge, in the middle, or at the right edge.
  case leading, center, trailing
}
