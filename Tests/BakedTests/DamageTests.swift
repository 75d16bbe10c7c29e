import Baked
import Raster
import SeededRandom
import Support
import Testing

/// Damaged files are refused, or draw something else.
@Suite struct DamageTests {
  @Test func flippedBitsAreFound() throws {
    var random = SeededRandom(seed: 1)
    let good = try BakedTheme("[Theme]\nloader = ring\ntext = Hello\n", rate: 10).bytes
    #expect(BakedFile(good) != nil)
    for _ in 0..<300 {
      var bytes = good
      bytes[random.roll(0...bytes.count - 1)] ^= 1 << UInt8(random.roll(0...7))
      if bytes[12..<16] == good[12..<16] { #expect(BakedFile(bytes) == nil) }
    }
    for count in [0, 1, 4, 63, 64, 65, good.count - 4, good.count - 1] {
      #expect(BakedFile(Array(good.prefix(count))) == nil)
    }
    #expect(BakedFile(good + [0, 0, 0, 0]) == nil)
  }

  /// With the checksum made right again, all numbers are checked by themselves.
  @Test(arguments: ["ring", "parallax", "orb", "skeleton"] as [Bytes]) func damagedNumbersDrawSomethingElse(
    _ loader: Bytes
  ) throws {
    var random = SeededRandom(seed: 2)
    let good = try BakedTheme(
      "[Theme]\nloader = \(loader)\ntext = Hello\nbackground = #000, #fff\n", width: 96, height: 64, rate: 5
    ).bytes
    var accepted = 0, drawn = 0
    for _ in 0..<400 {
      var bytes = good
      for _ in 0..<random.roll(1...6) {
        let place = random.roll(8...bytes.count - 1)
        if Bool.random(using: &random) {
          bytes[place] = UInt8.random(in: 0...255, using: &random)
        } else {
          let extreme: [[UInt8]] = [[255, 255, 255, 127], [0, 0, 0, 128], [255, 255, 255, 255], [0, 0, 0, 0]]
          let word = place & ~3
          for (offset, byte) in random.pick(extreme).enumerated() { bytes[word + offset] = byte }
        }
      }
      guard let file = BakedFile(BakedFile.sealed(bytes)) else { continue }
      accepted += 1
      for screen in file.screens.prefix(4) {
        for time in [0, 123_456_789, 5_000_000_000] as [Int64] {
          for progress in [nil, 50] as [Int?] {
            guard let frame = screen.frame(of: file, at: time, progress: progress, width: 100, height: 70) else {
              continue
            }
            drawn += 1
            #expect(BakedTheme.pixels(frame.drawOps, frame.background, 100, 70).count == 7000)
          }
        }
      }
    }
    #expect(accepted >= 350 && drawn >= 2000, "\(accepted) files are accepted, and \(drawn) frames are drawn")
  }
}
