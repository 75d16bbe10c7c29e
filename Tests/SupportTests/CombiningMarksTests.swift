import Support
import Testing

@Suite struct CombiningMarksTests {
  /// Swift's standard library, which an embedded program lacks, has the same marks.
  @Test func marksAreThoseOfUnicode() {
    let different = (0...0x10FFFF as ClosedRange<UInt32>).filter { number in
      let categories: [Unicode.GeneralCategory] = [.nonspacingMark, .spacingMark, .enclosingMark]
      let isMark = Unicode.Scalar(number).map { categories.contains($0.properties.generalCategory) } ?? false
      return CombiningMarks.contains(number) != isMark
    }
    #expect(different.isEmpty)
    #expect(CombiningMarks.contains(0x301) && !CombiningMarks.contains(.max))
  }
}
