public import Raster

/// Composes layers without boxes or parameter packs, neither of which Embedded Swift 6.3 has.
@resultBuilder
public enum LayerBuilder {
  public static func buildBlock() -> Many<Image> { Many(layers: []) }
  public static func buildPartialBlock<A: Layer>(first: A) -> A { first }
  public static func buildPartialBlock<A: Layer, B: Layer>(accumulated: A, next: B) -> Pair<A, B> {
    Pair(a: accumulated, b: next)
  }
  public static func buildOptional<A: Layer>(_ layer: A?) -> Many<A> { Many(layers: layer.map { [$0] } ?? []) }
  public static func buildEither<A: Layer, B: Layer>(first: A) -> Either<A, B> { .first(first) }
  public static func buildEither<A: Layer, B: Layer>(second: B) -> Either<A, B> { .second(second) }
  public static func buildArray<A: Layer>(_ layers: [A]) -> Many<A> { Many(layers: layers) }
}

public struct Pair<A: Layer, B: Layer>: Group {
  let a: A, b: B

  public var count: Int { a.count + b.count }

  public func size(of member: Int, offered: Size, _ context: Context) -> Size {
    member < a.count
      ? a.size(of: member, offered: offered, context) : b.size(of: member - a.count, offered: offered, context)
  }

  public func draw(_ member: Int, in area: Area, _ context: Context, into marks: inout [Mark]) {
    if member < a.count {
      a.draw(member, in: area, context, into: &marks)
    } else {
      b.draw(member - a.count, in: area, context, into: &marks)
    }
  }
}

/// What `for` and `if` make.
public struct Many<A: Layer>: Group {
  let layers: [A]

  public var count: Int { layers.count }

  public func size(of member: Int, offered: Size, _ context: Context) -> Size {
    layers[member].size(offered: offered, context)
  }

  public func draw(_ member: Int, in area: Area, _ context: Context, into marks: inout [Mark]) {
    layers[member].draw(in: area, context, into: &marks)
  }
}

/// What `if … else` makes.
public enum Either<A: Layer, B: Layer>: Group {
  case first(A), second(B)

  public var count: Int {
    switch self {
    case .first(let layer): layer.count
    case .second(let layer): layer.count
    }
  }

  public func size(of member: Int, offered: Size, _ context: Context) -> Size {
    switch self {
    case .first(let layer): layer.size(of: member, offered: offered, context)
    case .second(let layer): layer.size(of: member, offered: offered, context)
    }
  }

  public func draw(_ member: Int, in area: Area, _ context: Context, into marks: inout [Mark]) {
    switch self {
    case .first(let layer): layer.draw(member, in: area, context, into: &marks)
    case .second(let layer): layer.draw(member, in: area, context, into: &marks)
    }
  }
}
