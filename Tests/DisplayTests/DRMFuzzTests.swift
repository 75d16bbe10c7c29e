import Foundation
import Fuzz
import Testing

extension DRMTests {
  /// Runs the fuzz target `card`, which uses the fake libdrm too, with its inputs.
  @Suite struct DRMFuzzTests {
    @Test func cardSurvivesItsCorpus() throws {
      let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      let folder = tests.appending(path: "Fuzz/Corpus/card")
      let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      #expect(!files.isEmpty)
      Target.card.replay(try files.sorted { $0.path < $1.path }.map { Array(try Data(contentsOf: $0)) })
      Target.card.run([])
    }
  }
}
