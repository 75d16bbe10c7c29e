/// A random number generator with the same sequence in every run (SplitMix64: Steele, Lea, Flood, "Fast Splittable
/// Pseudorandom Number Generators", 2014).
public struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  /// A generator; equal seeds give equal sequences.
  public init(seed: UInt64) { state = seed }

  /// The next 64 random bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  /// A number of a range.
  public mutating func roll(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }
  /// An element of an array, which must not be empty.
  public mutating func pick<Element>(_ elements: [Element]) -> Element { elements[roll(0...elements.count - 1)] }
  /// `count` random bytes.
  public mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) } }
}
