import Foundation
import Process
import Testing

/// The table of verbs in docs/interface.md; the length of README.md.
@Suite struct VerbTableTests {
  @Test func theTableOfVerbsIsUpToDate() throws {
    let page = try String(contentsOf: Documents.root.appending(path: "docs/interface.md"), encoding: .utf8)
    let table = try Documents.text("verbs.md")
    #expect(page.contains("\n\n" + table + "\n"), "make docs writes build/verbs.md: copy it to docs/interface.md")
  }

  @Test func readmeHasAtMost150Lines() throws {
    let readme = try String(contentsOf: Documents.root.appending(path: "README.md"), encoding: .utf8)
    #expect(readme.split(separator: "\n", omittingEmptySubsequences: false).count <= 151)
  }
}
