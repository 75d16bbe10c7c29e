/// Where lines of different widths stand to each other.
public enum Alignment: Equatable { case leading, center, trailing }

/// How text is set. Its size is in pixels for the typesetter, in points where a scene is described.
public struct TextStyle {
  /// Nil is the built-in font.
  public var font: FontFile?
  /// The em.
  public var size: Double
  /// 100…900.
  public var weight: Int
  public var alignment: Alignment
  /// What does not fit into so many lines ends with an ellipsis.
  public var lineLimit: Int

  public init(
    font: FontFile? = nil, size: Double, weight: Int = 400, alignment: Alignment = .center, lineLimit: Int = .max
  ) {
    (self.font, self.size, self.weight) = (font, size, weight)
    (self.alignment, self.lineLimit) = (alignment, lineLimit)
  }
}

extension TextStyle: Equatable {
  public static func == (left: TextStyle, right: TextStyle) -> Bool {
    left.font === right.font && left.size == right.size && left.weight == right.weight
      && left.alignment == right.alignment && left.lineLimit == right.lineLimit
  }
}
