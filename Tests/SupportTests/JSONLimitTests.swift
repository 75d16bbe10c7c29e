import Support
import Testing

/// The limits of the JSON reader on depth, size and number of members.
@Suite struct JSONLimitTests {
  private static func nested(_ depth: Int, _ open: String, _ close: String) -> String {
    String(repeating: open, count: depth) + "0" + String(repeating: close, count: depth)
  }

  @Test(arguments: [("[", "]"), ("{\"a\":", "}")])
  func depthIsLimited(open: String, close: String) throws {
    _ = try JSONReaderTests.read(JSONLimitTests.nested(15, open, close))  // the number is the sixteenth
    #expect(throws: JSONError.tooDeep) { try JSONReaderTests.read(JSONLimitTests.nested(16, open, close)) }
    #expect(throws: JSONError.tooDeep) { try JSONReaderTests.read(String(repeating: open, count: 10000)) }
  }

  @Test func sizeIsLimited() throws {
    let text = String(repeating: "a", count: 65534)
    #expect(try JSONReaderTests.read("\"\(text)\"").string?.count == 65534)
    #expect(throws: JSONError.tooLarge(limit: 65536)) { try JSONReaderTests.read("\"\(text)\" ") }
  }

  @Test func numberOfMembersIsLimited() throws {
    func object(_ count: Int) -> String { "{" + (0..<count).map { "\"\($0)\":0" }.joined(separator: ",") + "}" }
    #expect(try JSONReaderTests.read(object(128)).members?.count == 128)
    #expect(throws: JSONError.tooManyMembers) { try JSONReaderTests.read(object(129)) }
  }
}
