import Images
import System
import Support
import Varlink
import Raster
import Testing

@testable import Daemon
@testable import Loaders

/// Files that are read in one process and used in another.
@Suite struct FileReadTests {
  private let reading = FileReadRequest()
  private let account = FileReadResult.Account()

  /// A picture with a different colour in each pixel, as a PNG file.
  private static let file: [UInt8] = PNG(
    PNG.Frame(width: 40, height: 30, pixels: (0..<1200).map { 0xFF00_0000 | $0 * 997 }), hasAlpha: true
  ).bytes

  private var files: Files {
    reading.files { (path) throws(ParameterError) in
      if path == "font" { return [1, 2, 3, 4, 5] }
      if path == "logo.png" { return FileReadTests.file }
      throw ParameterError("file", "\(path): not there")
    }
  }

  /// What somebody else gets of it.
  private func handedOver(_ reply: Reply? = nil, cut: Int = 0) throws -> FileReadResult {
    let bytes = reading.bytes(reply)
    let memory = try Mapping(zeroed: bytes.count - cut)
    memory.address.copyMemory(from: bytes, byteCount: bytes.count - cut)
    return FileReadResult(memory, account)
  }

  private func reason(_ body: () throws -> Any) -> Bytes? {
    do { _ = try body() } catch { return (error as? ParameterError)?.reason }
    return nil
  }

  @Test func picturesComeInTheSizesTheyAreShownIn() throws {
    let there = try files.picture("logo.png"), small = there.resized(width: 13, height: 7)
    let read = try handedOver()
    let here = try read.files.picture("logo.png")
    #expect(here.width == 40 && here.height == 30 && here.pixels == there.pixels)
    let known = try #require(here.resizedCopies.first)
    #expect(here.resized(width: 13, height: 7) === known && known.pixels == small.pixels)
    #expect(here.resized(width: 20, height: 15).pixels == there.resized(width: 20, height: 15).pixels)
  }

  @Test func picturesOutliveWhoRead() throws {
    let pixels = try files.picture("logo.png").pixels
    var picture: Picture? = try handedOver().files.picture("logo.png")
    #expect(account.bytes > 4800 && picture?.pixels == pixels)
    picture = nil
    #expect(account.bytes == 0, "and are let go with it")
  }

  @Test func otherFilesAndReasonsCome() throws {
    _ = try? files.bytes("font")
    _ = try? files.bytes("nonesuch")
    let here = try handedOver().files
    #expect(try here.bytes("font") == [1, 2, 3, 4, 5])
    #expect(reason { try here.bytes("nonesuch") } == "nonesuch: not there")
    #expect(reason { try here.picture("logo.png") } == "not read in time")
  }

  /// A picture that is to be shown very large takes much memory there.
  @Test func whoReadsEndsFirst() throws {
    let worker = try WorkerProcess(returning: { (try? File.read("/proc/self/oom_score_adj", limit: 16)) ?? [] })
    #expect(worker.descriptor.awaitBytes(until: Clock.nanoseconds + 60_000_000_000))
    #expect(worker.result(limit: 16) == Array("1000\n".utf8))
    #expect(worker.memory(limit: 4) == nil, "more than was to come is nothing")
  }

  @Test func aRefusedCallHandsNothingOver() throws {
    _ = try files.picture("logo.png")
    let read = try handedOver(.invalidParameter("width", "not a number"))
    #expect(read.refusal?.error == "io.loaderd.Screen.InvalidParameter" && account.bytes < 200)
  }

  @Test func whatIsCutShortIsNoPicture() throws {
    _ = try files.picture("logo.png")
    let here = try handedOver(cut: 4).files
    #expect(reason { try here.picture("logo.png") } == "not read in time")
  }
}
