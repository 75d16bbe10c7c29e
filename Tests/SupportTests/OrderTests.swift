import SeededRandom
import Support
import Testing

@Suite struct OrderTests {
  /// Against Swift's own sort, which is stable too.
  @Test func isSwiftsOrder() {
    var dice = SeededRandom(seed: 11)
    for _ in 0..<500 {
      let list = (0..<dice.roll(0...40)).map { (key: dice.roll(0...9), place: $0) }
      let right = list.sorted { $0.key < $1.key }
      #expect(list.ordered { $0.key < $1.key }.elementsEqual(right) { $0 == $1 })
    }
  }

  @Test func namesByTheirBytes() {
    #expect((["b", "a10", "a9", "", "é", "a"] as [Bytes]).ordered == ["", "a", "a10", "a9", "b", "é"])
  }
}
