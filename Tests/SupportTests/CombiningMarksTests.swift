import Support
import Testing

@Suite struct CombiningMarksTests {
  /// Swift's standard library, which an embedded program lacks, has the same marks.
  @Test func marksAreThoseOfUnicode() {
    let different = (0...0x10FFFF as ClosedRange<UInt32>).filter { number in
      let isMark = CombiningMarks.contains(number)
      switch Unicode.Scalar(number)?.properties.generalCategory {
      case .nonspacingMark, .spacingMark, .enclosingMark: return !isMark
      case .unassigned: return false
      default: return isMark
      }
    }
    #expect(different.isEmpty)
    #expect(CombiningMarks.contains(0x301) && !CombiningMarks.contains(.max))
  }
}
