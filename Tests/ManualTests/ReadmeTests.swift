import Foundation
import Process
import Testing

/// The table of verbs in docs/interface.md, and the program's own.
@Suite struct ReadmeTests {
  @Test func itsTableOfVerbsIsTheProgramsOwn() throws {
    let page = try String(contentsOf: Documents.root.appending(path: "docs/interface.md"), encoding: .utf8)
    let table = try Documents.text("verbs.md")
    #expect(page.contains("\n\n" + table + "\n"), "make docs leaves build/verbs.md: take that for docs/interface.md")
  }

  @Test func theReadmeHasAtMost150Lines() throws {
    let readme = try String(contentsOf: Documents.root.appending(path: "README.md"), encoding: .utf8)
    #expect(readme.split(separator: "\n", omittingEmptySubsequences: false).count <= 151)
  }
}
