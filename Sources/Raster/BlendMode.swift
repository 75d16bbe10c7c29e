/// How paint is combined with the pixels below it (W3C Compositing and Blending Level 1).
public enum BlendMode: Equatable {
  /// Source-over: the paint covers the pixels by its alpha.
  case over
  /// Plus-lighter: the channels are added and clamped at 255.
  case plus
}
