/// An angle in turns: 1 is once around, clockwise from the top.
///
/// Its sine comes from arithmetic that every CPU does alike (Taylor series within an eighth of a turn), not from libm.
public struct Turn: Equatable {
  public var value: Double
  public init(_ value: Double) { self.value = value }

  public var sine: Double {
    let place = value - value.rounded(.down)
    let eighth = Int(place * 8), angle = (place - Double((eighth + 1) / 2) / 4) * 6.283185307179586
    switch (eighth + 1) / 2 % 4 {
    case 0: return Turn.sine(angle)
    case 1: return Turn.cosine(angle)
    case 2: return -Turn.sine(angle)
    default: return -Turn.cosine(angle)
    }
  }

  public var cosine: Double { Turn(value + 0.25).sine }

  private static func sine(_ x: Double) -> Double {
    let s = x * x
    return x * (1 - s / 6 * (1 - s / 20 * (1 - s / 42 * (1 - s / 72 * (1 - s / 110 * (1 - s / 156))))))
  }

  private static func cosine(_ x: Double) -> Double {
    let s = x * x
    return 1 - s / 2 * (1 - s / 12 * (1 - s / 30 * (1 - s / 56 * (1 - s / 90 * (1 - s / 132 * (1 - s / 182))))))
  }
}

/// The fifth root of a number from 0 to 1, by Newton's method.
public func fifthRoot(_ number: Double) -> Double {
  if number <= 0 { return 0 }
  var root = 1.0
  for _ in 0..<60 {
    let power = root * root * root * root
    let next = root - (power * root - number) / (5 * power)
    if next == root { break }
    root = next
  }
  return root
}
