/// The style of a text. Its size is in pixels for `Typesetter`, and in points for the scene's `Label`.
public struct TextStyle {
  /// The font; nil for the built-in one.
  public var font: FontFile?
  /// The em, in pixels or points.
  public var size: Double
  /// The weight, 100…900; used by variable fonts only.
  public var weight: Int
  /// How lines are aligned.
  public var alignment: Alignment
  /// The most lines; a longer text is cut and ends with an ellipsis.
  public var lineLimit: Int
  /// Whether all characters have one width, that of box drawing in whole pixels: wider glyphs are narrowed. Texts that
  /// are shaped keep theirs.
  public var isMonospaced: Bool

  /// A style: centred, of weight 400, in the built-in font and without a limit of lines unless given.
  public init(
    font: FontFile? = nil, size: Double, weight: Int = 400, alignment: Alignment = .center, lineLimit: Int = .max,
    isMonospaced: Bool = false
  ) {
    self.font = font
    self.size = size
    self.weight = weight
    self.alignment = alignment
    self.lineLimit = lineLimit
    self.isMonospaced = isMonospaced
  }
}

extension TextStyle: Equatable {
  /// True if the font is the same object and all other members are equal.
  public static func == (left: TextStyle, right: TextStyle) -> Bool {
    left.font === right.font && left.size == right.size && left.weight == right.weight
      && left.alignment == right.alignment && left.lineLimit == right.lineLimit
      && left.isMonospaced == right.isMonospaced
  }
}
