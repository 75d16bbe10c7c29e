/// The horizontal alignment of lines of different widths.
public enum Alignment: Equatable { case leading, center, trailing }
