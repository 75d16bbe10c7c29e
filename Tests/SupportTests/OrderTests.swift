import SeededRandom
import Support
import Testing

/// The stable sort.
@Suite struct OrderTests {
  /// Swift's own sort is stable, too.
  @Test func orderIsThatOfSwiftsSort() {
    var dice = SeededRandom(seed: 11)
    for _ in 0..<500 {
      let list = (0..<dice.roll(0...40)).map { (key: dice.roll(0...9), place: $0) }
      let expected = list.sorted { $0.key < $1.key }
      #expect(list.ordered { $0.key < $1.key }.elementsEqual(expected) { $0 == $1 })
    }
  }

  @Test func namesAreOrderedByTheirBytes() {
    #expect((["b", "a10", "a9", "", "é", "a"] as [Bytes]).ordered == ["", "a", "a10", "a9", "b", "é"])
  }
}
