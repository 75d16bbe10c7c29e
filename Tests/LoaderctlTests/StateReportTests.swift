import Support
import Testing
import Varlink

@testable import Loaderctl

/// The lines of `loaderctl state`.
@Suite struct StateReportTests {
  @Test(arguments: [
    (true, "output: none; yielded, `loaderctl resume` takes it back"), (false, "output: none; waiting for one"),
  ]) func withoutAnOutputTheReasonIsNamed(isYielded: Bool, line: String) {
    let report = StateReport(.object([JSON.Member("output", .null), JSON.Member("yielded", .bool(isYielded))]))
    #expect(String(decoding: report.text.utf8, as: UTF8.self).split(separator: "\n").contains { $0 == line })
  }
}
