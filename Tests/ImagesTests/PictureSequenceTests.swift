import Images
import Raster
import SeededRandom
import Testing

/// Packed pictures that follow each other.
@Suite struct PictureSequenceTests {
  /// Keeps the bytes of a sequence.
  private final class Memory {
    let bytes: UnsafeMutableRawBufferPointer

    init(_ content: [UInt8]) {
      bytes = .allocate(byteCount: content.count, alignment: 4)
      bytes.copyBytes(from: content)
    }

    deinit { bytes.deallocate() }

    var sequence: PictureSequence? { PictureSequence(UnsafeRawBufferPointer(bytes), of: self) }
  }

  /// Pictures of which some are noise, some are as the one before, and most differ from it in a rectangle.
  private func pictures(_ random: inout SeededRandom, _ count: Int, _ width: Int, _ height: Int) -> [[UInt32]] {
    var pixels = [UInt32](repeating: 0, count: width * height), all: [[UInt32]] = []
    for _ in 0..<count {
      switch Int.random(in: 0..<10, using: &random) {
      case 0: for index in pixels.indices { pixels[index] = .random(in: 0...UInt32.max, using: &random) }
      case 1: break
      default:
        let left = Int.random(in: 0..<width, using: &random), right = Int.random(in: left..<width, using: &random)
        let top = Int.random(in: 0..<height, using: &random), bottom = Int.random(in: top..<height, using: &random)
        let color = UInt32.random(in: 0...UInt32.max, using: &random)
        for y in top...bottom { for x in left...right { pixels[y * width + x] = color &+ UInt32(x * 0x0102_0304) } }
      }
      all.append(pixels)
    }
    return all
  }

  private func packed(_ pictures: [[UInt32]], _ width: Int, _ height: Int) -> [UInt8] {
    var packer = PictureSequencePacker(width: Int32(width), height: Int32(height))
    for pixels in pictures { packer.append(Picture(width: Int32(width), height: Int32(height), pixels: pixels)) }
    return packer.bytes
  }

  @Test(arguments: 0..<30) func framesAreTheSameInAnyOrder(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let width = Int.random(in: 1...40, using: &random), height = Int.random(in: 1...30, using: &random)
    let all = pictures(&random, .random(in: 1...50, using: &random), width, height)
    let memory = Memory(packed(all, width, height))
    let here = try #require(PictureSequence(Array(memory.bytes))), there = try #require(memory.sequence)
    #expect(here.count == all.count && here.width == width && here.height == height)
    for index in all.indices {
      let isSame = here.picture(index).pixels == all[index]
      #expect(isSame, "played, \(index)")
    }
    for _ in 0..<200 {
      let index = Int.random(in: all.indices, using: &random)
      let isSame = there.picture(index).pixels == all[index]
      #expect(isSame, "\(index)")
    }
  }

  /// A frame that is drawn again is the same object, so that nothing is painted.
  @Test func theLastTwoFramesAreKept() throws {
    var random = SeededRandom(seed: 1)
    let sequence = try #require(PictureSequence(packed(pictures(&random, 9, 8, 8), 8, 8)))
    let first = sequence.picture(4), second = sequence.picture(5)
    #expect(sequence.picture(4) === first && sequence.picture(5) === second)
  }

  @Test func damagedBytesAreRefusedOrShowAnotherPicture() throws {
    var random = SeededRandom(seed: 2)
    let good = packed(pictures(&random, 20, 16, 16), 16, 16)
    var accepted = 0
    for _ in 0..<2000 {
      var bytes = good
      if Bool.random(using: &random) { bytes.removeLast(.random(in: 1...bytes.count, using: &random)) }
      for _ in 0..<3 where !bytes.isEmpty {
        // Half of the changes are in the table, which is 252 bytes long.
        let end = Bool.random(using: &random) ? min(252, bytes.count) : bytes.count
        bytes[.random(in: 0..<end, using: &random)] = .random(in: 0...255, using: &random)
      }
      guard let sequence = Memory(bytes).sequence else { continue }
      accepted += 1
      for index in 0..<sequence.count { #expect(sequence.picture(index).width == sequence.width) }
    }
    #expect(accepted >= 300, "\(accepted) are accepted")
  }
}
