import Baked
import Baking
import Foundation
import Support
import Testing

/// Whether a baked file is made from what the theme is now (`--check`).
@Suite struct RevisionTests {
  /// A file of the same theme, by a program that has baked fewer screens.
  @Test func aFileOfAnOlderProgramIsOutOfDate() throws {
    let root = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path()
    var arguments = Arguments(["--root", Bytes(Array(root.utf8)), "-o", "/dev/null", "--size", "64x64"])
    let job = try BakeJob(try BakeOptions(&arguments))
    let current = try #require(BakedFile(try job.bake { _ in }))
    #expect(job.isCurrent(current))
    let text: Bytes = "\(version)\n\n\n0\n0\n0\nTheme\nloader\nshimmer\n"
    let old = BakedWriter(rate: 60, source: BakedFormat.checksum(text.utf8))
    #expect(!job.isCurrent(try #require(BakedFile(old.bytes))))
  }
}
