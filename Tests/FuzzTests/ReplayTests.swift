import Foundation
import Fuzz
import SeededRandom
import Testing

/// Runs the fuzz targets with all inputs of Tests/Fuzz/Corpus: the initial ones, and those that once crashed.
@Suite struct ReplayTests {
  private static let corpus = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fuzz/Corpus")

  @Test(arguments: Target.all) func targetSurvivesItsCorpus(_ target: Target) throws {
    let folder = ReplayTests.corpus.appending(path: target.name)
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    #expect(!files.isEmpty)
    var dice = SeededRandom(seed: 1)
    for file in files.sorted(by: { $0.path < $1.path }) {
      var bytes = Array(try Data(contentsOf: file))
      target.run(bytes)
      for _ in 0..<8 where !bytes.isEmpty {  // inputs that are almost valid get farthest into a parser
        bytes[dice.roll(0...bytes.count - 1)] = UInt8(truncatingIfNeeded: dice.next())
        target.run(bytes)
      }
    }
  }

  @Test(arguments: Target.all) func targetSurvivesEmptyInput(_ target: Target) { target.run([]) }
}
