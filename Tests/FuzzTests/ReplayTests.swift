import Dice
import Foundation
import Fuzz
import Testing

/// What the fuzzer starts with, and what it once found, goes the same ways here; see Tests/Fuzz.
@Suite struct ReplayTests {
  private static let corpus = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fuzz/Corpus")

  @Test(arguments: Target.all) func inputs(_ target: Target) throws {
    let folder = ReplayTests.corpus.appending(path: target.name)
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    #expect(!files.isEmpty)
    var dice = Dice(seed: 1)
    for file in files.sorted(by: { $0.path < $1.path }) {
      var bytes = Array(try Data(contentsOf: file))
      target.take(bytes)
      for _ in 0..<8 where !bytes.isEmpty {  // what is nearly right finds the most
        bytes[dice.roll(0...bytes.count - 1)] = UInt8(truncatingIfNeeded: dice.next())
        target.take(bytes)
      }
    }
  }

  @Test(arguments: Target.all) func nothingAtAll(_ target: Target) { target.take([]) }
}
