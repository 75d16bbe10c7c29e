import ProgressParsers
import Support
import Testing

/// The progress that e2fsck 1.47 writes to the descriptor of its option -C.
@Suite struct FsckTests {
  /// The values of percent after each byte, without repetitions.
  private func percents(_ bytes: [UInt8], in size: Int) -> [Double] {
    var fsck = Fsck(), values: [Double] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      fsck.feed(Array(bytes[start..<min(start + size, bytes.count)]))
      if values.last != fsck.percent { values.append(fsck.percent) }
    }
    return values
  }

  @Test func percentRisesThroughAllPasses() throws {
    let values = percents(try Transcript.bytes("fsck"), in: 1)
    #expect(values.first == 0 && values.last == 100 && values.count > 80)
    for (before, after) in zip(values, values.dropFirst()) { #expect(before <= after) }
    #expect(values.contains(70) && values.contains(90) && values.contains(92) && values.contains(95))
  }

  @Test(arguments: [1, 7, 64, 100_000]) func readsOfAnySizeEndAtTheSameValue(size: Int) throws {
    var fsck = Fsck()
    let bytes = try Transcript.bytes("fsck")
    for start in stride(from: 0, to: bytes.count, by: size) {
      fsck.feed(Array(bytes[start..<min(start + size, bytes.count)]))
    }
    #expect(fsck.percent == 100 && fsck.device == "/dev/sda2")
  }

  @Test(arguments: [
    ("1 1 2 /dev/a", 35), ("0 1 2 /dev/a", 0), ("6 1 2 /dev/a", 100), ("2 1 0 /dev/a", 100), ("1 9 2 /dev/a", 70),
    ("2 -5 10 /dev/a", 70), ("99999999999 1 2 /dev/a", 0), ("1 1 2", 0), ("1 1 2 /dev/a b", 0), ("x 1 2 /dev/a", 0),
    ("1 1e308 1e-308 /dev/a", 70), ("\u{0}\u{1B}[2J", 0),
  ])
  func linesAreChecked(line: String, percent: Double) {
    var fsck = Fsck()
    fsck.feed(Array((line + "\n").utf8))
    #expect(fsck.percent == percent)
  }
}
