import Images
import Raster
import ScreenAPI
import Support
import System
import Testing
import Varlink

@testable import Daemon
@testable import Loaders

/// Files that a worker process reads and the daemon uses.
@Suite struct FileBundleTests {
  private let request = FileBundleWriter()
  private let budget = MemoryBudget()

  /// A picture with a different colour in each pixel, as a PNG file.
  private static let file: [UInt8] = PNG(
    PNG.Frame(width: 40, height: 30, pixels: (0..<1200).map { 0xFF00_0000 | $0 * 997 }), hasAlpha: true
  ).bytes

  private var files: Files {
    request.files { (path) throws(ParameterError) in
      if path == "font" { return [1, 2, 3, 4, 5] }
      if path == "logo.png" { return FileBundleTests.file }
      throw ParameterError("file", "\(path): not there")
    }
  }

  /// The result as the daemon receives it, without the last `cut` bytes.
  private func transferred(_ reply: Reply? = nil, cut: Int = 0) throws -> FileBundle {
    let bytes = request.bytes(reply)
    let memory = try Mapping(zeroed: bytes.count - cut)
    memory.address.copyMemory(from: bytes, byteCount: bytes.count - cut)
    return FileBundle(memory, budget)
  }

  private func reason(_ body: () throws -> Any) -> Bytes? {
    do { _ = try body() } catch { return (error as? ParameterError)?.reason }
    return nil
  }

  @Test func picturesAreTransferredWithTheirResizedCopies() throws {
    let original = try files.picture("logo.png"), small = original.resized(width: 13, height: 7)
    let read = try transferred()
    let copy = try read.files.picture("logo.png")
    #expect(copy.width == 40 && copy.height == 30 && copy.pixels == original.pixels)
    let known = try #require(copy.resizedCopies.first)
    #expect(copy.resized(width: 13, height: 7) === known && known.pixels == small.pixels)
    #expect(copy.resized(width: 20, height: 15).pixels == original.resized(width: 20, height: 15).pixels)
  }

  @Test func picturesOutliveTheWorker() throws {
    let pixels = try files.picture("logo.png").pixels
    var picture: Picture? = try transferred().files.picture("logo.png")
    #expect(budget.bytes > 4800 && picture?.pixels == pixels)
    picture = nil
    #expect(budget.bytes == 0, "the memory is released with the picture")
  }

  @Test func sequencesAreTransferredPackedAndOutliveTheWorker() throws {
    let names: Bytes = "logo.png,logo.png", pixels = try files.sequence(names).picture(1).pixels
    _ = try? files.sequence("logo.png,nonesuch")
    var sequence: PictureSequence? = try transferred().files.sequence(names)
    #expect(sequence?.count == 2 && sequence?.picture(1).pixels == pixels)
    #expect((1..<pixels.count * 4).contains(budget.bytes), "one picture and a difference")
    sequence = nil
    #expect(budget.bytes == 0)
    #expect(reason { try transferred().files.sequence("logo.png,nonesuch") } == "nonesuch: not there")
    #expect(reason { try transferred().files.sequence("logo.png") } == "not read: the worker process ended early")
  }

  /// A frame that was drawn in another size than its own is not resampled again for each picture.
  @Test func sequencesAreTransferredInTheSizeThatIsShown() throws {
    let here = try files.sequence("logo.png,logo.png")
    let small = here.picture(1).resized(width: 13, height: 7)
    let there = try transferred().files.sequence("logo.png,logo.png")
    #expect(there.copy?.width == 13 && there.copy?.height == 7 && there.copy?.count == 2)
    #expect(there.picture(1, width: 13, height: 7).pixels == small.pixels)
    #expect(there.picture(1, width: 20, height: 15).width == 40, "the caller resamples it")
  }

  @Test func otherFilesAndErrorsAreTransferred() throws {
    _ = try? files.bytes("font")
    _ = try? files.bytes("nonesuch")
    let here = try transferred().files
    #expect(try here.bytes("font") == [1, 2, 3, 4, 5])
    #expect(reason { try here.bytes("nonesuch") } == "nonesuch: not there")
    #expect(reason { try here.picture("logo.png") } == "not read: the worker process ended early")
  }

  /// A worker that scales a picture to a large size takes much memory; the kernel must kill it before the daemon.
  @Test func workersAreTheFirstToBeKilledWithoutMemory() throws {
    let worker = try WorkerProcess(returning: { (try? File.read("/proc/self/oom_score_adj", limit: 16)) ?? [] })
    #expect(worker.descriptor.awaitBytes(until: Clock.nanoseconds + 60_000_000_000))
    #expect(worker.result(limit: 16) == Array("1000\n".utf8))
    #expect(worker.memory(limit: 4) == nil, "a result beyond the limit is discarded")
  }

  @Test func refusedCallTransfersNoFiles() throws {
    _ = try files.picture("logo.png")
    let read = try transferred(.invalidParameter("width", "not a number"))
    #expect(read.refusal?.error == "io.loaderd.Screen.InvalidParameter" && budget.bytes < 200)
  }

  @Test func truncatedResultHasNoPicture() throws {
    _ = try files.picture("logo.png")
    let here = try transferred(cut: 4).files
    #expect(reason { try here.picture("logo.png") } == "not read: the worker process ended early")
  }

  /// A worker that a picture has taken over may send millions of empty files.
  @Test func numberOfFilesIsLimited() throws {
    let all = request.files { (_) throws(ParameterError) in [1] }
    for number in 0..<1100 { _ = try all.bytes("file \(number)") }
    let here = try transferred().files
    #expect(try here.bytes("file 1023") == [1])
    #expect(reason { try here.bytes("file 1024") } == "not read: the worker process ended early")
  }
}
