/// How paint is combined with the pixels below: source-over, or plus-lighter (added and clamped).
public enum BlendMode: Equatable { case over, plus }
