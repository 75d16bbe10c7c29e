import Support
import Testing

/// The earliest of several deadlines.
@Suite struct EarliestDeadlineTests {
  @Test func absentDeadlinesDoNotCount() {
    var earliest = EarliestDeadline()
    #expect(earliest.time == nil)
    earliest.add(nil)
    #expect(earliest.time == nil)
    for deadline in [30, nil, 10, 20] as [Int64?] { earliest.add(deadline) }
    #expect(earliest.time == 10)
  }
}
