import Support
import Testing

@testable import System

@Suite struct EventLoopTests {
  /// The events that come with a hand-over are for the successor.
  @Test func noEventIsHandledAfterTheStop() throws {
    let loop = try EventLoop()
    let pipes = try (0..<2).map { _ in try FileDescriptor.pipe() }
    var handled = 0, batches = 0
    for (reading, writing) in pipes {
      try writing.write([1])
      _ = try loop.watch(reading) { _ in
        handled += 1
        loop.stop()
      }
    }
    try loop.run { batches += 1 }
    #expect(handled == 1 && batches == 2)
  }
}
