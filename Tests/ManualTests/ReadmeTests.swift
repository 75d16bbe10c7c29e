import Foundation
import Process
import Testing

/// The README's reference of verbs, and the program's own.
@Suite struct ReadmeTests {
  @Test func itsTableOfVerbsIsTheProgramsOwn() throws {
    let readme = try String(contentsOf: Documents.root.appending(path: "README.md"), encoding: .utf8)
    let table = try Documents.text("verbs.md")
    #expect(readme.contains("\n\n" + table + "\n"), "make docs leaves build/verbs.md: take that")
  }
}
