import Foundation
import Fuzz
import Testing

/// Runs the fuzz targets with all inputs of Tests/Fuzz/Corpus: the initial ones, and those that once crashed.
@Suite struct ReplayTests {
  private static let corpus = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fuzz/Corpus")
  /// Those that use nothing that the process has once; the target `card` is run by DRMTests.
  private static let targets = Target.all.filter { $0.name != "card" }

  @Test(arguments: targets) func targetSurvivesItsCorpus(_ target: Target) throws {
    let folder = ReplayTests.corpus.appending(path: target.name)
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    #expect(!files.isEmpty)
    target.replay(try files.sorted { $0.path < $1.path }.map { Array(try Data(contentsOf: $0)) })
  }

  @Test(arguments: targets) func targetSurvivesEmptyInput(_ target: Target) { target.run([]) }
}
