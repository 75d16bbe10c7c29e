import Foundation
import Process
import Testing

/// Suggestions for misspelled words (`did you mean`).
@Suite struct SuggestionTests {
  let folder = Folder()
  var loaderctl: Program { Program.loaderctl(in: folder) }

  @Test(arguments: [
    ("shwo shimmer x", "'show'"), ("show shimer x", "'shimmer'"), ("show shimmer x --stile calm", "'--style'"),
    ("show shimmer --stile grok", "'--style'"), ("show shimmer x --style proccessing", "'processing'"),
    ("mode updat", "'update'"), ("hide --transition fad", "'fade'"), ("hide --transitoin fade", "'--transition'"),
    ("follow --format rsnc", "'rsync'"), ("loaders wrom", "'worm'"), ("help sate", "'state'"),
  ])
  func loaderctlSuggestsWords(words: String, meant: String) throws {
    let outcome = try loaderctl.run(words.split(separator: " ").map(String.init))
    #expect(outcome.status == 2 && outcome.errorLines.count == 1)
    #expect(outcome.errors.hasSuffix("did you mean \(meant)?\n"), "\(outcome.errors)")
  }

  @Test func loaderdSuggestsWords() throws {
    let outcome = try Program.loaderd.run(["--show", "shimer"])
    #expect(outcome.status == 2 && outcome.errors.hasSuffix("did you mean 'shimmer'?\n"), "\(outcome.errors)")
    let option = try Program.loaderd.run(["--ouput", "drm"])
    #expect(option.status == 2 && option.errors.hasSuffix("did you mean '--output'?\n"), "\(option.errors)")
  }

  @Test func aMisspelledOptionIsReportedBeforeAMissingText() throws {
    let outcome = try loaderctl.run(["show", "shimmer", "--stile", "grok"])
    #expect(outcome.status == 2 && outcome.errors.hasPrefix("loaderctl: --stile: unknown option"), "\(outcome.errors)")
  }
}
