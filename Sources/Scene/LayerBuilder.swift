/// Composes layers at compile time. Embedded Swift 6.3 has neither existential layers nor parameter packs.
@resultBuilder
public enum LayerBuilder {
  /// An empty block.
  public static func buildBlock() -> Many<Image> { Many(layers: []) }
  /// The first layer of a block.
  public static func buildPartialBlock<A: Layer>(first: A) -> A { first }
  /// Every further layer of a block.
  public static func buildPartialBlock<A: Layer, B: Layer>(accumulated: A, next: B) -> Pair<A, B> {
    Pair(a: accumulated, b: next)
  }
  /// An `if` without `else`.
  public static func buildOptional<A: Layer>(_ layer: A?) -> Many<A> { Many(layers: layer.map { [$0] } ?? []) }
  /// The first branch of `if … else`.
  public static func buildEither<A: Layer, B: Layer>(first: A) -> Either<A, B> { .first(first) }
  /// The second branch of `if … else`.
  public static func buildEither<A: Layer, B: Layer>(second: B) -> Either<A, B> { .second(second) }
  /// A `for` loop.
  public static func buildArray<A: Layer>(_ layers: [A]) -> Many<A> { Many(layers: layers) }
}
